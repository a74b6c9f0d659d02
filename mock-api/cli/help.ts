/** The help page. */
import { type Entry, entryLines, hung } from "./columns.ts";

/** A line of text, an entry of two columns, or nothing. */
const PAGE: readonly (string | Entry)[] = [
  "mock-api (in a project that has installed the package: glass-mock-api): a Messages API that says no, on this machine",
  "",
  entry("mock-api rules", "every rule: what it checks, its kind, how sure it is, on or off (--json)"),
  entry("mock-api serve", "answers at an address that it prints as its first line; Ctrl-C ends it"),
  "",
  "with serve",
  entry("--port N", "default: 0, any that is free"),
  entry("--host H", "default: 127.0.0.1, which nobody but this machine can reach"),
  entry(
    "--script FILE",
    "a JSON list of replies; without it a small rule-based stand-in for a model answers",
  ),
  entry(
    "--log FILE",
    "a JSON line for each request is added to it: time, method, path, status, usage, fault, error; no header, no text of a conversation",
  ),
  entry("--cache FILE", "keeps the prompt cache there, so that it outlives the server"),
  entry(
    "--faults FILE|SEED",
    "what goes wrong at which call: a JSON file, or a whole number for a fault at every fifth call or so",
  ),
  entry("--key K", "take this API key and no other; may be given more than once"),
  "",
  "with both",
  entry("--rules LIST", 'rules to turn on or off: --rules "MR-46=off,MR-79/older=on"'),
  "",
  "Exit code: 0 done, 1 failed, 2 wrong usage. (npm run itself ends with 130 at Ctrl-C.)",
];

function entry(name: string, text: string): Entry {
  return { start: `  ${name.padEnd(20)} `, text };
}

/** The page, no wider than the screen. */
export function helpPage(columns: number | undefined): string {
  return PAGE.flatMap((line) => {
    if (typeof line !== "string") return entryLines(line, columns);
    return columns === undefined ? [line] : hung("", "", line, columns);
  }).join("\n");
}
