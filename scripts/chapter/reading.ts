/** A chapter read at a terminal: what stands on the screen at a place. */
import type { Keyed } from "#src/terminal/keyed.ts";
import { cellsOf, cut, wrap } from "#src/terminal/layout.ts";
import { painter } from "#src/terminal/style.ts";
import type { Book } from "./book.ts";
import type { Language } from "./chapter.ts";
import { titledPage } from "./page.ts";
import { type Place, pressed, type Sight } from "./place.ts";
import { VIEWER_WORDS } from "./words.ts";

/** How it is read. */
export interface Reading {
  readonly language: Language;
  readonly color: boolean;
  /** Columns of the terminal now. */
  readonly width: () => number;
  /** The step to begin at, counted from 0. */
  readonly from: number;
}

/** The program of a book: a key leads from place to place, and a place says what is shown. */
export function readingOf(book: Book, { language, color, width, from }: Reading): Keyed<Place> {
  const count = book.steps.length;
  const pageAt = ({ view, language }: Place, index: number, color: boolean) =>
    titledPage(book, index, view, { language, width: width(), color });
  const sightAt = (place: Place, rows: number): Sight => ({
    count,
    textAt: (index) => pageAt(place, index, false),
    rows: room(rows, footerOf(place, count, width())),
  });
  return {
    start: { index: from, view: "whole", language, top: 0, sought: "", told: "" },
    press: (place, key, rows) => pressed(place, key, sightAt(place, rows)),
    draw: (place, rows) => {
      const footer = footerOf(place, count, width());
      const lines = pageAt(place, place.index, color).split("\n");
      const shown = lines.slice(place.top, place.top + room(rows, footer));
      const below = lines.length - shown.length - place.top;
      const paint = painter(color);
      const more = cut(VIEWER_WORDS[place.language].more(below), width());
      const cue = lines.length > shown.length ? paint("inverse", more) : "";
      return [...shown, cue, ...footer.map((row) => paint("dim", row))].join("\n");
    },
  };
}

function footerOf({ typing, told, language }: Place, count: number, width: number): string[] {
  const words = VIEWER_WORDS[language];
  const typed = typing && (typing.of === "go" ? words.goTo(typing.text, count) : words.find(typing.text));
  if (typed === undefined && told === "") return keyRows(words.keys, width);
  return wrap(typed ?? told, width).split("\n");
}

/** The keys in rows that fit, each key beside what it does. */
function keyRows(keys: string, width: number): string[] {
  const rows: string[] = [];
  for (const key of keys.split("  ")) {
    const longer = rows.length === 0 ? key : `${rows.at(-1)}  ${key}`;
    if (rows.length > 0 && cellsOf(longer) > width) rows.push(key);
    else rows.splice(-1, 1, longer);
  }
  return rows;
}

/** How many lines of a page are seen: what the footer and the row above it leave. */
function room(rows: number, footer: readonly string[]): number {
  return Math.max(1, rows - footer.length - 1);
}
