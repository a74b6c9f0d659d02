/**
 * What the model is told of the tools of servers: their names when the session begins, and from then on each change by a
 * note where it happened, never by other words at the beginning (D-13).
 */
import type { Injection, Injections } from "../../context/attachments.ts";
import type { Attachment, HookMoment, Hooks } from "../../hooks.ts";
import { isRecord, spelled } from "../../wire.ts";
import { TOOL_SEARCH } from "./tool-search.ts";

/** How a tool stands: it can be called; it takes other inputs than the list says; it is new, and not in the list. */
export type ToolStatus = "usable" | "altered" | "later";

/** Every tool of a server, by name. */
export type ToolStatuses = ReadonlyMap<string, ToolStatus>;

type Fields = Readonly<Record<string, unknown>>;

const NAMES = "mcp_tools";
const CHANGES = "mcp_tools_changed";

const MOMENTS: readonly HookMoment["event"][] = ["SessionStart", "UserPromptSubmit", "PostToolUse"];

/** Leaves a note where what has been told on the path is not what there is. Law: mcp-changes-told */
export function tellingTools(now: () => ToolStatuses): Hooks {
  return async ({ event }, _signal, told) => {
    const note = MOMENTS.includes(event) ? noteOf(told?.() ?? [], now()) : undefined;
    return { attachments: note ? [note] : [] };
  };
}

function noteOf(told: readonly Attachment[], now: ToolStatuses): Attachment | undefined {
  const notes = told.filter(({ type }) => type === NAMES || type === CHANGES);
  if (notes.length === 0) {
    const names = [...now].filter(([, status]) => status === "usable").map(([name]) => name);
    return names.length > 0 ? { type: NAMES, names } : undefined;
  }
  const known = toldTools(notes);
  const all = [...new Set([...known.keys(), ...now.keys()])].sort();
  const changes = all
    .filter((name) => known.get(name) !== now.get(name))
    .map((name) => ({ name, status: now.get(name) ?? "gone" }));
  // Numbered, so that two calls which end at once tell it once, and a tool that goes again is told again.
  return changes.length > 0 ? { type: CHANGES, number: notes.length, changes } : undefined;
}

/** What the model knows of the tools, by the attachments on its path. */
export function toldTools(told: readonly Fields[]): ToolStatuses {
  const known = new Map<string, ToolStatus>();
  for (const { type, names, changes } of told) {
    if (type === NAMES) for (const name of listOf(names)) known.set(spelled(name), "usable");
    if (type !== CHANGES) continue;
    for (const change of listOf(changes).filter(isRecord)) {
      const name = spelled(change["name"]);
      if (isStatus(change["status"])) known.set(name, change["status"]);
      else known.delete(name);
    }
  }
  return known;
}

const ASIDE: Readonly<Record<string, string>> = {
  usable: "can be called now",
  altered: "take another input now than their definition says",
  later: "are new, and can be called only once glass is started anew",
  gone: "are gone; a call of one fails",
};

const names: Injection = {
  words: ({ names }) =>
    `Tools of MCP servers, by name only. Before one is called, ${TOOL_SEARCH} has to show what input it takes:\n${listOf(names).join("\n")}`,
  once: () => true,
};

const changes: Injection = {
  words: ({ changes }) => {
    const all = listOf(changes).filter(isRecord);
    const parts = Object.entries(ASIDE).map(([status, words]) => {
      const those = all.filter((change) => change["status"] === status).map(({ name }) => spelled(name));
      return those.length === 0 ? "" : `\nThese ${words}: ${those.join(", ")}.`;
    });
    return `The tools of MCP servers have changed.${parts.join("")}`;
  },
  once: ({ number, changes }) => JSON.stringify([number, changes]),
};

/** How the two are worded. */
export const MCP_INJECTIONS: Injections = { [NAMES]: names, [CHANGES]: changes };

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isStatus(value: unknown): value is ToolStatus {
  return value === "usable" || value === "altered" || value === "later";
}
