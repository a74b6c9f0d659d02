/** The real client's logs: what is rebuilt from them is what the real client sent. */
import { describe, expect, test } from "vitest";
import { refusal } from "#mock-api";
import { type Block, type Message, readLog } from "#src/index.ts";
import { asked, rebuild } from "./support/conversation.ts";
import { recordings } from "./support/recordings.ts";

const RECORDINGS = recordings();

test("25 resumes were recorded", () => {
  expect(RECORDINGS).toHaveLength(25);
});

describe.each(RECORDINGS)("$name", ({ log, messages }) => {
  test("the conversation is the one that the real client sent", () => {
    expect(rebuild(log).conversation.messages.map(comparable)).toEqual(messages.map(comparable));
  });

  test("the API takes the conversation with a new prompt", () => {
    const request = asked(rebuild(log).conversation.messages);
    expect(refusal(request, { foreignSignatures: "accept" })).toBeNull();
  });

  test("every line is read and every parent is there", () => {
    const read = readLog(log);
    expect(read.damaged).toEqual([]);
    expect(rebuild(log).path.items.filter((item) => item.kind === "gap")).toEqual([]);
  });
});

/** The recordings leave out the trailing newlines of texts. */
function comparable({ role, content }: Message): Message {
  return { role, content: content.map(comparableBlock) };
}

function comparableBlock(block: Block): Block {
  return block.type === "text" ? { ...block, text: String(block["text"]).trimEnd() } : block;
}
