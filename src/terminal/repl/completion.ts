/** Tab: a half-written command or mention becomes a whole one. */
import type { Editor } from "./editor.ts";
import { type Row, single } from "./rows.ts";
import { type Change, only, type ReplState } from "./state.ts";

/** What a word may become, in the order in which Tab goes through it. */
export interface Completion {
  /** Where the word begins in the line. */
  readonly from: number;
  readonly options: readonly string[];
  /** Which of them stands in the line; -1 while it is only what they have in common. */
  readonly at: number;
}

/** Options that are shown at a time. */
const SHOWN = 6;
/** A command is all there is in the line; a mention stands behind a space. */
const WORD = /^\/[^\s/]*$|(?<=^|\s)@(?:"[^"\n]*|[^\s"]*)$/;

/** The word at the cursor that Tab can complete; undefined where there is none. */
export function wordAt({ text, cursor }: Editor): string | undefined {
  return WORD.exec(text.slice(0, cursor))?.[0];
}

/** Tab: asks what the word may become or, where that is on the screen, puts the next of it into the line. */
export function onTab(state: ReplState, isBack: boolean): Change {
  const { completion, editor } = state;
  if (completion) return only(taken(state, completion, isBack));
  const word = wordAt(editor);
  return word === undefined ? only(state) : only(state, { type: "complete", word });
}

/** What the word may become. Where that is one thing alone it stands in the line; else what all of it have in common. */
export function onOptions(state: ReplState, word: string, options: readonly string[]): Change {
  const { editor } = state;
  // Meanwhile somebody may have written on.
  if (wordAt(editor) !== word) return only(state);
  const from = editor.cursor - word.length;
  const [first, ...others] = options;
  if (first === undefined) return only({ ...state, hint: `Nothing begins with ${word}.` });
  if (others.length === 0)
    return only({ ...state, editor: put(editor, from, isDone(first) ? `${first} ` : first) });
  const common = options.reduce(inCommon);
  const next = common.length > word.length ? put(editor, from, common) : editor;
  return only({ ...state, editor: next, completion: { from, options, at: -1 } });
}

/** The options, a few at a time, around the one that stands in the line; at most `most` rows. */
export function optionRows({ completion, width }: ReplState, most: number): Row[] {
  if (!completion || most < 1) return [];
  const { options, at } = completion;
  const height = Math.min(SHOWN, most, options.length);
  const top = Math.max(0, Math.min(at - height + 1, options.length - height));
  return options.slice(top, top + height).map((option, index): Row => {
    const more = index === height - 1 ? options.length - top - height : 0;
    const rest = more > 0 ? `  … ${more} more` : "";
    const isTaken = top + index === at;
    return [
      { text: isTaken ? "❯ " : "  ", tint: "cyan" },
      { text: single(option, width - 2 - rest.length), tint: isTaken ? "cyan" : "gray" },
      { text: rest, tint: "gray" },
    ];
  });
}

function taken(state: ReplState, { from, options, at }: Completion, isBack: boolean): ReplState {
  const before = at === -1 ? options.length : at;
  const next = (isBack ? before - 1 : at + 1) % options.length;
  const editor = put(state.editor, from, options[next] ?? "");
  return { ...state, editor, completion: { from, options, at: next } };
}

function put(editor: Editor, from: number, word: string): Editor {
  const { text, cursor } = editor;
  return { ...editor, text: text.slice(0, from) + word + text.slice(cursor), cursor: from + word.length };
}

/** A folder may be gone on from. */
function isDone(word: string): boolean {
  return !word.endsWith("/");
}

function inCommon(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  // Half a character is none.
  return /[\ud800-\udbff]$/.test(one.slice(0, length)) ? one.slice(0, length - 1) : one.slice(0, length);
}
