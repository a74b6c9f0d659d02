/** What the version 2026-10-21 no longer takes (MR-4, MR-5). The wordings are the mock's own. */
import { NEWEST } from "../http/head.ts";
import type { RequestBlock } from "../wire.ts";
import type { Call } from "./call.ts";
import { firstOf, type RefusalRule } from "./rule.ts";

export const versionRules: RefusalRule[] = [
  {
    id: "MR-4",
    checks: "since 2026-10-21 no document stands directly in an assistant message",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      inMessagesOf("assistant", call, (block, path) =>
        block.type === "document"
          ? `${path()}: \`document\` blocks cannot stand directly in an assistant message since version ${NEWEST}`
          : undefined,
      ),
  },
  {
    id: "MR-5",
    checks: "since 2026-10-21 the texts of a user message carry no citations",
    kind: "refusal",
    confidence: "H",
    check: (call) => inMessagesOf("user", call, faultOfCitations),
  },
];

type Look = (block: RequestBlock, path: () => string) => string | undefined;

function inMessagesOf(whose: "user" | "assistant", { head, request }: Call, look: Look): string | undefined {
  if (head.version !== NEWEST) return undefined;
  return firstOf(request.messages.entries(), ([at, { role, content }]) =>
    role === whose && typeof content !== "string"
      ? inBlocks(content, () => `messages.${at}.content`, look)
      : undefined,
  );
}

// A path is only written once there is something to say.
function inBlocks(blocks: readonly RequestBlock[], path: () => string, look: Look): string | undefined {
  return firstOf(blocks.entries(), ([index, block]) => look(block, () => `${path()}.${index}`));
}

/** A text, or the texts that a search result, a tool result or a document is made of. */
function faultOfCitations(block: RequestBlock, path: () => string): string | undefined {
  const { type, citations, content, source } = block;
  if (type === "text") {
    return Array.isArray(citations) && citations.length > 0
      ? `${path()}.text.citations: a text in a user message cannot carry citations since version ${NEWEST}`
      : undefined;
  }
  if (Array.isArray(content)) return inBlocks(content, () => `${path()}.${type}.content`, faultOfCitations);
  const parts = (source as { content?: unknown } | undefined)?.content;
  return Array.isArray(parts)
    ? inBlocks(parts as RequestBlock[], () => `${path()}.document.source.content.content`, faultOfCitations)
    : undefined;
}
