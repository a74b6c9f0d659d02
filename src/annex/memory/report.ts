/** What `/memory` says (C-6.8): which files were loaded, from where, how large, why; and what was not, and why not. */
import type { Attachment } from "../../hooks.ts";
import { oneLine } from "../log/one-line.ts";
import { estimateTokens } from "../window/estimate.ts";
import { toldMemory } from "./injections.ts";
import type { Loaded, LoadedFile } from "./loaded.ts";
import { displayed } from "./places.ts";

/** Whose a file is, in a person's words. */
const SCOPES: Readonly<Record<LoadedFile["scope"], string>> = {
  user: "your own, for every project",
  project: "the project's",
  local: "your own, in this project",
  rule: "a rule",
  auto: "notes of earlier sessions",
};

/** The report, as lines of text. `told` is what stands on the session's path; empty where there is no session. */
export function memoryReport(
  { files, waiting, left }: Loaded,
  told: readonly Attachment[],
  cwd: string,
): string {
  const shown = (path: string) => oneLine(displayed(path, cwd));
  const standing = toldMemory(told);
  const atStart = files.map(({ path, bytes, content, scope, why, remark }) => {
    const note = standing.has(path) ? "has changed since: the model was told" : undefined;
    const reasons = [why === "" ? SCOPES[scope] : why, remark, note].filter((each) => each !== undefined);
    return `${shown(path)} · ${sized(bytes, content)} · ${reasons.map(oneLine).join(" · ")}`;
  });
  const begun = new Set(files.map(({ path }) => path));
  const since = [...standing.values()].flatMap(({ path, content, joined }) => {
    if (begun.has(path)) return [];
    const why = joined?.because || "it is new";
    const size = content === null ? "does not hold any more" : sized(undefined, content);
    return [`${shown(path)} · ${size} · ${oneLine(why)}`];
  });
  const rules = waiting
    .filter(({ path }) => !standing.has(path))
    .map(({ path, paths }) => `${shown(path)} · for ${oneLine(paths.join(", "))}`);
  const parts = [
    section(`Loaded at the start: ${total(files)}`, atStart),
    section("Joined since", since),
    section("Rules that wait for a file that they are for", rules),
    section(
      "Left out",
      left.map(({ path, why }) => `${shown(path)} · ${oneLine(why)}`),
    ),
  ].filter((part) => part !== "");
  return parts.length > 0
    ? parts.join("\n")
    : "There are no memory files. A CLAUDE.md in the project folder is one.";
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : [`${title}:`, ...lines.map((line) => `  ${line}`)].join("\n");
}

function total(files: readonly LoadedFile[]): string {
  const tokens = files.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  return `${files.length} ${files.length === 1 ? "file" : "files"}, about ${tokens.toLocaleString("en-US")} tokens`;
}

/** How large a file is on the disk, and about how many tokens what is shown of it. */
function sized(bytes: number | undefined, content: string): string {
  const tokens = `about ${estimateTokens(content).toLocaleString("en-US")} tokens`;
  return bytes === undefined ? tokens : `${bytes.toLocaleString("en-US")} bytes, ${tokens}`;
}
