/** What hooks leave in the log, and what the model sees of it (O-10, D-11, D-13). */
import fc from "fast-check";
import { expect } from "vitest";
import { type Attachment, type HookMoment, type Hooks, type MessagesRequest, readLog } from "#src/index.ts";
import { anySession } from "../support/arbitraries.ts";
import { anyLine, killAfterLine, resumeAndAsk } from "../support/kills.ts";
import { law, shownAs } from "../support/law.ts";
import type { SessionPlan } from "../support/plan.ts";
import { play } from "../support/play.ts";
import { bytesOf, markedPrefix } from "../support/prefix.ts";

/** What the hooks of each kind of moment leave: words for the model, or only a trace that they ran. */
type Leaving = Readonly<Partial<Record<HookMoment["event"], readonly ("words" | "trace")[]>>>;

const someLeft = fc.array(fc.constantFrom("words", "words", "trace"), { maxLength: 2 });
const anyLeaving: fc.Arbitrary<Leaving> = shownAs(
  fc.record({
    SessionStart: someLeft,
    UserPromptSubmit: someLeft,
    PreToolUse: someLeft,
    PostToolUse: someLeft,
    Stop: someLeft,
  }),
  (leaving) =>
    Object.entries(leaving)
      .map(([event, left]) => `${event} hooks leave ${left.join(", ") || "nothing"}`)
      .join("\n"),
);

law(
  "attached-alike",
  "what hooks have left is sent by every later process as by the one that ran them, after the results and behind what was sent before",
  [anySession, anyLeaving, anyLine],
  async (plan, leaving, { line }) => {
    const sent: { request: MessagesRequest; lines: number }[] = [];
    const hooks = hooksThatLeave(leaving);
    const played = await play(withProcesses(plan, "one"), {
      session: { hooks },
      observe: ({ event, session: { path }, world }) => {
        if (event.type === "request") sent.push({ request: event.request, lines: linesOf(world.text(path)) });
      },
    });
    const byTurn = await play(withProcesses(plan, "one a turn"), { session: { hooks } });
    expect(byTurn.requests.map(bytesOf)).toEqual(played.requests.map(bytesOf));
    // A turn that a fresh process takes up by single steps has no end of its own, and so no Stop hooks.
    const endless = { session: { hooks: hooksThatLeave({ ...leaving, Stop: [] }) } };
    const through = await play(withProcesses(plan, "one"), endless);
    const byStep = await play(withProcesses(plan, "one a step"), endless);
    expect(byStep.requests.map(bytesOf)).toEqual(through.requests.map(bytesOf));
    for (const [index, request] of played.requests.entries()) {
      const before = played.requests[index - 1];
      if (before) expectPrefix(before, request);
      expectInOrder(request, played.world.text(played.session.path));
    }
    const left = killAfterLine(played.world, played.session, line).length;
    const last = sent.findLast(({ lines }) => lines <= left);
    const next = await resumeAndAsk(played.world, played.session, played.options);
    if (last) expectPrefix(last.request, next);
  },
  { runs: 8 },
);

/** Hooks that do nothing but leave attachments; each names the moment, so that no two are alike. */
function hooksThatLeave(leaving: Leaving): Hooks {
  return async (moment) => {
    const again = moment.event === "SessionStart" && moment.source === "resume";
    const left = again ? [] : (leaving[moment.event] ?? []);
    const about = `${moment.event} ${subjectOf(moment)}`;
    const words = (index: number) => ({
      type: "hook_additional_context",
      hookName: moment.event,
      content: [`c${index} ${about}`],
    });
    return {
      attachments: left.map((kind, index): Attachment => {
        return kind === "words" ? words(index) : { type: "hook_success", stdout: `t${index} ${about}` };
      }),
    };
  };
}

function subjectOf(moment: HookMoment): string {
  if (moment.event === "UserPromptSubmit") return moment.prompt;
  return "call" in moment ? JSON.stringify(moment.call.input) : "";
}

function withProcesses(plan: SessionPlan, how: "one" | "one a turn" | "one a step"): SessionPlan {
  return {
    turns: plan.turns.map((turn) => ({
      ...turn,
      attachAt: [],
      freshProcess: how !== "one",
      killedBeforeStep: how === "one a step" ? [...turn.answers.keys()] : [],
    })),
  };
}

function linesOf(log: string): number {
  return log.split("\n").length - 1;
}

/** In each message the results stand first, then the words of the hooks, in the order of the log. */
function expectInOrder({ messages }: MessagesRequest, log: string): void {
  const logged = readLog(new TextEncoder().encode(log)).lines.map(({ line }) => JSON.stringify(line));
  for (const { content } of messages) {
    const types = content.map(({ type }) => type);
    expect(types.lastIndexOf("tool_result")).toBeLessThan(
      types.indexOf("text") === -1 ? types.length : types.indexOf("text"),
    );
    const words = content.flatMap(
      (block) => /context: (c\d .*)\n/.exec(String(block["text"] ?? ""))?.[1] ?? [],
    );
    const places = words.map((each) => logged.findIndex((line) => line.includes(JSON.stringify(each))));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  }
}

function expectPrefix(before: MessagesRequest, after: MessagesRequest): void {
  if (!bytesOf(after).startsWith(markedPrefix(before))) {
    throw new Error(`This does not begin\n${bytesOf(after)}\nwith this\n${markedPrefix(before)}`);
  }
}
