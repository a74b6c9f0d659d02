/**
 * Permission rules as they stand in settings files: `{"permissions": {"allow": [], "ask": [], "deny": []}}`, each rule
 * the name of a tool, and in brackets what of it is meant.
 */
import { isRecord } from "../../wire.ts";
import { isMode, MODE_NAMES, type PermissionMode } from "./modes.ts";

/** What a rule says of the calls that it speaks of. `deny` wins over `ask`, and `ask` over `allow`. */
export type Behavior = "allow" | "ask" | "deny";

/** One rule. */
export interface Rule {
  readonly behavior: Behavior;
  /** As it was written. */
  readonly text: string;
  readonly tool: string;
  /** What stands in the brackets; undefined for all calls of the tool. */
  readonly pattern: string | undefined;
  /** The file that it stands in, for a person; undefined for one that was said in the session. */
  readonly from: string | undefined;
}

/** What a rule has to do with a call. `speaks`: it is about this call. `may`: it cannot be excluded, and why. */
export type Relation = "speaks" | { readonly may: string } | undefined;

/** What is wrong in a settings file, and where. */
export interface RuleFault {
  readonly file: string;
  /** A JSON pointer (RFC 6901). */
  readonly pointer: string;
  readonly message: string;
}

/** The part of a settings file that is about permissions. */
export interface PermissionSettings {
  /** In the order of the file, which decides only which of several rules is named. */
  readonly rules: readonly Rule[];
  readonly defaultMode: PermissionMode | undefined;
  /** A file with faults does not say what its writer means: a rule that denies may be among what could not be read. */
  readonly faults: readonly RuleFault[];
}

const BEHAVIORS: readonly Behavior[] = ["allow", "ask", "deny"];
/** Names that a rule can mean, in their one spelling; others, such as those of a server's tools, are taken as they are. */
const TOOLS =
  "Agent Bash Edit Glob Grep LS MultiEdit NotebookEdit NotebookRead Read Skill Task TaskCreate TaskList TaskUpdate WebFetch WebSearch Write".split(
    " ",
  );
const RULE = /^([A-Za-z_][\w-]*\*?)(?:\(([\s\S]*)\))?$/;

/** Reads `permissions` out of the parsed JSON of a settings file. Never throws; what is wrong stands in `faults`. */
export function parseRules(settings: unknown, file: string): PermissionSettings {
  const permissions = isRecord(settings) ? settings["permissions"] : undefined;
  const faults: RuleFault[] = [];
  const fault = (pointer: string, message: string) => faults.push({ file, pointer, message });
  if (permissions === undefined) return { rules: [], defaultMode: undefined, faults };
  if (!isRecord(permissions)) {
    fault("/permissions", "Here stands an object with lists of rules: allow, ask, deny.");
    return { rules: [], defaultMode: undefined, faults };
  }
  const rules = BEHAVIORS.flatMap((behavior) => rulesOf(behavior, permissions[behavior], file, fault));
  return { rules, defaultMode: modeOf(permissions["defaultMode"], fault), faults };
}

type TellFault = (pointer: string, message: string) => void;

function rulesOf(behavior: Behavior, list: unknown, file: string, fault: TellFault): Rule[] {
  const pointer = `/permissions/${behavior}`;
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    fault(pointer, 'Here stands a list of rules, such as ["Bash(npm run test:*)"].');
    return [];
  }
  return list.flatMap((text: unknown, index) => {
    const rule = typeof text === "string" ? parseRule(text, behavior, file) : "A rule is a text in quotes.";
    if (typeof rule !== "string") return [rule];
    fault(`${pointer}/${index}`, rule);
    return [];
  });
}

/** Reads one rule. `Task` is what the tool Agent was called. Returns what is wrong with it, in one sentence. */
function parseRule(text: string, behavior: Behavior, from?: string): Rule | string {
  const match = RULE.exec(text.trim());
  const [, tool, inside] = match ?? [];
  if (tool === undefined) {
    return `"${text}" is no rule. A rule is the name of a tool, or one with a pattern: Bash(npm run test:*), Edit(src/**).`;
  }
  if (inside?.trim() === "") return `"${text}" has nothing in its brackets. For all calls write ${tool}.`;
  if (tool.endsWith("*") && !tool.startsWith("mcp__")) return `"${text}": a tool is named in full.`;
  if (tool === "Bash" && inside && /:\*(?!$)/.test(inside.trim())) {
    return `"${text}": :* can stand at the end only. In the middle write a space and *.`;
  }
  const meant = TOOLS.find((name) => name !== tool && name.toLowerCase() === tool.toLowerCase());
  if (meant !== undefined) return `"${text}": the tool is called ${meant}.`;
  const isAll = inside === undefined || /^(\*|\*\*|:\*)$/.test(inside.trim());
  return {
    behavior,
    text: text.trim(),
    tool: tool === "Task" ? "Agent" : tool,
    pattern: isAll ? undefined : inside?.trim(),
    from,
  };
}

function modeOf(mode: unknown, fault: TellFault): PermissionMode | undefined {
  if (mode === undefined) return undefined;
  if (isMode(mode) && mode !== "bypassPermissions") return mode;
  const named = MODE_NAMES.filter((name) => name !== "bypassPermissions").join(", ");
  const why = mode === "bypassPermissions" ? " bypassPermissions is said at launch, never in a file." : "";
  fault("/permissions/defaultMode", `Here stands one of ${named}.${why}`);
  return undefined;
}
