/** Where a reader of a chapter stands, and where each key leads from there. */
import type { Key } from "#src/terminal/keyed.ts";
import type { Language } from "./chapter.ts";
import type { View } from "./page.ts";
import { VIEWER_WORDS } from "./words.ts";

/** Where the reader is. */
export interface Place {
  /** The step, counted from 0. */
  readonly index: number;
  readonly view: View;
  readonly language: Language;
  /** How many lines of the page are scrolled away above. */
  readonly top: number;
  /** What is being typed behind `g` or `/`. */
  readonly typing?: { readonly of: "go" | "find"; readonly text: string } | undefined;
  /** What was looked for last. */
  readonly sought: string;
  /** What the last key has to say. */
  readonly told: string;
}

/** What a key's way depends on besides the place. */
export interface Sight {
  readonly count: number;
  /** The text of a step, in the view and the language of the place. */
  readonly textAt: (index: number) => string;
  /** How many lines of a page are seen at once. */
  readonly rows: number;
}

type Way = (place: Place, sight: Sight) => Place;

const to = (step: (index: number, count: number) => number): Way => {
  return (place, { count }) => turned(place, Math.min(count - 1, Math.max(0, step(place.index, count))));
};
const show = (view: View): Way => {
  return (place) => ({ ...place, view: place.view === view ? "whole" : view, top: 0 });
};
const scroll = (lines: number): Way => {
  return (place, sight) => {
    return { ...place, top: scrolled(place.index, place.top + lines, sight) };
  };
};
const type = (of: "go" | "find"): Way => {
  return (place) => ({ ...place, typing: { of, text: "" } });
};
const next = to((index) => index + 1);
const back = to((index) => index - 1);

/** Which key leads where. Any other leads nowhere; `q` and Ctrl-C end the reading. */
const WAYS: ReadonlyMap<string, Way> = new Map([
  ["right", next],
  ["n", next],
  ["space", next],
  ["return", next],
  ["left", back],
  ["b", back],
  ["p", back],
  ["home", to(() => 0)],
  ["end", to((_, count) => count - 1)],
  ["up", scroll(-1)],
  ["down", scroll(1)],
  ["pageup", scroll(-10)],
  ["pagedown", scroll(10)],
  ["g", type("go")],
  ["/", type("find")],
  ["d", show("diff")],
  ["j", show("json")],
  ["t", show("tree")],
  ["c", show("context")],
  ["s", show("source")],
  ["?", show("help")],
  ["l", (place) => ({ ...place, language: place.language === "en" ? "ja" : "en", top: 0 })],
  ["escape", (place) => ({ ...place, view: "whole", top: 0 })],
]);

/** Where a key leads; undefined where it ends the reading. Law: chapter-steps-free */
export function pressed(place: Place, key: Key, sight: Sight): Place | undefined {
  const quiet = { ...place, told: "" };
  if (place.typing) return typed(quiet, place.typing, key, sight);
  if (key.name === "q") return undefined;
  return WAYS.get(key.name)?.(quiet, sight) ?? quiet;
}

/** A page is always seen from its top. */
function turned(place: Place, index: number): Place {
  return index === place.index ? place : { ...place, index, top: 0 };
}

type Typing = NonNullable<Place["typing"]>;

function typed(place: Place, { of, text }: Typing, { name, text: more }: Key, sight: Sight): Place {
  const done = { ...place, typing: undefined };
  if (name === "escape") return done;
  if (name === "return") return of === "go" ? gone(done, text, sight) : found(done, text, sight);
  if (name === "backspace") return { ...place, typing: { of, text: [...text].slice(0, -1).join("") } };
  return { ...place, typing: { of, text: text + more } };
}

function gone(place: Place, text: string, { count }: Sight): Place {
  if (text === "") return place;
  const number = Number(text);
  const isStep = Number.isInteger(number) && number >= 1 && number <= count;
  if (isStep) return turned(place, number - 1);
  return { ...place, told: VIEWER_WORDS[place.language].noStep(text, count) };
}

/** The next step whose page holds the text, at the end on from the first; large and small letters are the same. */
function found(place: Place, text: string, sight: Sight): Place {
  const { count, textAt } = sight;
  const sought = text === "" ? place.sought : text;
  if (sought === "") return place;
  const holds = (shown: string) => shown.toLowerCase().includes(sought.toLowerCase());
  const steps = Array.from({ length: count }, (_, ahead) => (place.index + 1 + ahead) % count);
  const index = steps.find((each) => holds(textAt(each)));
  if (index === undefined) return { ...place, sought, told: VIEWER_WORDS[place.language].notFound(sought) };
  const line = textAt(index).split("\n").findIndex(holds);
  return { ...place, index, sought, top: line < sight.rows ? 0 : scrolled(index, line, sight) };
}

/** How far a page can be scrolled towards a line. */
function scrolled(index: number, line: number, { textAt, rows }: Sight): number {
  const lowest = Math.max(0, textAt(index).split("\n").length - rows);
  return Math.min(lowest, Math.max(0, line));
}
