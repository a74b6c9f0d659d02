/** Tab: half-written commands and mentions. */
import { expect, test } from "vitest";
import { mentionsFrom } from "#src/annex/completion/paths.ts";
import { MemoryDisk } from "../../scripts/stage/memory-disk.ts";
import { ReplStage } from "../support/repl-stage.ts";

const CWD = "/home/user/demo";

function written({ state }: ReplStage): string {
  const { text, cursor } = state.editor;
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

function offered(stage: ReplStage, ...options: string[]): ReplStage {
  const deed = stage.press("tab").deed();
  if (deed?.type !== "complete") throw new Error("Tab asks for nothing.");
  return stage.tell({ type: "options", word: deed.word, options });
}

test("one that fits stands in the line at once; of several what they have in common, and Tab goes through them", () => {
  expect(written(offered(new ReplStage().type("/com"), "/compact"))).toBe("/compact |");
  const stage = offered(new ReplStage().type("look at @sr"), "@src/a/", "@src/b.ts", "@src/日.ts");
  expect(written(stage)).toBe("look at @src/|");
  expect(stage.live).toMatch(/> look at @src\/\n {2}@src\/a\/\n {2}@src\/b\.ts\n {2}@src\/日\.ts\nmode/);
  expect(written(stage.press("tab", "tab"))).toBe("look at @src/b.ts|");
  expect(stage.live).toContain("❯ @src/b.ts");
  expect(written(stage.press("shift-tab"))).toBe("look at @src/a/|");
  expect(stage.deeds).toEqual([]);
  expect(stage.press("x").live).not.toContain("@src/b.ts");
});

test("of many a few are shown, around the one in the line; on a low terminal fewer", () => {
  const options = Array.from({ length: 20 }, (_, at) => `/c${String(at).padStart(2, "0")}`);
  const stage = offered(new ReplStage().type("/c"), ...options);
  expect(stage.live).toMatch(/\/c00\n[\s\S]*\/c05 {2}… 14 more\nmode/);
  for (let at = 0; at < 8; at += 1) stage.press("tab");
  expect(stage.live).toMatch(/\/c02\n[\s\S]*❯ \/c07 {2}… 12 more\nmode/);
  const low = offered(new ReplStage(40, 6).type("/c"), ...options);
  expect(low.liveRows.length).toBeLessThan(6);
});

test("where nothing fits that is said; where there is no such word Tab does nothing; who has written on keeps it", () => {
  expect(offered(new ReplStage().type("/nope")).live).toContain("Nothing begins with /nope.");
  expect(new ReplStage().type("some words").press("tab").deeds).toEqual([]);
  const stage = new ReplStage().type("/he").press("tab").type("l");
  expect(written(stage.tell({ type: "options", word: "/he", options: ["/help"] }))).toBe("/hel|");
});

test("files of the project, folder by folder, quoted where they must be; none from outside", () => {
  const disk = new MemoryDisk();
  for (const path of ["src/a.ts", "src/deep/b.ts", "my notes.md", ".hidden", "my dir/c.md"])
    disk.write(`${CWD}/${path}`, "");
  disk.write("/home/user/other/secret.md", "");
  expect(mentionsFrom(disk, CWD, "@")).toEqual(['@"my dir/', '@"my notes.md"', "@src/"]);
  expect(mentionsFrom(disk, CWD, "@src/")).toEqual(["@src/a.ts", "@src/deep/"]);
  expect(mentionsFrom(disk, CWD, '@"my dir/')).toEqual(['@"my dir/c.md"']);
  expect(mentionsFrom(disk, CWD, "@.h")).toEqual(["@.hidden"]);
  expect(mentionsFrom(disk, CWD, "@../other/")).toEqual([]);
});
