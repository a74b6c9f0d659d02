/** Faults of log files that users reported in public, each as the smallest file that shows it. */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { refusal } from "#mock-api";
import { diagnose } from "#src/annex/log/doctor/diagnose.ts";
import { openedFrom } from "#src/annex/log/doctor/opened-log.ts";
import type { LogSource } from "#src/annex/log/log-source.ts";
import { hostPorts, type Line, printLine, readLog, Session, sessionPath } from "#src/index.ts";
import { sendable } from "#src/request/sendable.ts";
import { bugReports, sentFrom } from "../support/bug-rows.ts";
import { asked, rebuild } from "../support/conversation.ts";
import { assistant, call, logOf, remark, result, SESSION, user, words } from "../support/log-lines.ts";
import { linesOf } from "../support/notation.ts";
import { freshFolder } from "../support/real-folder.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

bugReports(`
27 a bad line among six
  U1 A1(U1) {bad U2(A1) A2(U2) U3(A2)
  U: U1 / A: A1 / U: U2 / A: A2 / U: U3
28 a line cut somewhere
  U1 A1(U1) {"type":"user","uu U2(A1)
  U: U1 / A: A1 / U: U2
37 a message spread into its letters
  U1 U2(U1,spread) U3(U2)
  U: U1 U3
`);

const FIRST = user({ uuid: "u1", parent: null }, "m0");
const ANSWER = assistant({ uuid: "a1", parent: "u1" }, "msg1", words("s1"));
const bytesOf = (source: string) => new TextEncoder().encode(source);
const kindsOf = (log: string | Uint8Array) =>
  diagnose(typeof log === "string" ? bytesOf(log) : log, SESSION).map(({ line, kind }) => `${line} ${kind}`);

describe("bug report 26: half a line, and the next record glued to it", () => {
  const torn = JSON.stringify(FIRST).slice(0, 20);

  test("the whole one counts in its place, and that the other is lost is told", () => {
    const log = `${torn}${logOf([FIRST, ANSWER])}`;
    expect(sentFrom(log)).toBe("U: m0 / A: s1");
    expect(kindsOf(log)).toEqual(["1 glued-line"]);
  });

  test("in the middle of a log what hangs on it keeps its place", () => {
    const log = `${logOf([FIRST])}{"parentUuid":"u1","ty${logOf([ANSWER, user({ uuid: "u2", parent: "a1" }, "m2")])}`;
    expect(sentFrom(log)).toBe("U: m0 / A: s1 / U: m2");
    expect(kindsOf(log)).toEqual(["2 glued-line"]);
  });

  test("two whole ones without a newline between them are two", () => {
    expect(sentFrom(`${JSON.stringify(FIRST)}${logOf([ANSWER])}`)).toBe("U: m0 / A: s1");
  });

  test("a part of the torn one is not taken for an entry, whatever it says", () => {
    for (const data of [FIRST, [1, FIRST], { message: FIRST }]) {
      const whole = JSON.stringify({ type: "progress", data });
      for (let end = 1; end < whole.length; end += 1) {
        const { lines, damaged } = readLog(bytesOf(`${whole.slice(0, end)}\n`));
        expect({ lines, damaged: damaged.length }).toEqual({ lines: [], damaged: 1 });
      }
    }
  });

  test("on a file without its last newline the next record begins a line of its own", async () => {
    const { world, path } = machineWith(`${logOf([FIRST])}${torn}`);
    await world
      .start(scripted([{ content: [{ type: "text", text: "yes" }] }]))
      .resume(SESSION)
      .prompt("m2");
    expect(world.text(path).startsWith(`${logOf([FIRST])}${torn}\n{`)).toBe(true);
    expect(readLog(world.bytes(path)).damaged.map(({ number }) => number)).toEqual([2]);
  });
});

test("bug report 28: any one line of a log is cut at any place, and all others are there, with one report", () => {
  const lines = [FIRST, ANSWER, user({ uuid: "u2", parent: "a1" }, "m2")].map((line) => JSON.stringify(line));
  for (const [struck, text] of lines.entries()) {
    for (let at = 1; at < text.length; at += 1) {
      const log = bytesOf(`${lines.with(struck, text.slice(0, at)).join("\n")}\n`);
      const read = readLog(log);
      expect(read.lines.map(({ number }) => number)).toEqual(
        [1, 2, 3].filter((number) => number !== struck + 1),
      );
      expect(read.damaged.map(({ number }) => number)).toEqual([struck + 1]);
    }
  }
});

test("bug report 30: a NUL character in a result is sent as it is, and the same every time", () => {
  const log = logOf([
    FIRST,
    assistant({ uuid: "a1", parent: "u1" }, "msg1", call("t1")),
    result({ uuid: "r1", parent: "a1" }, "t1", "a\u0000b"),
  ]);
  expect(sentFrom(log)).toBe("U: m0 / A: +t1 / U: =t1:a\u0000b");
  const sent = () => JSON.stringify(sendable(rebuild(log, SESSION).conversation.messages));
  expect(sent()).toBe(sent());
});

test("bug report 31: a NUL in a tool's name gets an error result, and the session goes on", async () => {
  const { world } = machineWith(logOf([FIRST, ANSWER]));
  const called = { content: [{ type: "tool_use" as const, name: "Re\u0000ad", input: {} }] };
  const session = world
    .start(scripted([called, { content: [{ type: "text", text: "yes" }] }]))
    .resume(SESSION);
  expect(await session.prompt("go on")).toMatchObject({ failed: false });
  const { messages } = world.start().resume(SESSION).conversation();
  expect(messages[4]?.content[0]).toMatchObject({ type: "tool_result", is_error: true });
  expect(refusal(asked(messages), { foreignSignatures: "accept" })).toBeNull();
});

