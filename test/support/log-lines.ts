/** Lines of a log as the real client writes them, with short names for uuids and only the fields that matter. */
import type { Block, Line } from "#src/index.ts";

/** The session that all these lines are of. */
export const SESSION = "00000000-0000-4000-8000-000000000001";

/** An entry's own name and its parent's. */
export interface Place {
  readonly uuid: string;
  readonly parent: string | null;
}

/** What a person, or a tool, says. */
export function user({ uuid, parent }: Place, content: string | readonly Block[], more: object = {}): Line {
  return { ...chained(uuid, parent), type: "user", message: { role: "user", content }, ...more };
}

/** The result of a call. */
export function result(place: Place, toolUseId: string, content: string, more: object = {}): Line {
  return user(place, [{ type: "tool_result", tool_use_id: toolUseId, content, ...more }]);
}

/** One block of a response. */
export function assistant(
  { uuid, parent }: Place,
  response: string,
  block: Block | readonly Block[],
  more: object = {},
): Line {
  const content = Array.isArray(block) ? block : [block];
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: response, role: "assistant", model: "claude-opus-5", content, usage, ...more };
  return { ...chained(uuid, parent), type: "assistant", message };
}

/** A remark in the chain: an attachment, a progress line, a system line. */
export function remark({ uuid, parent }: Place, type: string, more: object = {}): Line {
  return { ...chained(uuid, parent), type, ...more };
}

/** A block that calls a tool. */
export function call(id: string): Block {
  return { type: "tool_use", id, name: "Work", input: { label: id } };
}

/** A block of words. */
export function words(text: string): Block {
  return { type: "text", text };
}

/** The bytes of a log of these lines. */
export function logOf(lines: readonly (Line | string)[]): string {
  return lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
}

/** Clocks are of no account (D-7), so these go back and forth. */
function chained(uuid: string, parent: string | null): Record<string, unknown> {
  const minute = [...uuid].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 60, 7);
  const timestamp = `2026-07-28T06:${String(minute).padStart(2, "0")}:00.000Z`;
  return { uuid, parentUuid: parent, isSidechain: false, sessionId: SESSION, timestamp };
}

/** A line as a report shows it: name, parent, and what it says. */
export function showLine(line: Line | string): string {
  if (typeof line === "string") return `(damaged) ${line}`;
  const { type, uuid, parentUuid, message, ...rest } = line as Record<string, unknown>;
  const said = message as { id?: string; content?: string | Block[] } | undefined;
  const more = rest["subtype"] ?? rest["leafUuid"] ?? "";
  const stranger = rest["sessionId"] === SESSION || uuid === undefined ? "" : "(another session) ";
  const aside = rest["isSidechain"] === true ? "(sidechain) " : stranger;
  const kept = rest["compactMetadata"] ? JSON.stringify(rest["compactMetadata"]) : "";
  if (uuid === undefined) return `${type} ${more}`.trim();
  return `${aside}${uuid} <- ${parentUuid ?? "-"}  ${type} ${said?.id ?? more} ${kept}${showContent(said?.content)}`;
}

function showContent(content: string | readonly Block[] | undefined): string {
  if (typeof content === "string") return content;
  return (content ?? [])
    .map((block) => `${block.type}(${block["id"] ?? block["tool_use_id"] ?? block["text"] ?? ""})`)
    .join(" ");
}
