/** The file tools touch nothing outside of the project, on a real disk with real symlinks (D-31, I44). */
import { describe, expect, test } from "vitest";
import { nodeDisk } from "#src/host/disk.ts";
import * as door from "#src/index.ts";
import { law } from "../support/law.ts";
import { anyLayout, build, deepFolder, outside, SECRET } from "../support/layouts.ts";
import { contentsOf } from "../support/real-folder.ts";
import { runTool } from "../support/run-tool.ts";

const { askByMode, CORE_TOOLS } = door;

/** The tools that there are: the core alone has fewer. */
const TOOLS = (door as { ALL_TOOLS?: readonly door.Tool[] }).ALL_TOOLS ?? CORE_TOOLS;

type Log = Record<string, unknown>[];

async function use(tool: string, cwd: string, input: object, log: Log = []): Promise<string> {
  const around = { cwd, disk: nodeDisk, tools: TOOLS, ask: askByMode("acceptEdits"), log };
  return String((await runTool(tool, input, around)).content);
}

async function useAll(cwd: string, path: string): Promise<string> {
  const log: Log = [];
  const found = await use("Grep", cwd, { pattern: ".", path });
  const listed = await use("Glob", cwd, { pattern: "**", path });
  const read = await use("Read", cwd, { file_path: path }, log);
  const edited = await use("Edit", cwd, { file_path: path, old_string: "secret", new_string: "public" }, log);
  const written = await use("Write", cwd, { file_path: path, content: "overwritten" }, log);
  return [found, listed, read, edited, written].join("\n");
}

law(
  "path-confined",
  "whatever a path says and wherever links lead, a file tool reads and writes nothing outside of the project",
  [anyLayout],
  async ({ links, parts, absolute }) => {
    const top = deepFolder();
    const cwd = build(top, links);
    const before = outside(top);
    const path = [...(absolute ? [top] : []), ...parts].join("/").replaceAll("<top>", top);
    expect(await useAll(cwd, path)).not.toContain(SECRET);
    expect(outside(top)).toEqual(before);
  },
  { runs: 120 },
);

describe("a path outside of the project is refused", () => {
  test.each([
    "../outside/secret.txt",
    "..",
    "../project-evil/secret.txt",
    "sub/../../secret.txt",
    "<top>/secret.txt",
    "<top>/project/../secret.txt",
    "<top>/project-evil/new.txt",
    "out/secret.txt",
    "out/new.txt",
    "dangling",
    "loop/x",
    "a\0b",
    "",
  ])("%j", async (path) => {
    const top = deepFolder();
    const to = `${top}/outside`;
    const links = [
      { at: "out", to },
      { at: "dangling", to: `${to}/none` },
      { at: "loop", to: "loop" },
    ];
    const cwd = build(top, links);
    const before = contentsOf(top);
    await useAll(cwd, path.replace("<top>", top));
    expect(contentsOf(top)).toEqual(before);
  });
});

describe("a path inside of the project is used", () => {
  test.each([
    "new.txt",
    "./new.txt",
    "sub/../new.txt",
    "deep/er/new.txt",
    "<cwd>/new.txt",
    "in/new.txt",
    "..new.txt",
    "...",
  ])("%j", async (path) => {
    const cwd = build(deepFolder(), [{ at: "in", to: "sub" }]);
    const named = path.replace("<cwd>", cwd);
    await use("Write", cwd, { file_path: named, content: "written" });
    expect(await use("Read", cwd, { file_path: named })).toBe("1\twritten");
  });
});
