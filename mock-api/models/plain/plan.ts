/** What to do next for a task: a few calls, or the words that end the turn. */
import type { Task } from "./task.ts";
import type { Call, Toolbox, Verb } from "./toolbox.ts";
import type { Answered, Turn } from "./turn.ts";

/** What the plain model has come to. */
export type Outcome =
  | { kind: "not understood" }
  | { kind: "no tool" }
  | { kind: "failed"; said: string }
  | { kind: "tired" }
  | { kind: "absent" }
  | { kind: "ambiguous"; places: number }
  | { kind: "done"; results: readonly Answered[]; places?: number };

export type Move = { calls: Call[] } | { outcome: Outcome };

/** More answers with calls than any task needs; a turn never goes on beyond it. */
const MOST_ROUNDS = 6;

/**
 * The next move of a turn. It follows from the request alone.
 *
 * Law: plain-ends.
 */
export function nextMove(task: Task, tools: Toolbox, turn: Turn): Move {
  if (turn.rounds >= MOST_ROUNDS) return { outcome: { kind: "tired" } };
  switch (task.kind) {
    case "unknown":
      return { outcome: { kind: "not understood" } };
    case "read":
      return readAll(task.files, tools, turn);
    case "replace":
      return replaceIn(task, tools, turn);
    case "write":
      return writeTo(task, tools, turn);
    case "list":
      return once(listing(task.folder, tools), turn);
    case "search":
      return once(searching(task.text, task.place, tools), turn);
    case "run":
      return once(tools.call("run", { command: task.command }), turn);
  }
}

/** A task of one call: make it, then tell what came of it. */
function once(call: Call | undefined, { answered }: Turn): Move {
  const [result] = answered;
  if (result) return told([result]);
  return call ? { calls: [call] } : { outcome: { kind: "no tool" } };
}

function told(results: readonly Answered[]): Move {
  const failed = results.find((result) => result.failed);
  return { outcome: failed ? { kind: "failed", said: failed.said } : { kind: "done", results } };
}

function listing(folder: string, tools: Toolbox): Call | undefined {
  return (
    tools.call("glob", { pattern: folder === "." ? "**/*" : `${folder.replace(/\/$/, "")}/**/*` }) ??
    tools.call("list", { path: folder }) ??
    tools.call("run", { command: `ls -A -- ${quoted(folder)}` })
  );
}

/** A search of one file does without a search tool: it is read, and its lines are looked at. */
function searching(text: string, place: string, tools: Toolbox): Call | undefined {
  const exact = text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return (
    tools.call("grep", { pattern: exact, ...(place !== "." && { path: place }), mode: "content" }) ??
    (/\.\w+$/.test(place) ? tools.call("read", { path: place }) : undefined) ??
    tools.call("run", {
      command: `grep -rnIF --exclude-dir=.git --exclude-dir=node_modules -- ${quoted(text)} ${quoted(place)} | head -n 100`,
    })
  );
}

function readAll(files: readonly string[], tools: Toolbox, { answered }: Turn): Move {
  const open = files.slice(answered.length).map((path) => {
    return tools.call("read", { path }) ?? tools.call("run", { command: `cat -- ${quoted(path)}` });
  });
  if (open.length === 0) return told(answered);
  if (!open.every((call) => call !== undefined)) return { outcome: { kind: "no tool" } };
  return { calls: tools.parallel ? open : open.slice(0, 1) };
}

/** Read, look, then edit: an edit of what was not seen is a guess, and some harnesses refuse it. */
function replaceIn(task: Task & { kind: "replace" }, tools: Toolbox, turn: Turn): Move {
  const { file: path, before, after } = task;
  const edited = last("edit", tools, turn);
  const seen = last("read", tools, turn);
  const places = seen && !seen.failed ? linesOf(seen.said).join("\n").split(before).length - 1 : undefined;
  if (edited) {
    const move = told([edited]);
    return "outcome" in move && move.outcome.kind === "done" && places !== undefined
      ? { outcome: { ...move.outcome, places } }
      : move;
  }
  const reading = tools.call("read", { path });
  if (reading && !seen) return tools.call("edit", { path, before, after }) ? { calls: [reading] } : NO_TOOL;
  if (seen?.failed) return { outcome: { kind: "failed", said: seen.said } };
  if (places === 0) return { outcome: { kind: "absent" } };
  const all = places !== undefined && places > 1;
  const editing = tools.call("edit", { path, before, after, ...(all && { all }) });
  if (!editing) return NO_TOOL;
  if (all && !Object.values(editing.input).includes(true)) return { outcome: { kind: "ambiguous", places } };
  return { calls: [editing] };
}

const NO_TOOL: Move = { outcome: { kind: "no tool" } };

/** Where a harness wants an existing file to be read before it is replaced, it is read, and written once more. */
function writeTo({ file: path, content }: Task & { kind: "write" }, tools: Toolbox, turn: Turn): Move {
  const written = last("write", tools, turn);
  const seen = last("read", tools, turn);
  const writing = tools.call("write", { path, content });
  if (!writing) return NO_TOOL;
  if (!written) return { calls: [writing] };
  if (!written.failed || !/\bread\b/i.test(written.said) || turn.rounds > 2) return told([written]);
  const reading = seen ? writing : tools.call("read", { path });
  return reading ? { calls: [reading] } : told([written]);
}

function last(verb: Verb, tools: Toolbox, { answered }: Turn): Answered | undefined {
  return answered.findLast(({ name }) => tools.verbOf(name) === verb);
}

/** The lines of what a tool said, without the numbers that a reading tool may put before them. */
export function linesOf(said: string): string[] {
  const lines = said.replace(/\n$/, "").split("\n");
  const numbered = lines.every((line) => /^\s*\d+(?:\t|→)/.test(line));
  return numbered ? lines.map((line) => line.replace(/^\s*\d+(?:\t|→)/, "")) : lines;
}

/** One word of a command line, whatever it holds. */
function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
