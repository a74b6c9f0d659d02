/** What the model is shown of the thinking that was sent: what it can use (MR-46, MR-92, MR-94, MR-95). */
import { pathOf } from "../prompt/merge.ts";
import type { Call } from "../rules/call.ts";
import type { MessagesRequest, RequestBlock } from "../wire.ts";
import { behaviorOf, type JudgedBlock, judgedThinking, type Mismatch } from "./mismatches.ts";

/** A request with the thinking left out that its model cannot use, and what the response says of it. */
export interface Bound {
  request: MessagesRequest;
  /** `input_transformations`, where the response has to tell (MR-95). */
  told: Record<string, unknown>;
}

/** The beta that lets a request say what to do with thinking that does not hold, and read what was done. */
const BINDING_CONTROLS = "thinking-binding-controls-2026-08-01";

/** What was done about one block that does not hold, as the response tells it. */
interface Transformation {
  type: "thinking_dropped" | "thinking_mismatch_allowed";
  path: string;
  reason: Mismatch["reason"];
}

/**
 * Drops the thinking that does not hold, and what the model does not keep. A request under the beta is told what was
 * dropped or let pass, `[]` when nothing was; any other is told nothing. Expects a request that broke no rule.
 *
 * Law: newer-thinking-dropped, last-turn-thinking.
 */
export function bindThinking(call: Call): Bound {
  const judged = judgedThinking(call);
  const done = transformationsOf(call, judged);
  const droppable = judged.filter(
    (block, at) => done[at]?.type === "thinking_dropped" || isPast(call, block),
  );
  const told = done.filter((each) => each !== undefined);
  return {
    request: withoutBlocks(call.request, new Set(droppable.map(({ block }) => block))),
    told: call.head.hasBeta(BINDING_CONTROLS) ? { input_transformations: told } : {},
  };
}

function transformationsOf(call: Call, judged: readonly JudgedBlock[]): (Transformation | undefined)[] {
  const breaks = ({ mismatch }: JudgedBlock): boolean =>
    mismatch !== undefined && mismatch.reason !== "model_binding_mismatch";
  const first = behaviorOf(call) === "drop_block" ? judged.findIndex(breaks) : -1;
  return judged.map((block, at) => {
    const dropped = first !== -1 && at >= first;
    const reason = block.mismatch?.reason ?? (dropped ? judged[first]?.mismatch?.reason : undefined);
    if (reason === undefined) return undefined;
    const allowed = !dropped && reason !== "model_binding_mismatch";
    return { type: allowed ? "thinking_mismatch_allowed" : "thinking_dropped", path: pathOf(block), reason };
  });
}

/** MR-92: some models keep the thinking of the last turn alone. */
function isPast({ traits }: Call, { latest }: JudgedBlock): boolean {
  return traits.keepsThinking === "last turn" && !latest;
}

/** The request without some of its blocks. A message that had nothing else goes with them. */
function withoutBlocks(request: MessagesRequest, left: ReadonlySet<RequestBlock>): MessagesRequest {
  if (left.size === 0) return request;
  const messages = request.messages.flatMap((message) => {
    if (typeof message.content === "string") return [message];
    const content = message.content.filter((block) => !left.has(block));
    return content.length === 0 && message.content.length > 0 ? [] : [{ ...message, content }];
  });
  return { ...request, messages };
}
