/** From the blocks of a scripted reply to those of the answer: ids, and signatures for the thinking (MR-62, D-25). */
import { NEWEST } from "../http/head.ts";
import type { AnswerIds } from "../http/ids.ts";
import type { ReplyBlock } from "../models/scripted.ts";
import type { Call } from "../rules/call.ts";
import { type Claims, isThinking, signRedacted, signThinking } from "../thinking/signatures.ts";
import { type Trail, trailTo } from "../thinking/trail.ts";
import type { AnswerBlock, MessagesRequest, RequestBlock } from "../wire.ts";

/** The blocks of an answer to a conversation, as it was `sent`. */
export function answerBlocks(
  content: readonly ReplyBlock[],
  call: Call,
  sent: MessagesRequest,
  ids: AnswerIds,
): AnswerBlock[] {
  const signer = new Signer(call, sent, ids, content);
  const form: Form = {
    shown: (call.request.thinking?.display ?? call.traits.display) !== "omitted",
    newest: call.head.version === NEWEST,
  };
  const made: AnswerBlock[] = [];
  for (const block of content) {
    const next = answerBlock(block, ids.toolUse(made.length), made, signer, form);
    signer.read(next, content.slice(made.length + 1));
    made.push(next);
  }
  return made;
}

/** What of a block depends on the request. */
interface Form {
  /** Is thinking shown (MR-89)? */
  shown: boolean;
  /** Does a key that may be null always stand there? Before the newest version a text without citations has none (MR-62). */
  newest: boolean;
}

function answerBlock(
  block: ReplyBlock,
  id: string,
  before: readonly AnswerBlock[],
  signer: Signer,
  form: Form,
): AnswerBlock {
  switch (block.type) {
    case "text": {
      const { citations = null } = block;
      return { type: "text", text: block.text, ...(citations || form.newest ? { citations } : {}) };
    }
    case "thinking": {
      // MR-89: left out or not, what is signed is the same.
      const signature = signThinking(block.thinking, signer.claims());
      return { type: "thinking", thinking: form.shown ? block.thinking : "", signature };
    }
    case "redacted_thinking":
      return { type: "redacted_thinking", data: signRedacted(signer.claims()) };
    case "tool_use":
    case "server_tool_use": {
      const { type, name, input } = block;
      const made = type === "tool_use" ? id : `srv${id}`;
      return { type, id: block.id ?? made, name, input, caller: { type: "direct" } };
    }
    case "container_upload":
    case "fallback":
    case "compaction":
      return block;
    default:
      return { ...block, tool_use_id: block.tool_use_id ?? lastServerCall(before) };
  }
}

function lastServerCall(blocks: readonly AnswerBlock[]): string {
  const call = blocks.findLast((block) => block.type === "server_tool_use");
  return call?.type === "server_tool_use" ? call.id : "";
}

/** Knows what each thinking block of one answer is bound to. */
class Signer {
  readonly #made: Pick<Claims, "maker" | "organization">;
  /** Only where there is something to sign: to follow a conversation takes time. */
  readonly #trail: Trail | undefined;
  #answer: string;
  #total: number;
  #ordinal = 0;

  constructor(
    { request, head }: Call,
    sent: MessagesRequest,
    ids: AnswerIds,
    content: readonly ReplyBlock[],
  ) {
    this.#made = { maker: request.model, organization: head.organization };
    this.#answer = ids.message;
    this.#total = thoughtsUntilFallback(content);
    if (content.some(isThinking)) this.#trail = trailTo(sent);
  }

  /** What the next thinking block is signed for. */
  claims(): Claims {
    if (!this.#trail) throw new Error("There is no thinking in this answer to sign.");
    const [answer, total, ordinal] = [this.#answer, this.#total, this.#ordinal];
    this.#ordinal += 1;
    return { ...this.#made, ...this.#trail.binding, answer, total, ordinal };
  }

  /** Goes on by one block; `rest` is what follows it. */
  read(block: AnswerBlock, rest: readonly ReplyBlock[]): void {
    if (block.type === "fallback") {
      // MR-77: what stands behind it comes back without what stood before it, and so is a whole of its own.
      this.#answer = `${this.#answer}_`;
      this.#total = thoughtsUntilFallback(rest);
      this.#ordinal = 0;
    }
    const comesBack = block.type !== "tool_use" || !rest.some(({ type }) => type === "fallback");
    if (comesBack) this.#trail?.read("assistant", block as RequestBlock);
  }
}

function thoughtsUntilFallback(content: readonly ReplyBlock[]): number {
  const end = content.findIndex(({ type }) => type === "fallback");
  return (end === -1 ? content : content.slice(0, end)).filter(isThinking).length;
}
