/** A trial: a law on the source with a wrong way in it, and what came of it. */
import type { LawReport } from "../../test/support/law-report.ts";

/** What is to be tried. */
export interface Trial {
  readonly law: string;
  /** The test file that states it, from the project's root. */
  readonly stated: string;
  /** The file that is wrong, from the root, and all that stands in it. */
  readonly path: string;
  readonly source: string;
}

/** How the law's test ended: with the law's own report, in another way, or not at all. */
export type Outcome =
  | { readonly ended: "broken"; readonly report: LawReport }
  | { readonly ended: "passed" | "no such test" | "never" }
  | { readonly ended: "otherwise"; readonly error: string };

/** A line that the process of trials prints for each that is done. */
export interface Done {
  /** Which trial, in the order in which they were given. */
  readonly at: number;
  readonly outcome: Outcome;
  readonly milliseconds: number;
}
