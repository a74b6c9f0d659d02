/** How a request continues a thread, and why it may not (MR-104). */
import type { MessagesRequest } from "../wire.ts";

/** Why a thread cannot be continued. The API's own words are not public, its codes are (MR-18). */
export interface ThreadFault {
  status: number;
  message: string;
  details: { error_code: string };
}

/** What a thread keeps from the request that began it. */
export const CREATE_ONLY = ["system", "tools"] as const;

/** What has to be the same in every request of a thread. Of these only `output_config` has been seen to be. */
const FIXED = ["model", "thinking", "output_config"] as const;

const REPLAY = 'Send the whole conversation again with `thread: {"type": "create"}`.';

export const THREAD_FAULTS = {
  notFound: fault("thread_not_found", `thread: nothing is held for \`previous_message_id\`. ${REPLAY}`, 404),
  alreadyContinued: fault(
    "thread_already_continued",
    "thread: `previous_message_id` has been continued before. Continue from the thread's latest response.",
  ),
  inFlight: fault(
    "thread_continue_in_flight",
    `thread: another request is continuing from \`previous_message_id\`. Wait for its response. ${REPLAY}`,
  ),
  changed: (fields: readonly string[]) =>
    fault("thread_fingerprint_mismatch", `thread: ${fields.join(", ")} must stay the same. ${REPLAY}`),
};

/** The fields that must stay the same in a thread and do not. */
export function changedFields(before: MessagesRequest, now: MessagesRequest): string[] {
  return FIXED.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(now[field]));
}

/**
 * The whole request that a turn stands for. Its fields are in the order of the thread's first request, so that it is
 * the same request, to the byte, as one that says everything itself.
 */
export function continuing(held: MessagesRequest, delta: MessagesRequest): MessagesRequest {
  const fields: Record<string, unknown> = { ...delta, messages: [...held.messages, ...delta.messages] };
  for (const field of CREATE_ONLY) if (held[field] !== undefined) fields[field] = held[field];
  const names = new Set([...Object.keys(held), ...Object.keys(delta)].filter((name) => name in fields));
  return Object.fromEntries([...names].map((name) => [name, fields[name]])) as unknown as MessagesRequest;
}

function fault(error_code: string, message: string, status = 400): ThreadFault {
  return { status, message, details: { error_code } };
}
