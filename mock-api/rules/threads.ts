/** What a request says of a thread of messages (MR-104). */
import { editsOf } from "../features/edit-shapes.ts";
import { CREATE_ONLY } from "../features/thread-turn.ts";
import type { Call } from "./call.ts";
import type { RefusalRule } from "./rule.ts";

/** Order: what the request says itself, then what became of the thread. */
export const threadRules: RefusalRule[] = [
  {
    id: "MR-104",
    part: "create-only",
    checks: "a request that continues a thread leaves out `system` and `tools`: the thread has them",
    kind: "refusal",
    confidence: "M",
    check: (call) => {
      const request = call.continued?.delta ?? call.request;
      if (threadTypeOf(call) !== "continue") return undefined;
      const field = CREATE_ONLY.find((name) => request[name] !== undefined);
      return field && `${field}: cannot be sent when a thread is continued`;
    },
  },
  {
    id: "MR-104",
    part: "unsupported",
    checks: "a thread is not combined with context edits that take something out",
    kind: "refusal",
    confidence: "M",
    check: (call) =>
      threadTypeOf(call) !== undefined && editsOf(call.request).some((edit) => !keepsAll(edit))
        ? {
            message: "thread: `context_management` is not supported in a thread",
            details: { error_code: "thread_unsupported_request", unsupported: ["context_management"] },
          }
        : undefined,
  },
  {
    id: "MR-104",
    part: "state",
    checks: "a thread is continued from an answer that is still held, once, with what must stay the same",
    kind: "refusal",
    confidence: "M",
    check: (call) => call.continued?.fault,
  },
];

function threadTypeOf({ request, head }: Call): unknown {
  const thread = request["thread"] as { type?: unknown } | null | undefined;
  return head.endpoint === "messages" ? (thread?.type ?? undefined) : undefined;
}

// The real client always sends this edit, which changes nothing (O-32).
function keepsAll(edit: { type: string; keep?: unknown }): boolean {
  if (edit.type !== "clear_thinking_20251015") return false;
  const { keep } = edit;
  return (
    keep === "all" || (typeof keep === "object" && keep !== null && "type" in keep && keep.type === "all")
  );
}
