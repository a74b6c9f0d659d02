/** Images that the API would refuse stand in a log, and the session goes on (MR-60). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { refusal } from "#mock-api";
import { type Block, fittingImages, type Message } from "#src/index.ts";
import { DOT, image, png } from "../mock-api/pictures.ts";
import { law, shownAs } from "../support/law.ts";

/** Sides of pictures around the limits. */
const PICTURES = new Map([1, 1999, 2000, 2001, 7999, 8000, 8001].map((side) => [side, image(png(1, side))]));
const ODD: Readonly<Record<string, Block>> = {
  "no picture": image("AAAA") as Block,
  "a tiff": image(png(1, 1), "image/tiff") as Block,
  "at a url": { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
  heavy: image(`${png(1, 1)}${"A".repeat(10 * 2 ** 20)}`) as Block,
};

type Shown = number | "no picture" | "a tiff" | "at a url";

const anyPicture = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Shown>(1, 1, 1999, 2000, 2001, 8000, 8001) },
  { weight: 1, arbitrary: fc.constantFrom<Shown>("no picture", "a tiff", "at a url") },
);

/** What one message shows: at once, in a result, or in a document. */
const anyShowing = fc.record({
  where: fc.constantFrom("here", "in a result", "in a document"),
  pictures: fc.array(anyPicture, { maxLength: 9 }),
});

const anyConversation = shownAs(fc.array(anyShowing, { minLength: 1, maxLength: 6 }), (showings) =>
  showings.map(({ where, pictures }) => `${where}: ${pictures.join(", ")}`).join("\n"),
);

law(
  "images-fit",
  "whatever images stand in a conversation, the API takes it, an image that it takes by itself is left out only where those before it leave no room, and none that was sent is left out later",
  [anyConversation],
  (showings) => {
    const messages = showings.flatMap(messagesOf);
    const sent = fittingImages(messages, "claude-opus-5");
    for (let count = 2; count <= messages.length; count += 2) {
      const earlier = fittingImages(messages.slice(0, count), "claude-opus-5");
      expect(JSON.stringify(sent.slice(0, count))).toBe(JSON.stringify(earlier));
    }
    const request = { model: "claude-opus-5", max_tokens: 100, messages: sent };
    expect(
      refusal({ ...request, messages: [...sent, ASKED] }, { rules: { "MR-60/readable": true } }),
    ).toBeNull();
    expect(imagesIn(sent)).toEqual(roomFor(showings.flatMap(({ pictures }) => pictures)));
  },
  { runs: 60 },
);

test("an image over 10 MB is left out, and of a window of 200,000 tokens no more than 100 are sent", () => {
  const many = (count: number) => Array.from({ length: count }, () => DOT as Block);
  const shown = (content: Block[], model: string) =>
    imagesIn(fittingImages([{ role: "user", content }], model));
  expect(shown([ODD["heavy"] as Block, DOT as Block], "claude-opus-5")).toEqual([1]);
  expect(shown(many(102), "claude-haiku-4-5")).toHaveLength(100);
  expect(shown(many(102), "claude-opus-5")).toHaveLength(102);
});

const ASKED: Message = { role: "user", content: [{ type: "text", text: "And?" }] };

function messagesOf(
  { where, pictures }: { where: string; pictures: readonly Shown[] },
  at: number,
): Message[] {
  const blocks = pictures.map((each) => (PICTURES.get(Number(each)) ?? ODD[each]) as Block);
  const answer: Message = { role: "assistant", content: [{ type: "text", text: "Yes." }] };
  if (where === "here")
    return [{ role: "user", content: [{ type: "text", text: "See." }, ...blocks] }, answer];
  if (where === "in a document") {
    const source = { type: "content", content: [{ type: "text", text: "See." }, ...blocks] };
    return [{ role: "user", content: [{ type: "document", source }] }, answer];
  }
  const id = `t${at}`;
  return [
    { role: "user", content: [{ type: "text", text: "Look." }] },
    { role: "assistant", content: [{ type: "tool_use", id, name: "Work", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: blocks }] },
    answer,
  ];
}

/** The pictures that the rule leaves, each in its turn: written down as it is stated. */
function roomFor(pictures: readonly Shown[]): Shown[] {
  const sent: Shown[] = [];
  for (const each of pictures) {
    if (each === "no picture" || each === "a tiff" || Number(each) > 8000) continue;
    const isMany = sent.length + 1 > 20;
    if (isMany && [...sent, each].some((shown) => Number(shown) > 2000)) continue;
    sent.push(each);
  }
  return sent;
}

function imagesIn(messages: readonly Message[]): Shown[] {
  const json = JSON.stringify(messages);
  const names = new Map([...PICTURES].map(([side, { source }]) => [JSON.stringify(source), side] as const));
  const sources = [...json.matchAll(/"type":"image","source":(\{[^}]*\})/g)].map((found) => found[1] ?? "");
  return sources.map((source) => names.get(source) ?? "at a url");
}
