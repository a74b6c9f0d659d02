/** Calls and results, checked by a rule dumber than the one in `src` and than the mock's. */
import type { Message } from "#src/index.ts";

/** Throws where a call has not exactly one result, in the next message and before any other block of it. */
export function expectPaired(messages: readonly Message[]): void {
  for (const [index, { role, content }] of messages.entries()) {
    const calls = content.filter(({ type }) => type === "tool_use").map(({ id }) => id);
    const next = messages[index + 1];
    const leading = next?.content.slice(0, calls.length).map(({ tool_use_id }) => tool_use_id) ?? [];
    if (role !== "assistant" && calls.length > 0) throw new Error(`The user calls ${calls.join()}.`);
    if ([...calls].sort().join() !== [...leading].sort().join()) {
      throw new Error(`Message ${index} calls ${calls.join()}; the next one begins with ${leading.join()}.`);
    }
    if (next?.content.slice(calls.length).some(({ type }) => type === "tool_result")) {
      throw new Error(`Message ${index + 1} holds a result that was not asked for, or stands after words.`);
    }
  }
  if (messages[0]?.content.some(({ type }) => type === "tool_result"))
    throw new Error("A result comes first.");
}
