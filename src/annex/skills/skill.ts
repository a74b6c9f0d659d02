/** A skill: instructions in a file of their own. The model knows one line of it until it is invoked (C-6.1). */
import { dirname } from "node:path";
import { type HeadFault, markdownFile } from "../context/frontmatter.ts";
import { oneLine } from "../log/one-line.ts";

/** One skill, as its file has it now. */
export interface Skill {
  /** What it is invoked by: the name of its folder, or of the command file. */
  readonly name: string;
  /** The file, an absolute path. */
  readonly path: string;
  /** Whose it is: found under the data root, or in the project. */
  readonly source: "user" | "project";
  /** What it does and when it is of use, in one line; what the head does not say is the body's first paragraph. */
  readonly description: string;
  /** What a person is to put behind the name, for `/help`. */
  readonly hint: string;
  /** The names of its arguments, in their order. */
  readonly argumentNames: readonly string[];
  /** May the model invoke it? If not, it is not listed either. */
  readonly isForModel: boolean;
  /** May a person, by `/name`? */
  readonly isForUser: boolean;
  /** Fields of the head that other clients act on, and this one does not. */
  readonly ignored: readonly string[];
  readonly body: string;
}

/** The folder in which a skill's other files lie. */
export function folderOf({ path }: Pick<Skill, "path">): string {
  return dirname(path);
}

/** What other clients act on. What is only said of a skill, such as its licence, is not missed. */
const NOT_HONOURED = "allowed-tools disallowed-tools model effort context agent hooks paths shell".split(" ");

/** Reads a skill's file. Never throws. */
export function skillFrom(
  source: string,
  place: Pick<Skill, "name" | "path" | "source">,
): Skill | { readonly fault: HeadFault } {
  const file = markdownFile(source);
  if ("fault" in file) return file;
  const { head, body } = file;
  const isHidden = yesOrNo(head, "disable-model-invocation", false);
  const isForUser = yesOrNo(head, "user-invocable", true);
  if (typeof isHidden !== "boolean") return { fault: isHidden };
  if (typeof isForUser !== "boolean") return { fault: isForUser };
  const [paragraph = ""] = body.replace(/^#+ /, "").split(/\r?\n\s*\r?\n/, 1);
  const described = [head["description"] ?? paragraph, head["when_to_use"]].map(textOf).join(" ");
  return {
    ...place,
    description: oneLine(described),
    hint: oneLine(hintOf(head["argument-hint"])),
    argumentNames: namesIn(head["arguments"]),
    isForModel: !isHidden,
    isForUser,
    ignored: NOT_HONOURED.filter((field) => Object.hasOwn(head, field)),
    body,
  };
}

/** A word that is neither would hide a skill, or show one, against its writer's will: it is a fault. */
function yesOrNo(head: Readonly<Record<string, unknown>>, field: string, otherwise: boolean) {
  const value = Object.hasOwn(head, field) ? head[field] : otherwise;
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  return { line: 2, what: `${field} must be true or false` };
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** `[file] [lines]` is text, and `[file]` alone is a list to YAML. */
function hintOf(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(textOf).join(", ")}]` : textOf(value);
}

function namesIn(value: unknown): readonly string[] {
  const names = Array.isArray(value) ? value.map(textOf) : textOf(value).split(/[\s,]+/);
  return names.filter((name) => /^[A-Za-z_]\w*$/.test(name) && name !== "ARGUMENTS");
}
