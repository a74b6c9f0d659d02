/** Logs as other programs leave them: odd bytes and odd line ends. */
import { expect, test } from "vitest";
import { readLog } from "#src/index.ts";
import { rebuild } from "../support/conversation.ts";
import { logOf, SESSION, user } from "../support/log-lines.ts";
import { linesOf } from "../support/notation.ts";

const LOG = logOf(linesOf("U1 A1(U1) U2(A1)"));

function said(log: Uint8Array | string): string[] {
  const { messages } = rebuild(log, SESSION).conversation;
  return messages.flatMap(({ content }) => content.map(({ text }) => String(text)));
}

test("a byte order mark does not cost the first line", () => {
  expect(said(`\ufeff${LOG}`)).toEqual(["U1", "A1", "U2"]);
});

test("lines that end in CR LF are read", () => {
  expect(said(LOG.replaceAll("\n", "\r\n"))).toEqual(["U1", "A1", "U2"]);
});

test("a last line without its newline is read when it is whole, and reported when it is not", () => {
  expect(said(LOG.trimEnd())).toEqual(["U1", "A1", "U2"]);
  const torn = readLog(new TextEncoder().encode(LOG.slice(0, -9)));
  expect(torn.damaged.map(({ number }) => number)).toEqual([3]);
});

test("a NUL inside a text goes through unchanged", () => {
  expect(said(logOf([user({ uuid: "U1", parent: null }, "a\0b")]))).toEqual(["a\0b"]);
});

test("a raw newline inside a string makes two damaged lines, and both are reported", () => {
  const broken = `${LOG}{"type":"user","uuid":"U3","text":"a\nb"}\n`;
  expect(readLog(new TextEncoder().encode(broken)).damaged.map(({ number }) => number)).toEqual([4, 5]);
});

test("a walk that comes back to itself ends there", () => {
  expect(rebuild(logOf(linesOf("U1(A1) A1(U1)")), SESSION).path.items).toHaveLength(2);
});
