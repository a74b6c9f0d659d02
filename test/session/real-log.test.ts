/** The log file on a real disk: who may read it, and what a broken write leaves (C-3.1, I02 to I04). */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { LogWriteError, readLog } from "#src/index.ts";
import { CountedCalls } from "../support/failing-calls.ts";
import { freshFolder } from "../support/real-folder.ts";
import { logFileAt, realLogs } from "../support/real-logs.ts";

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

describe.each([0o022, 0o000])("under umask %o", (umask) => {
  test("a log that others could read is tightened when it is appended to; the folder that was there stays as it is", () => {
    const folder = freshFolder();
    const path = join(folder, "session.jsonl");
    const before = process.umask(umask);
    try {
      chmodSync(folder, 0o755);
      writeFileSync(path, '{"type":"mode"}\n', { mode: 0o666 });
      const log = logFileAt(path);
      log.read();
      expect(modeOf(path)).not.toBe("600");
      log.append("{}\n");
    } finally {
      process.umask(before);
    }
    expect([path, folder].map(modeOf)).toEqual(["600", "755"]);
    expect(readFileSync(path, "utf8")).toBe('{"type":"mode"}\n{}\n');
  });
});

describe.each<[string, (path: string) => void]>([
  ["deleted", (path) => rmSync(path)],
  ["moved away", (path) => renameSync(path, `${path}.moved`)],
  [
    "replaced by another file",
    (path) => {
      writeFileSync(`${path}.other`, "other\n");
      renameSync(`${path}.other`, path);
    },
  ],
])("a log that is %s while it is open", (_name, change) => {
  test.each([true, false])("is told, and not made again (appended to before: %s)", (wasAppended) => {
    const path = join(freshFolder(), "session.jsonl");
    writeFileSync(path, '{"type":"mode"}\n');
    const log = logFileAt(path);
    log.read();
    if (wasAppended) log.append("{}\n");
    change(path);
    const left = existsSync(path) && readFileSync(path, "utf8");
    for (let turn = 0; turn < 2; turn += 1) {
      expect(() => log.append("{}\n", true)).toThrow(
        /was deleted, moved or replaced while it was open \(.*nothing was written/,
      );
      expect(() => log.read()).toThrow(LogWriteError);
      expect(existsSync(path) && readFileSync(path, "utf8")).toBe(left);
    }
  });
});

test("a log that was moved away and is put back is appended to", () => {
  const path = join(freshFolder(), "session.jsonl");
  const log = logFileAt(path);
  log.append("{}\n");
  renameSync(path, `${path}.moved`);
  expect(() => log.append("{}\n", true)).toThrow(LogWriteError);
  renameSync(`${path}.moved`, path);
  log.append("{}\n", true);
  expect(readFileSync(path, "utf8")).toBe("{}\n{}\n");
});

test("at whatever byte a killed process left a log, the next entry is read, and so is every whole line", () => {
  const path = join(freshFolder(), "session.jsonl");
  const whole = '{"type":"user","text":"\u2028é"}\n{"type":"assistant"}\n';
  const bytes = Buffer.from(whole);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    writeFileSync(path, bytes.subarray(0, cut));
    logFileAt(path).append('{"type":"mode"}\n');
    const text = readFileSync(path);
    expect(text.subarray(0, cut).equals(bytes.subarray(0, cut))).toBe(true);
    const complete = ["user", "assistant"].filter((_, at) => {
      const line = whole
        .split("\n")
        .slice(0, at + 1)
        .join("\n");
      return cut >= Buffer.byteLength(line);
    });
    expect(readLog(text).lines.map(({ line }) => line.type)).toEqual([...complete, "mode"]);
  }
});

test("many logs at once hold few files open, and each can still be written (the logs of a session's agents)", () => {
  const counted = new CountedCalls();
  const folder = freshFolder();
  const logs = realLogs({ calls: counted.calls });
  const all = Array.from({ length: 40 }, (_, number) => logs.open(join(folder, `${number}.jsonl`)));
  for (const entry of ["{}\n", "{}\n"]) for (const log of all) log.append(entry);
  expect(counted.open.size).toBeLessThanOrEqual(16);
  expect(all.map((log) => log.read().length)).toEqual(all.map(() => 6));
  logs.close();
  expect(counted.open.size).toBe(0);
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
