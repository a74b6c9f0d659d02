/** The settings of a legal request, fitted to its model: which there are is read from the documentation's table. */
import fc from "fast-check";
import type { MessagesRequest, RequestMessage } from "../../mock-api/wire.ts";
import { documented } from "./model-table.ts";

/** Models of every kind that the rules and the cache tell apart. */
export const anyModel = fc.constantFrom(
  "claude-opus-5",
  "claude-opus-5-5",
  "claude-sonnet-5",
  "claude-opus-4-7",
  "claude-haiku-4-5-20251001",
  "claude-sonnet-5-5",
  "claude-sonnet-4-6",
  "claude-fable-5-2",
);

/** What is drawn of a request's settings before it is known what its model takes. */
export interface Draw {
  /** Which of the model's thinking modes; undefined: none is named. */
  mode?: number | undefined;
  /** Which of its efforts. */
  effort?: number | undefined;
  /** In which of the places where one may stand there is a system message. */
  told: number[];
}

export const anyDraw: fc.Arbitrary<Draw> = fc.record({
  mode: fc.option(fc.nat(9), { nil: undefined }),
  effort: fc.option(fc.nat(9), { nil: undefined }),
  told: fc.uniqueArray(fc.nat(9), { maxLength: 2 }),
});

/** The request with as much of the draw as its model takes. */
export function fitted(request: MessagesRequest, draw: Draw): MessagesRequest {
  const { modes, efforts, calm, systemMessages } = documented(request.model);
  const effort = draw.effort === undefined ? undefined : efforts[draw.effort % efforts.length];
  const mode = draw.mode === undefined ? undefined : modes[draw.mode % modes.length];
  const fits = mode === "enabled" ? beginsWithThinking(request.messages) : mode !== calm || !isMuch(effort);
  return {
    ...request,
    ...(effort && { output_config: { effort } }),
    ...(mode && fits && thinkingIn(mode)),
    ...(systemMessages && { messages: withSystemMessages(request.messages, draw.told) }),
  };
}

/** The request without thinking that has a budget, which max_tokens has to be above. */
export function withoutBudget(request: MessagesRequest): MessagesRequest {
  const { thinking, ...rest } = request;
  return thinking?.type === "enabled" ? rest : request;
}

function thinkingIn(mode: string): Partial<MessagesRequest> {
  if (mode === "enabled") return { max_tokens: 2_048, thinking: { type: mode, budget_tokens: 1_024 } };
  return { thinking: { type: mode, ...(mode === "adaptive" && { display: "summarized" }) } };
}

function isMuch(effort: string | undefined): boolean {
  return effort === "xhigh" || effort === "max";
}

/** Does the turn that is still open begin with thinking, as a budget for it asks? */
function beginsWithThinking(messages: readonly RequestMessage[]): boolean {
  const prompt = messages.findLastIndex(({ role, content }) => role === "user" && !hasResult(content));
  const content = messages.slice(prompt + 1).find(({ role }) => role === "assistant")?.content;
  return (
    content === undefined || (Array.isArray(content) && (content[0]?.type.endsWith("thinking") ?? false))
  );
}

function hasResult(content: RequestMessage["content"]): boolean {
  return Array.isArray(content) && content.some(({ type }) => type === "tool_result");
}

/** Between a user message and the assistant's: the last message stays the user's, so that a test can go on from it. */
function withSystemMessages(messages: readonly RequestMessage[], told: readonly number[]): RequestMessage[] {
  const places = messages.flatMap((_, at) => (isPlace(messages, at) ? [at] : []));
  const chosen = new Set(places.length === 0 ? [] : told.map((nth) => places[nth % places.length]));
  return messages.flatMap((message, at): RequestMessage[] => {
    if (!chosen.has(at)) return [message];
    const text = `n${at}`;
    return [message, { role: "system", content: at % 2 === 0 ? text : [{ type: "text", text }] }];
  });
}

function isPlace(messages: readonly RequestMessage[], at: number): boolean {
  return messages[at]?.role === "user" && messages[at + 1]?.role === "assistant";
}
