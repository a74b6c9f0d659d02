/** What the view of a conversation is told: by the keys, the harness, and whoever does what it wants done. */
import type { Question } from "../../annex/permissions/ask.ts";
import type { ContextReport } from "../../annex/window/report.ts";
import type { HarnessEvent } from "../../events.ts";
import type { Marks } from "../context/marks.ts";
import type { Key } from "./editor.ts";

/** What the view is told. */
export type Input =
  | { readonly type: "event"; readonly event: HarnessEvent }
  | { readonly type: "key"; readonly key: Key }
  | { readonly type: "ask"; readonly question: Question }
  /** Nobody waits for the answer any more. */
  | { readonly type: "withdrawn"; readonly id: string }
  /** A turn begins, or what else takes its time and can be interrupted; and is over. */
  | { readonly type: "busy"; readonly doing?: string }
  | { readonly type: "idle"; readonly failed?: boolean }
  /** Was queued when an earlier process ended. */
  | { readonly type: "left"; readonly texts: readonly string[] }
  | { readonly type: "facts"; readonly model: string; readonly mode: string }
  | { readonly type: "told"; readonly text: string; readonly isBad?: boolean }
  /** What fills the window; every thing in it, or the largest ones. */
  | { readonly type: "context"; readonly report: ContextReport; readonly marks: Marks; readonly all: boolean }
  /** A question beside the conversation is asked, is answered; or nobody waits for it any more. */
  | { readonly type: "btw"; readonly question: string; readonly answer?: string }
  | { readonly type: "btw-gone" }
  /** What a word at the cursor may become. */
  | { readonly type: "options"; readonly word: string; readonly options: readonly string[] }
  /** Words come back into the line. */
  | { readonly type: "line"; readonly text: string }
  /** Another session stands behind the view: what was said in it, oldest first. */
  | { readonly type: "moved"; readonly said: readonly string[] }
  /** A line names a skill, so it is a prompt. */
  | { readonly type: "invokes"; readonly line: string }
  | { readonly type: "size"; readonly columns: number; readonly rows: number };
