/** What holds of all hooks, whatever they are and whatever they say. */
import fc from "fast-check";
import { expect } from "vitest";
import type { HookMoment, Session, Tool } from "#src/index.ts";
import { HOOK_EVENTS, type HookCommand, type HookEvent } from "../../src/annex/hooks/configured.ts";
import { hooksFrom } from "../../src/annex/hooks/hooks.ts";
import { law, shownAs } from "../support/law.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

interface Turn {
  readonly isBlocked: boolean;
  /** For each call: is it blocked? */
  readonly calls: readonly boolean[];
}

const anyTurns: fc.Arbitrary<{ turns: Turn[] }> = shownAs(
  fc.record({
    turns: fc.array(fc.record({ isBlocked: fc.boolean(), calls: fc.array(fc.boolean(), { maxLength: 4 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  ({ turns }) =>
    turns
      .map(
        ({ isBlocked, calls }) =>
          `> a prompt${isBlocked ? " (blocked)" : ""}; calls: ${calls.map((each) => (each ? "blocked" : "run")).join(", ")}`,
      )
      .join("\n"),
);

law(
  "hook-blocked",
  "what a hook blocks does not happen: a blocked call is not run and its error result says why, a blocked prompt is neither logged nor sent",
  [anyTurns],
  async ({ turns }) => {
    const world = new World();
    const ran: unknown[] = [];
    const sent: string[] = [];
    const tool: Tool = {
      name: "Note",
      kind: "read",
      description: "Notes.",
      inputSchema: {
        type: "object",
        properties: { label: { type: "string", description: "What." } },
        required: ["label"],
        additionalProperties: false,
      },
      run: async ({ label }) => {
        ran.push(label);
        return { content: `noted ${label}`, isError: false };
      },
    };
    const label = (turn: number, call: number) =>
      `${turns[turn]?.calls[call] ? "bad" : "good"}-${turn}-${call}.`;
    const replies = turns.flatMap(({ isBlocked, calls }, turn) => {
      if (isBlocked) return [];
      const uses = calls.map((_, call) => ({
        type: "tool_use" as const,
        name: "Note",
        input: { label: label(turn, call) },
      }));
      return [
        ...(uses.length > 0 ? [{ content: uses }] : []),
        { content: [{ type: "text" as const, text: "done" }] },
      ];
    });
    let session: Session | undefined;
    const commands: HookCommand[] = (["UserPromptSubmit", "PreToolUse"] as const).map((event) => ({
      event,
      matcher: "",
      command: "no bad",
      timeoutMs: 1000,
    }));
    const hooks = hooksFrom(commands, {
      run: async (_, { stdin }) => {
        const isBad = stdin.includes("bad-");
        return { stdout: "", stderr: isBad ? "That is bad." : "", exitCode: isBad ? 2 : 0, timedOut: false };
      },
      clock: world.clock,
      cwd: world.cwd,
      session: () => session as Session,
      tell: () => {},
    });
    session = world.start(scripted(replies)).begin({
      tools: [tool],
      hooks,
      emit: (event) => event.type === "request" && sent.push(JSON.stringify(event.request)),
    });
    for (const [turn, { isBlocked }] of turns.entries())
      await session.prompt(`${isBlocked ? "bad-prompt" : "prompt"} ${turn}`);
    const asked = turns.flatMap(({ isBlocked, calls }, turn) =>
      isBlocked ? [] : calls.map((_, call) => label(turn, call)),
    );
    expect(ran).toEqual(asked.filter((each) => each.startsWith("good")));
    const log = world.text(session.path);
    expect(log.includes('"content":"bad-prompt')).toBe(false);
    expect(sent.join("").includes("bad-prompt")).toBe(false);
    expect(log.split('"content":"The tool was not run: That is bad.","is_error":true').length - 1).toBe(
      asked.filter((each) => each.startsWith("bad")).length,
    );
  },
  { runs: 30 },
);

const EXIT_CODES: Readonly<Record<string, number>> = { objection: 2, failure: 1 };

const anyRuns = fc.array(
  fc.record({ place: fc.nat(9), says: fc.constantFrom("nothing", "context", "objection", "failure") }),
  { minLength: 1, maxLength: 5 },
);

law(
  "hook-order",
  "all hooks of a moment are started at once, and what they leave stands in configured order, in whatever order they end",
  [anyRuns, fc.constantFrom(...HOOK_EVENTS)],
  async (runs, event) => {
    const world = new World();
    const commands = runs.map((_, at) => commandOf(event, at));
    const started = new Set<string>();
    const ends = new Map<string, () => void>();
    const hooks = hooksFrom(commands, {
      run: async (command) => {
        started.add(command);
        await new Promise<void>((end) => ends.set(command, end));
        const { says } = runs[Number(command)] ?? { says: "nothing" };
        const json =
          says === "context"
            ? JSON.stringify({ hookSpecificOutput: { additionalContext: `c${command}` } })
            : "";
        return {
          stdout: json,
          stderr: says,
          exitCode: EXIT_CODES[says] ?? 0,
          timedOut: false,
        };
      },
      ...placeOf(world),
      tell: () => {},
    });
    const verdict = hooks(momentOf(event));
    expect(started.size).toBe(runs.length);
    const order = runs.map(({ place }, at) => ({ place, at })).sort((a, b) => a.place - b.place);
    for (const { at } of order) {
      ends.get(String(at))?.();
      await Promise.resolve();
    }
    const { attachments } = await verdict;
    const traces = attachments.filter(({ type }) => type === "hook_success").map(({ command }) => command);
    expect(traces).toEqual(commands.map(({ command }) => command));
    for (const [at, { type, content }] of attachments.entries()) {
      if (type !== "hook_success")
        expect(JSON.stringify(content)).toMatch(new RegExp(`c${attachments[at - 1]?.["command"]}|objection`));
    }
  },
  { runs: 200 },
);

const anyFailure = shownAs(
  fc.record({
    run: fc.oneof(
      fc.record({ exitCode: fc.integer({ min: 3, max: 255 }), timedOut: fc.constant(false) }),
      fc.record({ exitCode: fc.constantFrom(1, null), timedOut: fc.constant(false) }),
      fc.record({ exitCode: fc.constantFrom(0, 1, 2, null), timedOut: fc.constant(true) }),
      fc.constant("cannot be started" as const),
      fc.record({ exitCode: fc.constant(0), timedOut: fc.constant(false), stdout: anyBrokenJson() }),
    ),
    stderr: fc.constantFrom("", "oh"),
    onFailure: fc.constantFrom("block" as const, "continue" as const, undefined),
    others: fc.nat(2),
  }),
  ({ run, onFailure }) => `${JSON.stringify(run)}, onFailure: ${onFailure}`,
);

function anyBrokenJson(): fc.Arbitrary<string> {
  const denial = JSON.stringify({ hookSpecificOutput: { permissionDecision: "deny" } });
  return fc.integer({ min: 1, max: denial.length - 1 }).map((length) => denial.slice(0, length));
}

law(
  "hook-guards",
  "every failure of a hook before a tool is told, and a hook that is to block on failure lets nothing through, however it fails",
  [anyFailure],
  async ({ run, stderr, onFailure, others }) => {
    const world = new World();
    const told: string[] = [];
    const commands: HookCommand[] = [
      ...Array.from({ length: others }, (_, at) => commandOf("PreToolUse", at)),
      { ...commandOf("PreToolUse", 9), ...(onFailure && { onFailure }) },
    ];
    const hooks = hooksFrom(commands, {
      run: async (command) => {
        const well = { stdout: "", stderr: "", exitCode: 0, timedOut: false };
        if (command !== "9") return well;
        if (run === "cannot be started") throw new Error("no such shell");
        return { ...well, stderr, ...run };
      },
      ...placeOf(world),
      tell: (text) => told.push(text),
    });
    const verdict = await hooks(momentOf("PreToolUse"));
    expect(told).toEqual([expect.stringMatching(/^A PreToolUse hook .*\(9\)/)]);
    expect(verdict.blocked !== undefined).toBe(onFailure === "block");
  },
  { runs: 100 },
);

/** Where hooks run: in a session in which nothing was said. */
function placeOf({ clock, cwd }: World) {
  const conversation = () => ({ messages: [], unanswered: [], open: [], orphans: [] });
  return { clock, cwd, session: () => ({ id: "s", path: "p", conversation }) };
}

function commandOf(event: HookEvent, at: number): HookCommand {
  return { event, matcher: "", command: String(at), timeoutMs: 1000 };
}

function momentOf(event: HookEvent): HookMoment {
  const call = { type: "tool_use", id: "t", name: "Edit", input: {} } as const;
  const moments: Record<HookEvent, HookMoment> = {
    SessionStart: { event: "SessionStart", source: "startup" },
    UserPromptSubmit: { event: "UserPromptSubmit", prompt: "hi", messageId: "m" },
    PreToolUse: { event: "PreToolUse", call },
    PostToolUse: {
      event: "PostToolUse",
      call,
      result: { type: "tool_result", tool_use_id: "t", content: "" },
    },
    Stop: { event: "Stop", again: false },
    PreCompact: { event: "PreCompact", trigger: "manual" },
  };
  return moments[event];
}
