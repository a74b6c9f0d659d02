/** From the bytes of a log to the conversation that is sent, through the reader in `src/log`. */
import {
  type Block,
  buildTree,
  type Conversation,
  leafOf,
  type Message,
  type MessagesRequest,
  type Node,
  type Path,
  pathTo,
  readLog,
  type Tree,
  transcribe,
} from "#src/index.ts";

/** A log, read all the way. */
export interface Rebuilt {
  readonly tree: Tree;
  readonly leaf: Node | undefined;
  readonly path: Path;
  readonly conversation: Conversation;
}

/** Reads a log as a resuming process does. */
export function rebuild(log: Uint8Array | string, sessionId?: string): Rebuilt {
  const bytes = typeof log === "string" ? new TextEncoder().encode(log) : log;
  const tree = buildTree(readLog(bytes), sessionId);
  const leaf = leafOf(tree);
  const path = pathTo(tree, leaf);
  return { tree, leaf, path, conversation: transcribe(path) };
}

/** The request that asks on from a conversation: the smallest one that the API's rules for messages apply to. */
export function asked(messages: readonly Message[], prompt = "And now?"): MessagesRequest {
  const said: Block = { type: "text", text: prompt };
  const last = messages.at(-1);
  const asking: Message[] =
    last?.role === "user"
      ? [...messages.slice(0, -1), { role: "user", content: [...last.content, said] }]
      : [...messages, { role: "user", content: [said] }];
  return { model: "claude-opus-5", max_tokens: 1000, system: [], tools: [], messages: asking };
}
