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
 * (D-5, D-11). One that fails stops no other. Throws what the first failed log write threw, when no tool runs any more.
 * Law: parallel-order
 */
export async function runBatch(
  host: StepHost,
  calls: readonly LoggedCall[],
  signal?: AbortSignal,
): Promise<void> {
  const lanes = new Map<string, Promise<void>>();
  const settled = await Promise.allSettled(
    calls.map(({ call, entry }) => {
      const lane = host.laneOf(call);
      const before = lane === undefined ? undefined : lanes.get(lane);
      const run = runOne(host, { call, entry }, before, signal);
      if (lane !== undefined)
        lanes.set(
          lane,
          run.catch(() => {}),
        );
      return run;
    }),
  );
  const failed = settled.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

async function runOne(
  host: StepHost,
  { call, entry }: LoggedCall,
  before: Promise<void> | undefined,
  signal?: AbortSignal,
): Promise<void> {
  if (before) await before;
  host.emit({ type: "tool-start", call });
  const run = await host.runTool(call, signal);
  host.logResult(run, entry);
  host.emit({ type: "tool-end", call, result: run.result });
}
