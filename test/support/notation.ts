/**
 * The notation in which bug reports are kept: `U1 A1(U1,tu=t1) R1(A1,tr=t1)`. A name's first letter says what the line
 * is: U a user's, A a response's, R a result's, P progress, X an attachment, T a title, F a file snapshot, B a compaction's
 * boundary; `{…` is a damaged line. In brackets: the parent (`-` or nothing: a root), then fields.
 */
import type { Block, Line } from "#src/index.ts";
import { assistant, call, type Place, remark, user, words } from "./log-lines.ts";

const ENTRY = /^([A-Z]\w*)(?:\((.*)\))?$/;

/** The lines that a text in the notation stands for. */
export function linesOf(notation: string): (Line | string)[] {
  return notation.trim().split(/\s+/).map(lineOf);
}

function lineOf(token: string): Line | string {
  const [, uuid, inside = ""] = ENTRY.exec(token) ?? [];
  if (uuid === undefined) return token;
  const [parent = "", ...rest] = inside.split(",");
  const fields = rest.map((field) => field.split("=") as [string, string]);
  const place = { uuid, parent: parent === "" || parent === "-" ? null : parent };
  return entryOf(place, fields, new Map(fields));
}

function entryOf(
  place: Place,
  fields: readonly [string, string][],
  named: ReadonlyMap<string, string>,
): Line {
  const blocks = fields.flatMap(([key, value]) => blockOf(key, value, place.uuid, named) ?? []);
  switch (place.uuid[0]) {
    case "A": {
      const model = named.get("model") ? { model: named.get("model") } : {};
      return assistant(
        place,
        named.get("m") ?? place.uuid,
        blocks.length > 0 ? blocks : words(place.uuid),
        model,
      );
    }
    case "P":
      return remark(place, "progress");
    case "X":
      return remark(place, "attachment", { attachment: { type: "hook_success" } });
    case "B":
      return remark(place, "system", {
        subtype: "compact_boundary",
        logicalParentUuid: named.get("logical"),
      });
    case "T":
      return { type: "ai-title", aiTitle: "a title" };
    case "F":
      return {
        type: "file-history-snapshot",
        messageId: named.get("of"),
        uuid: named.get("of"),
        snapshot: {},
      };
    default:
      return spread(user(place, blocks.length > 0 ? blocks : place.uuid), named);
  }
}

/** The block that a field of an entry stands for; undefined for a field that is about the entry. */
function blockOf(
  key: string,
  value = "",
  uuid: string,
  named: ReadonlyMap<string, string>,
): Block | undefined {
  const failed = named.has("error") ? { is_error: true } : {};
  switch (key) {
    case "tu":
      return call(value);
    case "tr":
      return { type: "tool_result", tool_use_id: value, content: uuid, ...failed };
    case "thinking":
      return { type: "thinking", thinking: "", signature: value };
    case "redacted":
      return { type: "redacted_thinking", data: value };
    case "text":
      return words(value.replaceAll("_", " "));
    default:
      return undefined;
  }
}

/** A message that some program has spread into its letters. */
function spread(line: Line, named: ReadonlyMap<string, string>): Line {
  return named.has("spread") ? { ...line, message: { 0: "h", 1: "i", role: "user" } } : line;
}
