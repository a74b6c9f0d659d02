/** Harnesses that mark their requests in other ways, or break their prefix as others do: ours, but for one thing. */
import type { Block, MessagesRequest } from "#src/index.ts";

/** What is sent in the place of a request, its number counted from 0. */
export type Harness = (request: MessagesRequest, number: number) => MessagesRequest;

const MARKER = { cache_control: { type: "ephemeral", ttl: "1h" } };

/** The harnesses by name; ours first. */
export const HARNESSES: Readonly<Record<string, Harness>> = {
  ours: (request) => request,
  "one marker, at the end": (request) => ({
    ...request,
    system: request.system.map(bare),
    ...endOnly(request),
  }),
  "one marker, on the system prompt": (request) => ({ ...request, messages: bareMessages(request) }),
  "no markers": (request) => ({
    ...request,
    system: request.system.map(bare),
    messages: bareMessages(request),
  }),
  "the time in the system prompt": (request, number) => ({
    ...request,
    system: request.system.map((block) => ({ ...block, text: `${String(block["text"])}\nStep ${number}.` })),
  }),
  "tools in another order each time": (request, number) => {
    const first = number % request.tools.length;
    return { ...request, tools: [...request.tools.slice(first), ...request.tools.slice(0, first)] };
  },
};

function bare({ cache_control: _marker, ...block }: Block): Block {
  return block as Block;
}

function bareMessages({ messages }: MessagesRequest): MessagesRequest["messages"] {
  return messages.map(({ role, content }) => ({ role, content: content.map(bare) }));
}

function endOnly(request: MessagesRequest): Pick<MessagesRequest, "messages"> {
  const messages = bareMessages(request);
  const last = messages.at(-1);
  const content = last?.content.map((block, at) =>
    at === last.content.length - 1 ? { ...block, ...MARKER } : block,
  );
  return { messages: last && content ? [...messages.slice(0, -1), { ...last, content }] : messages };
}
