/**
 * Channel 3: what a prompt names with an `@` is read before the model is asked, as if it had asked for it itself (C-4.3,
 * D-16): `@src/a.ts`, `@"my notes.md"`, `@src/a.ts#L10-20`, `@src/`.
 */
import { resolve } from "node:path";
import type { Disk } from "../ports.ts";
import type { ToolUseBlock } from "../wire.ts";

/** A file or a folder that a prompt names, as the input with which Read is called for it. */
export type Mention = { readonly file_path: string; readonly offset?: number; readonly limit?: number };

/** The call of Read that is made for one. */
export type MentionCall = ToolUseBlock & { readonly input: Mention };

/** Behind a word's letter an `@` is part of an e-mail address. */
const MENTION = /(?<![\w.+-])@(?:"([^"\n\0]+)"(#L[\dL-]+)?|([^\s"\0]{1,999}))/g;
const LINES = /^(.+?)#L(\d+)(?:-L?(\d+))?$/;

/** What may follow a path without a space: the marks of a sentence, and the words of a language that has no spaces. */
const REST = /^\W*$|^[^\0-\x7f]/;

/** What nobody means a decorator or a package by. */
const CLEAR_PATH =
  /^(~|\.{1,2})?\/|\/.*\.\w+$|\/$|#L\d|\.(md|txt|json|ya?ml|toml|csv|html|css|[cm]?[jt]sx?|py|rb|go|rs|java|c|h|cpp|sh)$/i;

/**
 * What a prompt names, each once: what is there, as Read's inputs, and what is missing, as it is written. What is not there
 * and does not clearly look like a path is let be.
 */
export function mentionsIn(prompt: string, disk: Disk, cwd: string) {
  const there = new Map<string, Mention>();
  const missing = new Set<string>();
  for (const [, quoted, lines = "", bare = ""] of prompt.matchAll(MENTION)) {
    const readings = quoted === undefined ? cutsOf(bare) : [quoted + lines];
    const found = readings.map(mentioned).find(({ file_path }) => disk.realPath(resolve(cwd, file_path)));
    const path = quoted ?? bare.replace(/[^\w/]+$/, "");
    if (found) there.set(JSON.stringify(found), found);
    else if (quoted !== undefined || CLEAR_PATH.test(path)) missing.add(path);
  }
  return { there: [...there.values()], missing: [...missing] };
}

/** The longest first. */
function cutsOf(bare: string): string[] {
  const ends = Array.from({ length: bare.length }, (_, at) => bare.length - at);
  return ends.filter((end) => REST.test(bare.slice(end))).map((end) => bare.slice(0, end));
}

function mentioned(path: string): Mention {
  const [, file_path = path, first, last = first] = LINES.exec(path) ?? [];
  const offset = Number(first);
  return { file_path, ...(first && { offset, limit: Math.max(1, Number(last) - offset + 1) }) };
}
