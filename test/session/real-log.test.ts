/** The log file on a real disk: who may read it, and what a broken write leaves (C-3.1, I02 to I04). */
import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { logFileAt } from "#src/host/log-file.ts";
import { LogWriteError, readLog } from "#src/index.ts";
import { freshFolder } from "../support/real-folder.ts";

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

describe.each([0o022, 0o000])("under umask %o", (umask) => {
  test("the file can be read by its owner alone, and so can its folders", () => {
    const root = freshFolder();
    const path = join(root, "data", "projects", "-home-demo", "session.jsonl");
    const before = process.umask(umask);
    try {
      logFileAt(path).append("{}\n");
    } finally {
      process.umask(before);
    }
    expect(modeOf(path)).toBe("600");
    const folders = [dirname(path), join(root, "data", "projects"), join(root, "data")];
    expect(folders.map(modeOf)).toEqual(["700", "700", "700"]);
  });
});

test("opening and reading a log makes nothing", () => {
  const root = freshFolder();
  expect(logFileAt(join(root, "data", "session.jsonl")).read()).toHaveLength(0);
  expect(() => statSync(join(root, "data"))).toThrow();
});

test("a last line that a killed process left open is closed off before the next one", () => {
  const path = join(freshFolder(), "session.jsonl");
  writeFileSync(path, '{"type":"user"}\n{"type":"assi');
  logFileAt(path).append('{"type":"mode"}\n');
  expect(readFileSync(path, "utf8")).toBe('{"type":"user"}\n{"type":"assi\n{"type":"mode"}\n');
  const read = readLog(readFileSync(path));
  expect(read.lines.map(({ line }) => line.type)).toEqual(["user", "mode"]);
  expect(read.damaged.map(({ number }) => number)).toEqual([2]);
});

test("two writers on one file lose nothing of each other", () => {
  const path = join(freshFolder(), "session.jsonl");
  const [one, other] = [logFileAt(path), logFileAt(path)];
  for (let count = 0; count < 20; count += 1) {
    one.append(`{"type":"user","one":${count}}\n`);
    other.append(`{"type":"user","other":${count}}\n`);
  }
  expect(readLog(one.read()).lines).toHaveLength(40);
});

test("a log that cannot be written is told, with what to do, and what stood in it stays", () => {
  const root = freshFolder();
  mkdirSync(join(root, "session.jsonl"));
  expect(() => logFileAt(join(root, "session.jsonl")).append("{}\n")).toThrow(LogWriteError);
  writeFileSync(join(root, "file"), "");
  expect(() => logFileAt(join(root, "file", "session.jsonl")).append("{}\n")).toThrow(
    /Free some space or check/,
  );
});

test("a line is added at the end, whatever another program has added in between", () => {
  const path = join(freshFolder(), "session.jsonl");
  const log = logFileAt(path);
  log.append('{"type":"user"}\n');
  appendFileSync(path, '{"type":"summary"}\n');
  log.append('{"type":"mode"}\n');
  expect(readFileSync(path, "utf8")).toBe('{"type":"user"}\n{"type":"summary"}\n{"type":"mode"}\n');
});
