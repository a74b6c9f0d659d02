/** What the harness shows the model unasked (C-4.2, C-4.6): one table, and what becomes of each row. */
import { type Block, isRecord, spelled } from "../wire.ts";
import { reminder } from "./reminders.ts";

/** One kind of thing that the harness shows the model unasked: an attachment, by its type. */
export interface Injection {
  /** Its words, which are sent as a reminder; undefined for one that says nothing. */
  readonly words: (attachment: Fields) => string | undefined;
  /** What makes two of them the same: of those only the first stands on a path. Undefined: each stands. */
  readonly once?: (attachment: Fields) => unknown;
  /** `volatile`: it says what holds now, and may be another at the next request. Left out: `persistent`. */
  readonly life?: "persistent" | "volatile";
}

/** What is injected, by the type of its attachment; a type that does not stand here is not sent (C-3.11). */
export type Injections = Readonly<Record<string, Injection>>;

/** What may become of volatile reminders: they are gone after their request, or stay where they were said (D-15). */
export const REMINDERS = ["vanish", "sticky"] as const;

/** One of them. */
export type Reminders = (typeof REMINDERS)[number];

//#region lives
/**
 * What becomes of persistent injections, and of volatile ones under either setting (C-4.6). What is logged stays until a
 * compaction or a rewind takes it off the path; a volatile one is logged each time that it says something else than when
 * it was last told. Law: injected-by-life
 */
export const LIVES = {
  persistent: { isLogged: true, isSentAgain: true, stands: "where it came up" },
  sticky: { isLogged: true, isSentAgain: true, stands: "where it came up" },
  vanish: { isLogged: false, isSentAgain: false, stands: "behind the last marker" },
} as const;

/** What the core itself injects. */
export const CORE_INJECTIONS: Injections = {
  hook_additional_context: {
    words: ({ hookName, content }) =>
      Array.isArray(content) && content.length > 0
        ? `${spelled(hookName)} hook additional context: ${content.map(spelled).join("\n")}`
        : undefined,
    // What was said at the first start is not news at the next (bug report 102). Law: startup-once
    once: ({ hookEvent, content }) => (hookEvent === "SessionStart" ? spelled(content) : undefined),
  },
};
//#endregion

/** The fields of an attachment: which, its type says. */
export type Fields = Readonly<Record<string, unknown>>;

/** What becomes of an attachment of this type. */
export function lifeOf(attachment: Fields, reminders: Reminders, injections = CORE_INJECTIONS) {
  return LIVES[injectionOf(attachment, injections)?.life === "volatile" ? reminders : "persistent"];
}

/** The blocks that stand for an attachment. Law: attached-alike */
export function attachedBlocks(attachment: unknown, injections = CORE_INJECTIONS): readonly Block[] {
  const words = isRecord(attachment) ? injectionOf(attachment, injections)?.words(attachment) : undefined;
  return words === undefined ? [] : [reminder(words)];
}

/**
 * Does the model know it already, from what it was told on this path: the same, by the rule of its type, or of what is
 * volatile the same words as last?
 */
export function isTold(attachment: Fields, told: readonly Fields[], injections = CORE_INJECTIONS): boolean {
  const row = injectionOf(attachment, injections);
  const alike = told.filter(({ type }) => type === attachment["type"]);
  const last = alike.at(-1);
  if (row?.life === "volatile") return (last && row.words(last)) === row.words(attachment);
  const same = row?.once?.(attachment);
  return same !== undefined && alike.some((other) => row?.once?.(other) === same);
}

function injectionOf({ type }: Fields, injections: Injections): Injection | undefined {
  return typeof type === "string" && Object.hasOwn(injections, type) ? injections[type] : undefined;
}
