/** What a process keeps in mind between two requests: nothing that the log does not hold (C-1.4, D-36). */
import { expect } from "vitest";
import { refusal } from "#mock-api";
import { isChainEntry, type Line, type MessagesRequest, readLog } from "#src/index.ts";
import { anySession } from "../support/arbitraries.ts";
import { anyLine, killAfterLine, resumeAndAsk } from "../support/kills.ts";
import { law } from "../support/law.ts";
import type { SessionPlan } from "../support/plan.ts";
import { play } from "../support/play.ts";
import { bytesOf } from "../support/prefix.ts";

law(
  "reload-equal",
  "after every event, a log says the same to a fresh process as to the one that writes it",
  [anySession],
  async (plan) => {
    await play(plan, {
      observe: ({ session, world, options }) => {
        if (!world.text(session.path).includes('"parentUuid"')) return;
        const reloaded = world.start().resume(session.id, options);
        expect(bytes(reloaded.nextRequest())).toBe(bytes(session.nextRequest()));
      },
    });
  },
  { runs: 25 },
);

law(
  "no-memory",
  "a session whose every step is taken by a fresh process sends the same bytes as one that runs through",
  [anySession],
  async (plan) => {
    const through = await play(withProcesses(plan, "one"));
    const stepwise = await play(withProcesses(plan, "one a step"));
    expect(stepwise.requests.map(bytes)).toEqual(through.requests.map(bytes));
  },
  { runs: 25 },
);

law(
  "interrupted-closed",
  "whichever line a process is killed after, the next prompt makes a legal request in which nothing said is lost",
  [anySession, anyLine],
  async (plan, { line }) => {
    const { session, world } = await play(plan);
    const cut = killAfterLine(world, session, line);
    const request = await resumeAndAsk(world, session);
    expect(refusal(request)).toBeNull();
    for (const said of sayingsOf(cut.join("\n"))) expect(bytesOf(request)).toContain(said);
    expect(unpaired(world.text(session.path))).toEqual([]);
  },
  { runs: 80 },
);

function bytes(request: MessagesRequest): string {
  return JSON.stringify(request);
}

function withProcesses(plan: SessionPlan, how: "one" | "one a step"): SessionPlan {
  return {
    turns: plan.turns.map((turn) => ({
      ...turn,
      // Attachments are placed by counting events, and a turn in several processes has other events.
      attachAt: [],
      freshProcess: how !== "one",
      killedBeforeStep: how === "one" ? [] : [...turn.answers.keys()],
    })),
  };
}

/** The words and results of a log, each as it must stand in a request; thinking may be left out after a break. */
function sayingsOf(log: string): string[] {
  return contentsOf(log).flatMap((content) => {
    if (typeof content === "string") return [JSON.stringify(content)];
    const sayable = content.filter(
      (block) => !/thinking/.test(String(block["type"])) && block["text"] !== "",
    );
    return sayable.map((block) => JSON.stringify(block));
  });
}

/** The calls of a log that it holds no result for. */
function unpaired(log: string): unknown[] {
  const blocks = contentsOf(log).flatMap((content) => (typeof content === "string" ? [] : content));
  const answered = new Set(blocks.map((block) => block["tool_use_id"]));
  return blocks.filter((block) => block["type"] === "tool_use" && !answered.has(block["id"]));
}

function contentsOf(log: string): (string | Record<string, unknown>[])[] {
  const { lines } = readLog(new TextEncoder().encode(log));
  return lines.flatMap(({ line }: { line: Line }) => {
    const message = isChainEntry(line) ? line["message"] : undefined;
    return message ? [(message as { content: string | Record<string, unknown>[] }).content] : [];
  });
}
