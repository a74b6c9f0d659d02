/** Whether a source with a wrong way in it compiles: a wrong way is wrong in what it does, and in nothing that a compiler finds. */
import { relative } from "node:path";
import { importersOf, type TypeCheck } from "../workshop/type-check.ts";

/** What is wrong with a file of `src` that says this, and with those that import it, a sentence each. */
export function typeFaults(types: TypeCheck, root: string, path: string, source: string): string[] {
  const changed = relative("src", path);
  const importers = importersOf(root, [changed]).filter((each) => each !== changed);
  const faults = types.faultsOf(new Map([[changed, source]]), importers);
  return faults.map((fault) => `src/${fault.path}:${fault.line}: ${fault.message.replaceAll("\n", " ")}`);
}
