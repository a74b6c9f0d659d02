/**
 * Faults that users of harnesses have reported in public, each as the smallest log that shows it, with its number in the
 * list of reports. A row is: what it is, the log in the notation of `notation.ts`, and what is sent.
 */
import { describe, expect, test } from "vitest";
import { refusal } from "#mock-api";
import type { Block } from "#src/index.ts";
import { asked, rebuild } from "../support/conversation.ts";
import { logOf, SESSION } from "../support/log-lines.ts";
import { linesOf } from "../support/notation.ts";

const REPORTS = `
1 a parent that was never written
  U1 A1(U1) U2(ghost) A2(U2)
  U: U1 / A: A1 / U: ? U2 / A: A2
3 progress lines beside the result
  U0 A1(U0,tu=t1) P1(A1) R2(A1,tr=t1) P2(P1)
  U: U0 / A: +t1 / U: =t1:R2
3 a result that hangs on a progress line
  U0 A1(U0,tu=t1) P1(A1) R2(P1,tr=t1)
  U: U0 / A: +t1 / U: =t1:R2
4 parallel results, each on its own call
  U0 A1(U0,m=m1,tu=t1) A2(A1,m=m1,tu=t2) R1(A1,tr=t1) R2(A2,tr=t2) A3(R2)
  U: U0 / A: +t1 +t2 / U: =t1:R1 =t2:R2 / A: A3
5 a second call that hangs on the first result
  U0 A1(U0,m=m1,tu=t1) R1(A1,tr=t1) A2(R1,m=m1,tu=t2) R2(A2,tr=t2)
  U: U0 / A: +t1 +t2 / U: =t1:R1 =t2:R2
10 a snapshot that bears an entry's name
  F(-,of=U1) U1 A1(U1)
  U: U1 / A: A1
11 a uuid written twice
  U1 X1(U1) A1(X1) X1(U1)
  U: U1 / A: A1
11 a uuid written again with another parent
  U1 X1(U1) A1(X1) X1(A1)
  U: U1 / A: A1
12 two empty thoughts at the same time
  U1 A1(U1,m=m1,thinking=s1) A2(A1,m=m1,thinking=s2) A3(A2,m=m1)
  U: U1 / A: s1 s2 A3
14 two terminals on one session
  U1 A1(U1) U2(A1) U3(A1) A2(U2) A3(U3)
  U: U1 / A: A1 / U: U3 / A: A3
15 two entries that are each other's parent
  U1(A1) A1(U1)
  U: U1 / A: A1
15 an entry that is its own parent
  U1(U1)
  U: U1
15 a boundary whose logical parent comes after it
  U1 A1(U1) B1(-,logical=A9) U2(B1) A9(U2)
  U: U2 / A: A9
O-6 children before their parents
  A1(U1) R2(A2,tr=t1) A2(U2,tu=t1) U2(A1) U1
  U: U1 / A: A1 / U: U2 / A: +t1 / U: =t1:R2
19 a first entry that is the result of nothing
  R1(-,tr=t9) A1(R1)
  U: ? / A: A1
20 a session without an answer
  U1
  U: U1
21 nothing but a title
  T

27 a bad line among six
  U1 A1(U1) {bad U2(A1) A2(U2) U3(A2)
  U: U1 / A: A1 / U: U2 / A: A2 / U: U3
28 a line cut somewhere
  U1 A1(U1) {"type":"user","uu U2(A1)
  U: U1 / A: A1 / U: U2
37 a message spread into its letters
  U1 U2(U1,spread) U3(U2)
  U: U1 U3
45 a call without a result
  U1 A1(U1,tu=t1)
  U: U1 / A: +t1 / U: =t1!
48 one call twice
  U1 A1(U1,tu=t1) R1(A1,tr=t1) A2(R1,tu=t1) R2(A2,tr=t1) A3(R2)
  U: U1 / A: +t1 / U: =t1:R1 / A: A3
50 two results of one call, of which the real one counts
  U0 A1(U0,tu=t1) R1(A1,tr=t1,error) R2(A1,tr=t1)
  U: U0 / A: +t1 / U: =t1:R2
51 empty texts
  U1 A1(U1,text=,tu=t1) U2(A1,text=,tr=t1,text=_)
  U: U1 / A: +t1 / U: =t1:U2
58 redacted thinking before a call
  U1 A1(U1,m=m1,redacted=d1) A2(A1,m=m1,tu=t1) R1(A2,tr=t1)
  U: U1 / A: d1 +t1 / U: =t1:R1
59 thinking of which only the signature is left
  U1 A1(U1,m=m1,thinking=s1) A2(A1,m=m1,tu=t1) R1(A2,tr=t1)
  U: U1 / A: s1 +t1 / U: =t1:R1
64 words that the client made up
  U1 A1(U1,model=<synthetic>) U2(A1)
  U: U1 U2
71 a boundary that keeps nothing
  U1 A1(U1) B1(-,logical=A1) U2(B1) U3(U2)
  U: U2 U3
88 a rewind to the very start
  U1 A1(U1) U2
  U: U2
95 a branch that was left
  U1 A1(U1) U2(A1) A2(U2) U3(A1)
  U: U1 / A: A1 / U: U3
`;

describe.each(rowsOf(REPORTS))("$what", ({ log, sent }) => {
  test(sent || "no conversation", () => {
    const { messages } = rebuild(logOf(linesOf(log)), SESSION).conversation;
    const said = messages.map(
      ({ role, content }) => `${role === "user" ? "U" : "A"}: ${content.map(short).join(" ")}`,
    );
    expect(said.join(" / ")).toBe(sent);
    expect(refusal(asked(messages), { foreignSignatures: "accept" })).toBeNull();
  });
});

function rowsOf(reports: string): { what: string; log: string; sent: string }[] {
  const lines = reports.trim().split("\n");
  const rows = Array.from({ length: Math.ceil(lines.length / 3) }, (_, row) =>
    lines.slice(row * 3, row * 3 + 3),
  );
  return rows.map(([what = "", log = "", sent = ""]) => ({ what, log, sent: sent.trim() }));
}

/** A block in short: `+` a call, `=` a result, `!` one that is an error, `?` what the harness itself says. */
function short(block: Block): string {
  const result = block["is_error"] ? "!" : `:${block["content"]}`;
  if (block.type === "tool_result") return `=${block["tool_use_id"]}${result}`;
  if (block.type === "tool_use") return `+${block["id"]}`;
  if (block.type !== "text") return String(block["signature"] ?? block["data"] ?? block.type);
  return String(block["text"]).startsWith("[") ? "?" : String(block["text"]);
}
