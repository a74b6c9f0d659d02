/** How the models of the chapters read a request: it is all that they will ever know (C-1.2). */
import type { MessagesRequest, RequestBlock, RequestMessage } from "#mock-api";

/** What a request asks: the last prompt in it, and the results that have come since. */
export function askedIn({ messages }: MessagesRequest): {
  readonly prompt: string | undefined;
  readonly results: readonly RequestBlock[];
} {
  const asked = messages.findLastIndex((message) => promptIn(message) !== undefined);
  const results = blocksIn(messages.slice(asked)).filter(({ type }) => type === "tool_result");
  return { prompt: promptIn(messages[asked]), results };
}

/** The blocks of messages, one after the other; a plain string is a text block. */
export function blocksIn(messages: readonly RequestMessage[]): RequestBlock[] {
  return messages.flatMap(({ content }) =>
    typeof content === "string" ? [{ type: "text", text: content }] : content,
  );
}

/** What the user has said in a message; undefined where it holds only results, or reminders of the harness. */
export function promptIn(message: RequestMessage | undefined): string | undefined {
  if (message?.role !== "user") return undefined;
  const words = blocksIn([message]).filter(({ type }) => type === "text");
  return words.map(({ text }) => String(text)).findLast((said) => !said.startsWith("<system-reminder>"));
}
