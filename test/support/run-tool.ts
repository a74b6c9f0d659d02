/** One tool call outside of a session: what its result is. */

import { saidBlocks } from "#src/context/inject.ts";
import { NO_HOOKS } from "#src/hooks.ts";
import {
  type Ask,
  askByMode,
  CORE_TOOLS,
  type Tool,
  type ToolContext,
  type ToolResultBlock,
} from "#src/index.ts";
import { runCall } from "#src/tools/run.ts";

/** What the call is made with; what is left out is empty, and everything is allowed. */
export interface Around extends Pick<ToolContext, "cwd" | "disk"> {
  readonly shell?: ToolContext["shell"];
  /** What tools have left in the log; the call adds its own. Left out: an empty log. */
  readonly log?: Readonly<Record<string, unknown>>[];
  readonly signal?: AbortSignal | undefined;
  readonly tools?: readonly Tool[];
  readonly ask?: Ask;
}

/** Runs one call. Returns its result as it is sent, with what is remarked beside it. */
export async function runTool(name: string, input: unknown, around: Around): Promise<ToolResultBlock> {
  const { tools = CORE_TOOLS, ask = askByMode("bypassPermissions"), log = [], ...rest } = around;
  const call = { type: "tool_use", id: "t1", name, input } as const;
  const shell = { run: () => Promise.reject(new Error("no shell")) };
  const context = { shell, past: () => log, ...rest, call };
  const { result, remark, details } = await runCall({ tools, ask, hooks: NO_HOOKS }, context);
  if (details) log.push(details);
  const message = { role: "user", content: [result] };
  const entry = { type: "user", uuid: "u1", parentUuid: null, message };
  const [sent] = saidBlocks({ ...entry, toolRemark: remark, toolUseResult: details });
  return sent as ToolResultBlock;
}
