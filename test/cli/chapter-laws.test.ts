import fc from "fast-check";
import { expect } from "vitest";
import { isSame, rowOf } from "#src/annex/cache/row.ts";
import type { Key } from "#src/terminal/keyed.ts";
import { keyOf, type Piece, piecesOf } from "#src/terminal/step/difference.ts";
import type { Block, MessagesRequest } from "#src/wire.ts";
import { type Book, bookOf } from "../../scripts/chapter/book.ts";
import { titledPage, type View } from "../../scripts/chapter/page.ts";
import type { Place } from "../../scripts/chapter/place.ts";
import { readingOf } from "../../scripts/chapter/reading.ts";
import { law, shownAs } from "../support/law.ts";
import { TINY } from "../support/tiny-chapter.ts";

const ROWS = 16;
const WIDTH = 80;
/** So many lines of a page are seen whatever stands below it. */
const SEEN = 12;
/** Each was drawn once, from steps that nothing was drawn from before. */
const FRESH = new Map<string, string>();

const VIEW_KEYS: Readonly<Record<string, View>> = {
  d: "diff",
  j: "json",
  t: "tree",
  c: "context",
  s: "source",
  "?": "help",
};
const NAMED = [
  "right",
  "return",
  "space",
  "left",
  "home",
  "end",
  "up",
  "down",
  "pagedown",
  "escape",
  "backspace",
];
const TYPED = [..."nbpgl/djtcs?129Rqx"].filter((each) => each !== "q");

/** Keys of a reader; what is typed behind `g` and `/` is among them. */
const keys = shownAs(
  fc.array(fc.constantFrom(...NAMED, ...TYPED, ...["right", "n", "left", "t", "d", "down", "pagedown"]), {
    maxLength: 40,
  }),
  (pressed) => pressed.join(" "),
);

function key(name: string): Key {
  const isTyped = name.length === 1;
  return { name, text: isTyped ? name : name === "space" ? " " : "", ctrl: false };
}

const original = bookOf(TINY);

function untouched({ chapter, steps }: Book): Book {
  return { chapter, steps: structuredClone(steps) };
}

function freshText(book: Book, { index, view, language }: Place): string {
  const named = `${index} ${view} ${language}`;
  const text =
    FRESH.get(named) ?? titledPage(untouched(book), index, view, { language, width: WIDTH, color: false });
  FRESH.set(named, text);
  return text;
}

/** Where the keys lead by what the help says of them. Looking for a text is the one way that is not followed here. */
function followed(count: number, pressed: readonly string[], landed: readonly Place[]) {
  let [index, view, language] = [0, "whole" as View, "en"];
  let [typing, text] = ["", ""];
  for (const [at, name] of pressed.entries()) {
    const [more, before] = [name === "space" ? " " : name, index];
    if (typing !== "") {
      if (
        name === "return" &&
        typing === "g" &&
        /^\d+$/.test(text) &&
        Number(text) >= 1 &&
        Number(text) <= count
      )
        index = Number(text) - 1;
      if (name === "return" && typing === "/") index = landed[at]?.index ?? -1;
      if (name === "return" || name === "escape") typing = "";
      else if (name === "backspace") text = text.slice(0, -1);
      else if (more.length === 1) text += more;
      continue;
    }
    if (["right", "return", "space", "n"].includes(name)) index = Math.min(count - 1, index + 1);
    if (["left", "b", "p"].includes(name)) index = Math.max(0, index - 1);
    if (name === "home") index = 0;
    if (name === "end") index = count - 1;
    if (name === "g" || name === "/") [typing, text] = [name, ""];
    if (name === "l") language = language === "en" ? "ja" : "en";
    if (name === "escape") view = "whole";
    const shown = VIEW_KEYS[name];
    if (shown) view = view === shown ? "whole" : shown;
    if (index !== before) expect(landed[at]?.top).toBe(0);
  }
  return { index, view, language };
}