test("bug report 32: a raw newline within a string makes two bad lines, and ours is never written", () => {
  const raw = JSON.stringify(user({ uuid: "u2", parent: "a1" }, "one\ntwo")).replace("\\n", "\n");
  expect(kindsOf(`${logOf([FIRST, ANSWER])}${raw}\n`)).toEqual(["3 damaged-line", "4 damaged-line"]);
  expect(printLine(user({ uuid: "u2", parent: null }, "one\ntwo\r\u2028")).indexOf("\n")).toBe(
    printLine(user({ uuid: "u2", parent: null }, "one\ntwo\r\u2028")).length - 1,
  );
});

test("bug report 34: a byte order mark is no part of the first line", () => {
  expect(sentFrom(`\ufeff${logOf([FIRST, ANSWER])}`)).toBe("U: m0 / A: s1");
  expect(kindsOf(`\ufeff${logOf([FIRST, ANSWER])}`)).toEqual([]);
});

test("bug report 35: lines may end as on Windows; what is appended ends with a newline alone", async () => {
  const { world, path } = machineWith(logOf([FIRST, ANSWER]).replaceAll("\n", "\r\n"));
  const before = world.text(path);
  const session = world.start(scripted([{ content: [{ type: "text", text: "yes" }] }])).resume(SESSION);
  await session.prompt("m2");
  expect(world.text(path).slice(before.length)).not.toContain("\r");
  expect(sentFrom(world.text(path))).toMatch(/^U: m0 \/ A: s1 \/ U: m2/);
});

test("bug report 37: a message that was spread is known for what it is", () => {
  const [, spread] = linesOf("U1 U2(U1,spread)");
  expect(kindsOf(logOf([FIRST, spread as Line]))).toContain("2 spread-message");
});

describe("bug report 38: huge lines and huge files", () => {
  test("an image of 20 MB in one line is read, and the API's limit is told before it is sent", () => {
    const data = "A".repeat(20_000_000);
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data } };
    const { conversation } = rebuild(logOf([user({ uuid: "u1", parent: null }, [image])]), SESSION);
    expect(conversation.messages[0]?.content[0]).toEqual(image);
    expect(refusal(asked(conversation.messages))?.message).toMatch(/exceed|too large|maximum/i);
  });

  test("a line of 300 MB is skipped with its length, and never stands in memory", () => {
    const [head, junk, tail] = [bytesOf(logOf([FIRST])), 300_000_000, bytesOf(`\n${logOf([ANSWER])}`)];
    const filler = new Uint8Array(4 * 1024 * 1024).fill(0x7a);
    const source: LogSource = {
      read: (offset, length) => {
        if (offset < head.length) return head.subarray(offset, offset + length);
        const behind = offset - head.length;
        if (behind < junk) return filler.subarray(0, Math.min(length, junk - behind));
        return tail.subarray(behind - junk, behind - junk + length);
      },
    };
    const opened = openedFrom(source, SESSION, filler.length);
    expect(opened.log.damaged).toEqual([
      { number: 2, damage: "too long to be read (300000000 bytes)", saved: 0 },
    ]);
    expect(opened.conversation.messages).toHaveLength(2);
  });
});

test.each([[{ attachment: null }], [{ attachment: { type: 5 } }], [{}]])(
  "bug report 40: an attachment such as %j stays in the file, is not sent, and breaks nothing",
  (attachment) => {
    const broken = remark({ uuid: "x1", parent: "u1" }, "attachment", attachment);
    const { world } = machineWith(
      logOf([FIRST, broken, assistant({ uuid: "a1", parent: "x1" }, "msg1", words("s1"))]),
    );
    const { messages } = world.start().resume(SESSION).conversation();
    expect(messages.map(({ content }) => content)).toEqual([[words("m0")], [words("s1")]]);
  },
);

test("bug report 43: a session's id used again for another file gives what that file holds", () => {
  const root = freshFolder();
  const cwd = freshFolder();
  const path = sessionPath(root, cwd, SESSION);
  const options = {
    ports: hostPorts({ model: scripted([]), ask: { permit: async () => ({ allowed: true }) } }),
    root,
    cwd,
    platform: "linux",
  };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, logOf([FIRST]));
  const said = () => JSON.stringify(Session.resume(options, SESSION).conversation().messages);
  expect(said()).toContain("m0");
  rmSync(path);
  writeFileSync(path, logOf([user({ uuid: "u1", parent: null }, "another")]));
  expect(said()).toContain("another");
  expect(said()).not.toContain("m0");
});

test("bug report 44: a file whose first 64 KiB are one line is a log like any other, and stays", () => {
  const root = freshFolder();
  const cwd = freshFolder();
  const path = sessionPath(root, cwd, SESSION);
  const log = logOf([user({ uuid: "u1", parent: null }, "long ".repeat(20_000)), ANSWER]);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, log);
  const { mtimeMs } = statSync(path);
  const ports = hostPorts({ model: scripted([]), ask: { permit: async () => ({ allowed: true }) } });
  const session = Session.resume({ ports, root, cwd, platform: "linux" }, SESSION);
  expect(session.conversation().messages).toHaveLength(2);
  expect(diagnose(readFileSync(path), SESSION)).toEqual([]);
  expect([readFileSync(path, "utf8"), statSync(path).mtimeMs]).toEqual([log, mtimeMs]);
});

/** A machine on which there is this log. */
function machineWith(log: string): { world: World; path: string } {
  const world = new World();
  const path = sessionPath(world.root, world.cwd, SESSION);
  world.setText(path, log);
  return { world, path };
}
