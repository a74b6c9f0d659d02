/** The sessions of a folder as a list to choose from: what each is called, when it changed last, how it ended. */

import { ageOf } from "../../annex/log/age.ts";
import { widthOf } from "../../annex/log/one-line.ts";
import type { SessionRow } from "../../annex/log/sessions/listing.ts";
import { previewOf } from "../../annex/log/sessions/preview.ts";
import { nodeShelf } from "../../host/log-shelf.ts";
import { sizeOf } from "../sessions-table.ts";
import type { Asked } from "./choices.ts";

/** Columns of what was said last, at the most. */
const PREVIEWED = 300;
const NAMELESS = "(without a title)";

/** The list. `now` is in milliseconds since 1970; `words` are searched for at first. */
export function sessionList(
  rows: readonly SessionRow[],
  { now, words = "" }: { readonly now: number; readonly words?: string },
): Asked<SessionRow> {
  const ages = rows.map(({ changed }) => ageOf(changed, now));
  const column = Math.max(0, ...ages.map(widthOf));
  const choices = rows.map((row, at) => ({
    value: row,
    name: `${(ages[at] ?? "").padEnd(column)}  ${row.title === "" ? NAMELESS : row.title}`,
    also: `${row.id} ${row.branch ?? ""}`,
    about: [factsOf(row)],
  }));
  return { message: "Which session?", choices, aboutOf: endOf, words };
}

function factsOf({ id, branch, bytes, cwd, branched_from: origin }: SessionRow): string {
  const off = origin === null ? "" : `branched off ${origin.slice(0, 8)}`;
  const facts = [id.slice(0, 8), branch ?? "", sizeOf(bytes), cwd ?? "", off];
  return facts.filter((each) => each !== "").join(" · ");
}

/** What was said last, and what was answered. */
function endOf(row: SessionRow): readonly string[] {
  const { prompt, answer } = previewOf(nodeShelf, row, PREVIEWED);
  return [...(prompt === undefined ? [] : [`> ${prompt}`]), ...(answer === undefined ? [] : [answer])];
}
