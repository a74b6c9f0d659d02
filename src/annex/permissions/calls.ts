/** A tool call as permissions see it: which file it is about, what a person is shown of it, and which rule is just it. */
import { relative } from "node:path";
import type { AskedCall } from "../../ports.ts";
import { type FileOfCall, fileOf, type Place } from "./files.ts";

/** Which other tools a rule for a tool speaks of: a rule for reading of all that read, one for editing of all that write. */
const COVERED: Readonly<Record<string, readonly string[]>> = {
  Read: ["Glob", "Grep", "NotebookRead", "LS"],
  Edit: ["Write", "MultiEdit", "NotebookEdit"],
};

/** Tools that are about a file, or a folder. */
const OF_FILES: ReadonlySet<string> = new Set(Object.entries(COVERED).flat(2));

/** Does a rule for one tool speak of another? `mcp__server` and `mcp__server__*` speak of all tools of that server. */
export function covers(ruled: string, tool: string): boolean {
  if (ruled === tool || COVERED[ruled]?.includes(tool)) return true;
  const server = ruled.replace(/(__)?\*$/, "");
  return (
    ruled.startsWith("mcp__") && tool.startsWith(`${server}__`) && (server !== ruled || !/__.*__/.test(ruled))
  );
}

/** The file or folder that a call is about; undefined where it is about none. */
export function fileOfCall({ tool, input }: AskedCall, place: Place): FileOfCall | undefined {
  if (!OF_FILES.has(tool)) return undefined;
  const path = input["file_path"] ?? input["notebook_path"] ?? input["path"] ?? place.cwd;
  return fileOf(String(path), place);
}

/** The command line of a shell call; undefined for any other. */
export function commandOf({ tool, input }: AskedCall): string | undefined {
  return tool === "Bash" && typeof input["command"] === "string" ? input["command"] : undefined;
}

/** The rule that speaks of just this call: a file for one that edits, the whole line for a command. */
export function ruleOf(call: AskedCall, place: Place): string {
  const command = commandOf(call);
  if (command !== undefined) return `Bash(${command})`;
  const file = fileOfCall(call, place);
  if (file && call.kind === "edit") return `Edit(/${relative(place.cwd, file.real ?? file.named)})`;
  const named = { Agent: call.input["subagent_type"], Skill: call.input["skill"] };
  const name = Object.hasOwn(named, call.tool) ? named[call.tool as keyof typeof named] : undefined;
  return typeof name === "string" ? `${call.tool}(${name})` : call.tool;
}

/**
 * The whole call as a person is asked about it: every line, nothing cut off, and what cannot be seen made visible, so
 * that what is shown is what runs (bug report 128). Law: whole-call-told
 */
export function shownCall({ tool, input }: Pick<AskedCall, "tool" | "input">): string {
  const { command, ...others } = input;
  const isLine = tool === "Bash" && typeof command === "string";
  const rest = Object.entries(isLine ? others : input).map(([name, value]) => {
    const text = visible(typeof value === "string" ? value : JSON.stringify(value));
    return text.includes("\n") ? `${visible(name)}:\n${text}` : `${visible(name)}: ${text}`;
  });
  return [isLine ? `${tool}: ${visible(command)}` : visible(tool), ...rest].join("\n");
}

/** What moves or hides other characters, or looks like a space and is none; the ends of lines stay. */
const UNSEEN = /(?![\n ])[\p{C}\p{Z}\p{DI}\u2800]/gu;

function visible(text: string): string {
  return text.replace(UNSEEN, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return code === 0x7f ? "\u2421" : `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}
