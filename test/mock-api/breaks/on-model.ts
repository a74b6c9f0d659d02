/** A legal request, sent to a model that the break needs. */
import type { MessagesRequest, RequestMessage } from "../../../mock-api/index.ts";
import { assistant, text, user } from "../blocks.ts";
import type { Break, Broken } from "./break.ts";

/** The version under which sampling parameters were still taken. */
export const EARLIER = { "anthropic-version": "2023-06-01" };

/**
 * The same conversation in a form that every model takes, with one more turn begun: no thinking, no system messages in
 * its middle, no settings. A break adds what it needs.
 */
export function onModel(legal: MessagesRequest, model: string): MessagesRequest {
  const { thinking: _thinking, output_config: _config, tool_choice: _choice, ...bare } = legal;
  const spoken = legal.messages.filter(({ role }) => role !== "system").map(unthought);
  return { ...bare, model, messages: [...spoken, assistant(text("so")), user(text("next"))] };
}

function unthought({ role, content }: RequestMessage): RequestMessage {
  if (typeof content === "string") return { role, content };
  return { role, content: content.filter(({ type }) => !type.endsWith("thinking")) };
}

/** What a refusal says: all of it, or what is known of it; where that needs a path, written by its index. */
interface Said {
  text?: string | ((at: number) => string);
  contains?: readonly string[] | ((at: number) => readonly string[]);
}

/** A break of a request to one model; `at` is the index that a message after it would have. */
export function asking(
  model: string,
  rule: string,
  how: string,
  change: (request: MessagesRequest, at: number) => Record<string, unknown>,
  refused: Omit<Broken, "broken" | "sound" | keyof Said> & Said = {},
): Break {
  const { text, contains, ...more } = refused;
  const make: Break["make"] = (legal) => {
    const request = onModel(legal, model);
    const at = request.messages.length;
    const broken = { ...request, ...change(request, at) };
    return {
      broken,
      ...more,
      ...(text !== undefined && { text: typeof text === "function" ? text(at) : text }),
      ...(contains && { contains: typeof contains === "function" ? contains(at) : contains }),
    };
  };
  return { rule, how, make };
}

/** A change that goes on with the conversation. */
export function going(
  ...messages: RequestMessage[]
): (request: MessagesRequest) => { messages: RequestMessage[] } {
  return (request) => ({ messages: [...request.messages, ...messages] });
}
