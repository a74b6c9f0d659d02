/** What D-5 says of an answer that was interrupted while it streamed: told from what was planned and what has come. */
import type { Reply } from "#mock-api";
import type { MessagesRequest } from "#src/index.ts";

/** The words and the shown thinking of a reply that must be in the log, when so many characters of it have come. */
export function keptByRule(
  { content = [] }: Reply,
  { thinking }: MessagesRequest,
  characters: number,
): string[] {
  const isShown = thinking?.["display"] === "summarized" || thinking?.["type"] === "enabled";
  const said = content.flatMap((block) => {
    if (block.type === "text") return [{ isWord: true, text: block.text }];
    return block.type === "thinking" && isShown ? [{ isWord: false, text: block.thinking }] : [];
  });
  // The piece that came last is of a block that has not ended; all before it have.
  let end = 0;
  const unfinished = said.findIndex(({ text }) => {
    end += text.length;
    return end >= characters;
  });
  const finished = said.slice(0, unfinished);
  const words = finished.findLastIndex(({ isWord }) => isWord);
  return finished.slice(0, words + 1).map(({ text }) => text);
}
