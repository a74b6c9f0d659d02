/**
 * Runs rows of bug reports: what it is, with its number in the list of reports; the log in the notation of `notation.ts`;
 * and what is sent. What is sent is also asked on from, and the API's rules must take it.
 */
import { describe, expect, test } from "vitest";
import { refusal } from "#mock-api";
import type { Block } from "#src/index.ts";
import { asked, rebuild } from "./conversation.ts";
import { logOf, SESSION } from "./log-lines.ts";
import { linesOf } from "./notation.ts";

/** Registers a test for each row of a table, three lines a row. */
export function bugReports(table: string): void {
  describe.each(rowsOf(table))("$what", ({ log, sent }) => {
    test(sent || "no conversation", () => {
      expect(sentFrom(logOf(linesOf(log)))).toBe(sent);
    });
  });
}

/** What a log rebuilds to, in short; asked on, the API must take it. */
export function sentFrom(log: Uint8Array | string): string {
  const { messages } = rebuild(log, SESSION).conversation;
  expect(refusal(asked(messages), { foreignSignatures: "accept" })).toBeNull();
  return messages
    .map(({ role, content }) => `${role === "user" ? "U" : "A"}: ${content.map(short).join(" ")}`)
    .join(" / ");
}

function rowsOf(table: string): { what: string; log: string; sent: string }[] {
  const lines = table.trim().split("\n");
  return Array.from({ length: Math.ceil(lines.length / 3) }, (_, row) => {
    const [what = "", log = "", sent = ""] = lines.slice(row * 3, row * 3 + 3);
    const [number = "", ...words] = what.split(" ");
    const source = /^\d/.test(number) ? `bug report ${number}` : number;
    return { what: `${source}: ${words.join(" ")}`, log, sent: sent.trim() };
  });
}

/** A block in short: `+` a call, `=` a result, `!` one that is an error, `?` what the harness itself says. */
function short(block: Block): string {
  const result = block["is_error"] ? "!" : `:${block["content"]}`;
  if (block.type === "tool_result") return `=${block["tool_use_id"]}${result}`;
  if (block.type === "tool_use") return `+${block["id"]}`;
  if (block.type !== "text") return String(block["signature"] ?? block["data"] ?? block.type);
  return String(block["text"]).startsWith("[") ? "?" : String(block["text"]);
}