law(
  "chapter-steps-free",
  "whatever keys are pressed in a chapter, the page shown is the one that they lead to, and it reads as it does to whoever opens the chapter there",
  [keys],
  async (pressed) => {
    const book = await original;
    const count = book.steps.length;
    const reading = readingOf(book, { language: "en", color: false, width: () => WIDTH, from: 0 });
    const landed: Place[] = [];
    let place = reading.start;
    for (const name of pressed) {
      const next = reading.press(place, key(name), ROWS);
      if (!next) throw new Error(`The key ${name} ended the reading.`);
      place = next;
      landed.push(place);
      const shown = reading.draw(place, ROWS).split("\n");
      expect(shown.length).toBeLessThanOrEqual(ROWS);
      const seen = freshText(book, place)
        .split("\n")
        .slice(place.top, place.top + SEEN);
      expect(shown.slice(0, seen.length)).toEqual(seen);
      const heading = `${place.index + 1}/${count} · ${TINY.number} · ${TINY.title[place.language]}`;
      if (place.top === 0) expect(shown[0]).toContain(heading);
    }
    const { index, view, language } = place;
    expect({ index, view, language }).toEqual(followed(count, pressed, landed));
  },
  { runs: 80 },
);

/** Blocks that are often alike, as those of two requests of one session are. */
const block = fc
  .tuple(
    fc.constantFrom("a", "b", "c", "long words that part late"),
    fc.constantFrom("text", "thinking"),
    fc.boolean(),
  )
  .map(
    ([words, type, marked]): Block => ({
      type,
      [type]: words,
      ...(marked && { cache_control: { type: "ephemeral" } }),
    }),
  );
const request = fc.record({
  model: fc.constant("claude-opus-5"),
  max_tokens: fc.constant(1),
  tools: fc
    .subarray(["Read", "Edit", "Bash"])
    .map((names) => names.map((name) => ({ name, description: "d", input_schema: {} }))),
  system: fc.array(block, { maxLength: 2 }),
  messages: fc.array(
    fc.record({
      role: fc.constantFrom("user" as const, "assistant" as const),
      content: fc.array(block, { minLength: 1, maxLength: 3 }),
    }),
    { maxLength: 5 },
  ),
});

/** The next request of a session, or any other. */
const pair = request.chain((before) =>
  fc
    .oneof(
      request,
      request.map(({ messages }) => ({ ...before, messages: [...before.messages, ...messages] })),
      request.map(({ system }) => ({ ...before, system })),
    )
    .map((now): [MessagesRequest, MessagesRequest] => [before, now]),
);

const blocksFrom = (pieces: readonly Piece[], side: "was" | "is") =>
  pieces.flatMap((piece) => {
    if (piece.kind === "same") return piece.blocks;
    if (piece.kind === "changed") return [side === "was" ? piece.was : piece.block];
    return (piece.kind === "dropped") === (side === "was") ? [piece.block] : [];
  });

law(
  "diff-complete",
  "what is told of two requests names every block of both once, in its order, and what both begin with is told as the same, wherever the markers stand",
  [pair],
  ([before, now]) => {
    const pieces = piecesOf(before, now);
    const [old, next] = [rowOf(before), rowOf(now)];
    expect(blocksFrom(pieces, "was").map(keyOf)).toEqual(old.map(keyOf));
    expect(blocksFrom(pieces, "is").map(keyOf)).toEqual(next.map(keyOf));
    const at = old.findIndex((each, index) => !next[index] || !isSame(each, next[index]));
    const alike = at === -1 ? old.length : at;
    const [first] = pieces;
    const told = first?.kind === "same" ? first.blocks.length : 0;
    expect(told).toBeGreaterThanOrEqual(alike);
    expect(pieces.every((piece, index) => piece.kind !== "same" || piece.isBehind === index > 0)).toBe(true);
  },
  { runs: 200 },
);
