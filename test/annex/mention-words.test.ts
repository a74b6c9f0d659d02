/** Mentions in words: under a thinking budget, and as other clients log them (O-9, D-16). */
import { beforeEach, expect, test, vi } from "vitest";
import { ANNEX_INJECTIONS } from "#src/annex/context/injections.ts";
import { mentionsAsWords } from "#src/annex/mentions/as-words.ts";
import { law } from "../support/law.ts";
import { remark, user } from "../support/log-lines.ts";
import { anyPrompt, expectRead, pairsIn, playMentions } from "../support/mentions.ts";
import { TakenUp } from "../support/taken-up.ts";

// The SDK writes there that a model is old.
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));

const THINKING = { model: "claude-opus-4-5", thinking: { budget: 2000 } };

law(
  "mentions-in-words",
  "under a thinking budget what a prompt names is read through the same gates, and is told in words that stand in every later request, with no call that the model has not made",
  [anyPrompt],
  async ({ named }) => {
    const told = { settings: THINKING, injections: ANNEX_INJECTIONS, mentionsAsWords };
    const played = await playMentions(named, told);
    expectRead(named, played);
    expect(pairsIn(played.requests[0])).toEqual([]);
  },
  { runs: 13 },
);

test("a file that another client has logged as an attachment is sent in words, with its lines numbered (O-9)", () => {
  const file = { filePath: "/p/a.md", content: "# A\n\nb\n", numLines: 4, startLine: 1, totalLines: 4 };
  const attachment = {
    type: "file",
    filename: "/p/a.md",
    content: { type: "text", file },
    displayPath: "a.md",
  };
  const image = { type: "file", filename: "/p/i.png", content: { type: "image", file: { base64: "" } } };
  const lines = [
    user({ uuid: "u1", parent: null }, "m0"),
    remark({ uuid: "x1", parent: "u1" }, "attachment", { attachment }),
    remark({ uuid: "x2", parent: "x1" }, "attachment", { attachment: image }),
  ];
  const { session } = new TakenUp(lines, [], { injections: ANNEX_INJECTIONS });
  const [, words, ...more] = session.conversation().messages[0]?.content ?? [];
  expect(words?.["text"]).toContain('"file_path":"/p/a.md"');
  expect(words?.["text"]).toContain("\n1\t# A\n2\t\n3\tb\n4\t\n</system-reminder>");
  expect(more).toEqual([]);
});
