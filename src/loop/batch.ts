/** The tool calls of one response, run together (C-2.3). */
import type { ChainEntry } from "../log/entry.ts";
import type { ToolUseBlock } from "../wire.ts";
import type { StepHost } from "./step.ts";

/** A tool call of a response, and the entry that it was logged in. */
export interface LoggedCall {
  readonly call: ToolUseBlock;
  readonly entry: ChainEntry;
}

/**
 * Runs all calls of a response at once, but for those of one lane, such as two edits of one file, which wait for each
 * other in the order asked. Each result is logged when its tool is done, so the log holds them in order of completion
 * (D-5, D-11). One that fails stops no other. Throws what a failed log write threw, when no tool runs any more.
 * Law: parallel-order, written-first
 */
export async function runBatch(host: StepHost, calls: readonly LoggedCall[], signal?: AbortSignal) {
  const lanes = new Map<string, Promise<void>>();
  const runs = calls.map((logged) => {
    const lane = host.laneOf(logged.call) ?? logged.entry.uuid;
    const before = lanes.get(lane) ?? Promise.resolve();
    const run = before.catch(() => {}).then(() => runOne(host, logged, signal));
    lanes.set(lane, run);
    return run;
  });
  await Promise.allSettled(runs);
  await Promise.all(runs);
}

async function runOne(host: StepHost, { call, entry }: LoggedCall, signal?: AbortSignal): Promise<void> {
  host.emit({ type: "tool-start", call });
  const run = await host.runTool(call, signal);
  host.log.result(run, entry);
  host.emit({ type: "tool-end", call, result: run.result });
}
