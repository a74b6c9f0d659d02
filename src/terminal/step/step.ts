/**
 * A step of a play as all of its views need it: what happened in it, and what stands by then. Steps are data, so going
 * back undoes nothing. Law: chapter-steps-free
 */
import { type ContextReport, contextOf } from "../../annex/window/report.ts";
import type { Line } from "../../log/entry.ts";
import type { MessagesRequest } from "../../wire.ts";
import type { ApiView, Frame } from "../frames.ts";

/** A request that was sent, in this step or in one before it. */
export interface Sent extends ApiView {
  /** In which step, counted from 1. */
  readonly step: number;
  /** What it is compared with: an earlier request; null for the first. */
  readonly before: MessagesRequest | null;
  /** The number of that one; 0 for none. */
  readonly against: number;
  /** What fills its window. */
  readonly report: ContextReport;
}

/** A line of a log, and which one from the top it is. */
export interface SeenLine {
  readonly number: number;
  readonly line: Line;
}

/** A log as it stands at a step. */
export interface SeenLog {
  /** Where it lies; empty where a play has only one and nobody says. */
  readonly path: string;
  /** All of its lines by now, those of this step last. */
  readonly lines: readonly SeenLine[];
}

/** One step. */
export interface Step {
  readonly frame: Frame;
  /** The request that was sent last; undefined before the first. */
  readonly sent: Sent | undefined;
  /** The log that was opened or written last; undefined before there is one. */
  readonly log: SeenLog | undefined;
}

/** The steps of a play. `count` is the tokens of a whole request, as the API of the play counts them. */
export async function stepsOf(
  frames: readonly Frame[],
  count: (request: MessagesRequest) => number,
): Promise<Step[]> {
  const counter = { count: async (request: MessagesRequest) => count(request), told: "" };
  const logs = new Map<string, SeenLog>();
  const steps: Step[] = [];
  let sent: Sent | undefined;
  let path: string | undefined;
  for (const frame of frames) {
    if (frame.api) {
      const report = await contextOf(frame.api.request, counter);
      const before = beforeOf(frame.api.request, steps);
      const compared = { before: before?.request ?? null, against: before?.number ?? 0 };
      sent = { ...frame.api, ...compared, step: steps.length + 1, report };
    }
    for (const deed of frame.deeds) if (deed.type === "session") path = deed.path;
    for (const { log = path ?? "", ...line } of frame.lines) {
      logs.set(log, { path: log, lines: [...(logs.get(log)?.lines ?? []), line] });
      path = log;
    }
    const log = path === undefined ? undefined : (logs.get(path) ?? { path, lines: [] });
    steps.push({ frame, sent, log });
  }
  return steps;
}

/**
 * What a request is compared with: the one sent before it, and behind those of an agent, which has other tools, the one that
 * its own conversation sent.
 */
function beforeOf({ tools }: MessagesRequest, steps: readonly Step[]): Sent | undefined {
  const asked = JSON.stringify(tools);
  const own = steps.findLast(({ sent }) => sent && JSON.stringify(sent.request.tools) === asked);
  return (own ?? steps.at(-1))?.sent;
}
