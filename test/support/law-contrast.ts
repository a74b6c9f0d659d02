/** What a broken law sets side by side: what it expected, and what it got. It is data, so that a report can hold it. */

/** A log's tree as far as a law looks at it. */
export interface TreeSketch {
  /** In the order of the file. `parent`: null for a root; one that is not among the nodes is missing. */
  readonly nodes: readonly { readonly id: string; readonly parent: string | null }[];
  readonly leaf?: string | undefined;
  /** From the root to the leaf, by id; `?x` where an entry x is missing. */
  readonly path?: readonly string[] | undefined;
}

/** Two of a kind: trees, lists of blocks (a request's messages, a log's lines), or texts. */
export type Contrast =
  | { readonly kind: "tree"; readonly expected: TreeSketch; readonly got: TreeSketch }
  | { readonly kind: "blocks"; readonly expected: readonly string[]; readonly got: readonly string[] }
  | { readonly kind: "text"; readonly expected: string; readonly got: string };

type Sides<T> = { readonly expected: T; readonly got: T };

/** Thrown by a law that can say more than that two values differ. */
export class ContrastError extends Error {
  readonly contrast: Contrast;

  constructor(because: string, contrast: Contrast) {
    super(because);
    this.contrast = contrast;
  }
}

/** Ends a law's case as broken: `because` says in a clause what differs, `expected` and `got` show it. Throws always. */
export function contrast(
  because: string,
  { expected, got }: Sides<TreeSketch> | Sides<readonly string[]> | Sides<string>,
): never {
  throw new ContrastError(because, contrastOfValues(expected, got) ?? sameKind(expected, got));
}

/** What a thrown value sets side by side: a contrast, or what an assertion compared; undefined where there is nothing to see. */
export function contrastIn(thrown: unknown): Contrast | undefined {
  if (thrown instanceof ContrastError) return thrown.contrast;
  if (!(thrown instanceof Error) || !("expected" in thrown) || !("actual" in thrown)) return undefined;
  return contrastOfValues(thrown.expected, thrown.actual);
}

function contrastOfValues(expected: unknown, got: unknown): Contrast | undefined {
  if (typeof expected === "string" && typeof got === "string") {
    return expected === got ? undefined : { kind: "text", expected, got };
  }
  if (isSketch(expected) && isSketch(got)) return { kind: "tree", expected, got };
  if (!Array.isArray(expected) || !Array.isArray(got)) return undefined;
  const sides = { expected: expected.map(shortOf), got: got.map(shortOf) };
  return sides.expected.join("\n") === sides.got.join("\n") ? undefined : { kind: "blocks", ...sides };
}

function sameKind(expected: unknown, got: unknown): Contrast {
  return { kind: "text", expected: shortOf(expected), got: shortOf(got) };
}

function isSketch(value: unknown): value is TreeSketch {
  return typeof value === "object" && value !== null && "nodes" in value && Array.isArray(value.nodes);
}

/** A block, message or line as one line: a text as it is, all else as JSON. */
function shortOf(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // A value that holds itself, or a bigint.
    return String(value);
  }
}
