/** The line editor: text, a cursor in it, and what was said before. Pure: a key makes a new editor. Law: typed-as-is */
import { widthOf } from "../../annex/log/one-line.ts";

/** A key as it was pressed, or a text that was pasted. */
export interface Key {
  /** `return`, `up`, `a` …; `paste` for a pasted text, `text` for characters without a name. */
  readonly name: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly shift: boolean;
  /** What it types; empty for a key that types nothing. */
  readonly text: string;
}

/** What is being written. The cursor stands before the character at `cursor`, in code units. */
export interface Editor {
  readonly text: string;
  readonly cursor: number;
  /** Said before, oldest first. */
  readonly history: readonly string[];
  /** Which of them is shown; `history.length` for the text that is being written. */
  readonly at: number;
  /** What was being written before one of them was looked up. */
  readonly draft: string;
}

/** An empty editor. */
export function emptyEditor(history: readonly string[] = []): Editor {
  return { text: "", cursor: 0, history, at: history.length, draft: "" };
}

/** The editor after its text was sent. */
export function sent(editor: Editor): Editor {
  const { text, history } = editor;
  return emptyEditor(text.trim() === "" || history.at(-1) === text ? history : [...history, text]);
}

/** The editor with a text typed at its cursor. */
export function insert(editor: Editor, typed: string): Editor {
  const clean = typed.replace(/\r\n?/g, "\n");
  const { text, cursor } = editor;
  return {
    ...editor,
    text: text.slice(0, cursor) + clean + text.slice(cursor),
    cursor: cursor + clean.length,
  };
}

/** The editor after a key; undefined when the key does not edit. */
export function edit(editor: Editor, key: Key): Editor | undefined {
  if (key.name === "paste") return insert(editor, key.text);
  const action = ACTIONS[nameOf(key)];
  if (action) return action(editor);
  return key.text !== "" && !key.ctrl && !key.meta ? insert(editor, key.text) : undefined;
}

function nameOf({ name, ctrl, meta }: Key): string {
  return `${ctrl ? "ctrl-" : ""}${meta ? "meta-" : ""}${name}`;
}

type Action = (editor: Editor) => Editor;

const to = (place: (editor: Editor) => number): Action => {
  return (editor) => ({ ...editor, cursor: place(editor) });
};
const remove = (place: (editor: Editor) => number): Action => {
  return (editor) => {
    const [start = 0, end = 0] = [editor.cursor, place(editor)].sort((a, b) => a - b);
    return { ...editor, text: editor.text.slice(0, start) + editor.text.slice(end), cursor: start };
  };
};

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

const back = ({ text, cursor }: Editor) =>
  cursor - ([...graphemes.segment(text.slice(0, cursor))].at(-1)?.segment.length ?? 0);
const forth = ({ text, cursor }: Editor) =>
  cursor + (graphemes.segment(text.slice(cursor))[Symbol.iterator]().next().value?.segment.length ?? 0);
const wordBack = ({ text, cursor }: Editor) => Math.max(0, text.slice(0, cursor).search(/\S+\s*$/u));
const wordForth = ({ text, cursor }: Editor) =>
  cursor + (/^\s*\S+/u.exec(text.slice(cursor))?.[0].length ?? text.length - cursor);
const lineStart = ({ text, cursor }: Editor) => text.slice(0, cursor).lastIndexOf("\n") + 1;
const lineEnd = ({ text, cursor }: Editor) => {
  const end = text.indexOf("\n", cursor);
  return end === -1 ? text.length : end;
};

/** As many columns into the line that begins at `start` as the cursor stands into its own, and not within a character. */
function below(editor: Editor, start: number): number {
  let room = widthOf(editor.text.slice(lineStart(editor), editor.cursor));
  const line = editor.text.slice(start, lineEnd({ ...editor, cursor: start }));
  const past = [...graphemes.segment(line)].find(({ segment }) => {
    room -= widthOf(segment);
    return room < 0;
  });
  return start + (past?.index ?? line.length);
}

/** One line up, or from the first line to what was said before. */
const up: Action = (editor) => {
  const start = lineStart(editor);
  if (start === 0) return recall(editor, editor.at - 1);
  return { ...editor, cursor: below(editor, lineStart({ ...editor, cursor: start - 1 })) };
};

/** One line down, or from the last line to what was said after. */
const down: Action = (editor) => {
  const end = lineEnd(editor);
  if (end === editor.text.length) return recall(editor, editor.at + 1);
  return { ...editor, cursor: below(editor, end + 1) };
};

function recall(editor: Editor, at: number): Editor {
  const { history } = editor;
  if (at < 0 || at > history.length) return editor;
  const draft = editor.at === history.length ? editor.text : editor.draft;
  const text = history[at] ?? draft;
  return { text, cursor: text.length, history, at, draft };
}

const ACTIONS: Readonly<Record<string, Action>> = {
  left: to(back),
  "ctrl-b": to(back),
  right: to(forth),
  "ctrl-f": to(forth),
  "ctrl-left": to(wordBack),
  "meta-b": to(wordBack),
  "ctrl-right": to(wordForth),
  "meta-f": to(wordForth),
  home: to(lineStart),
  "ctrl-a": to(lineStart),
  end: to(lineEnd),
  "ctrl-e": to(lineEnd),
  backspace: remove(back),
  "ctrl-h": remove(back),
  delete: remove(forth),
  "ctrl-d": remove(forth),
  "ctrl-w": remove(wordBack),
  "meta-backspace": remove(wordBack),
  "ctrl-u": remove(lineStart),
  "ctrl-k": remove(lineEnd),
  up,
  "ctrl-p": up,
  down,
  "ctrl-n": down,
  // Alt+Enter and Ctrl-J begin a new line.
  "meta-return": (editor) => insert(editor, "\n"),
  enter: (editor) => insert(editor, "\n"),
};
