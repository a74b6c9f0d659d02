/** Saved results lie outside of the project, and those of the session may be read all the same, and nothing else there. */
import { resolve } from "node:path";
import type { ToolContext } from "../../tools/tool.ts";
import { savedResult } from "./place.ts";

/** The tools that may, and the field that names the file. */
const READERS: Readonly<Record<string, string>> = { Read: "file_path", Grep: "path" };

type Input = Readonly<Record<string, unknown>>;

/** Of a call for a saved result: the same call with that folder as its project, so that it goes through the same gate. */
export function readingSaved(
  tool: string,
  input: Input,
  context: ToolContext,
  folder: () => string,
): { readonly input: Input; readonly context: ToolContext } {
  const field = READERS[tool];
  const named = field === undefined ? undefined : input[field];
  if (field === undefined || typeof named !== "string") return { input, context };
  const path = savedResult(context.disk, folder(), resolve(context.cwd, named));
  const cwd = path === undefined ? undefined : context.disk.realPath(folder());
  return cwd === undefined
    ? { input, context }
    : { input: { ...input, [field]: path }, context: { ...context, cwd } };
}
