/** Whether a source with a wrong way in it compiles: a wrong way is wrong in what it does, and in nothing that a compiler finds. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { filesIn } from "../pages/stated-laws.ts";
import type { TypeCheck } from "../workshop/type-check.ts";

/** What is wrong with a file of `src` that says this, and with those that import it, a sentence each. */
export function typeFaults(types: TypeCheck, root: string, path: string, source: string): string[] {
  const name = path.slice(path.lastIndexOf("/"));
  const importers = filesIn("src", ".ts").filter(
    (file) => file !== path && readFileSync(join(root, file), "utf8").includes(`${name}"`),
  );
  const fromSrc = (file: string) => relative("src", file);
  const faults = types.faultsOf(new Map([[fromSrc(path), source]]), importers.map(fromSrc));
  return faults.map((fault) => `src/${fault.path}:${fault.line}: ${fault.message.replaceAll("\n", " ")}`);
}
