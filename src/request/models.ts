/** What the harness must know of a model before it asks it (MR-88, MR-97). */

/** How much work goes into an answer, from least to most. */
export const EFFORTS = ["low", "medium", "high", "xhigh", "max"] as const;

/** One of them. */
export type Effort = (typeof EFFORTS)[number];

/** What differs between models. */
export interface ModelFacts {
  /** Tokens that one request and its answer may hold together. */
  readonly window: number;
  /** The most tokens that one answer may hold. */
  readonly maxOutput: number;
  /** The values of `thinking.type` that it takes (C-2.10), the one for everyday first. */
  readonly modes: readonly string[];
  /** The efforts that it takes; none: `effort` is refused (MR-50). */
  readonly efforts: readonly Effort[];
  /** Does its thinking hold only behind the very tools, system and messages that it was made after (C-2.14)? */
  readonly isBound: boolean;
}

const ALL = EFFORTS.join(" ");

/** The first row that fits a model's name says what it takes (MR-46, MR-50, MR-88); one that fits none is new. */
const ROWS: readonly (readonly [name: RegExp, modes: string, efforts: string, isBound: boolean])[] = [
  [/^claude-sonnet-5-5/, "adaptive between_tools", ALL, true],
  [/^claude-haiku-5-5/, "adaptive disabled", ALL, true],
  [/^claude-(fable|mythos)-5(?!-\d\b)/, "adaptive", ALL, false],
  [/^claude-((opus|sonnet)-5(?!-5)|opus-4-[78])/, "adaptive disabled", ALL, false],
  [/^claude-\w+-4-6/, "adaptive enabled disabled", "low medium high max", false],
  [/^claude-opus-4-5/, "enabled disabled", "low medium high", false],
  [/^claude-\w+-4-5/, "enabled disabled", "", false],
];

/** The model that is asked where none is named (D-3). */
export const DEFAULT_MODEL = "claude-opus-5";

/** The facts of a model; an unknown one is taken for one of the newest. */
export function modelFacts(model: string): ModelFacts {
  const [, modes = "adaptive", levels = ALL, isBound = true] = ROWS.find(([name]) => name.test(model)) ?? [];
  const [window, maxOutput] = /-4-5(-|$)/.test(model) ? [200_000, 64_000] : [1_000_000, 128_000];
  const efforts = EFFORTS.filter((each) => levels.split(" ").includes(each));
  return { window, maxOutput, modes: modes.split(" "), efforts, isBound };
}

/** Are these two names of one model? One may carry its date. */
export function isSameModel(one: string, other: string): boolean {
  const bare = (name: string) => name.replace(/-\d{8}$/, "");
  return bare(one) === bare(other);
}
