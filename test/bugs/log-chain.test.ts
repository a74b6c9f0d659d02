/** Faults of the chain and of resuming that users reported in public, each as the smallest log that shows it. */
import { expect, test } from "vitest";
import { diagnose } from "#src/annex/log/doctor/diagnose.ts";
import { drawTree } from "#src/annex/log/drawn/draw-tree.ts";
import { type Line, readLog, Session } from "#src/index.ts";
import { bugReports, sentFrom } from "../support/bug-rows.ts";
import { rebuild } from "../support/conversation.ts";
import { assistant, logOf, SESSION, user, words } from "../support/log-lines.ts";
import { linesOf } from "../support/notation.ts";
import { uuid, World } from "../support/world.ts";

bugReports(`
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

47 a cut point between a call and its result
  B1 U1(B1) R1(U1,tr=t1) U2(R1)
  U: U1 U2
`);

const bytesOf = (source: string) => new TextEncoder().encode(source);

test("bug report 1: what is missing is told with the name of the parent, and by the doctor", () => {
  const log = logOf(linesOf("U1 A1(U1) U2(ghost) A2(U2)"));
  expect(JSON.stringify(rebuild(log, SESSION).conversation.messages)).toContain(
    "the log names ghost as the entry before",
  );
  expect(kindsOf(log)).toEqual(["3 missing-parent"]);
});

test("bug report 3: the leaf of a batch with progress lines is the result, which the next entry hangs on", () => {
  const leafOf = (notation: string) => rebuild(logOf(linesOf(notation)), SESSION).leaf?.entry.uuid;
  expect(leafOf("U0 A1(U0,tu=t1) P1(A1) R2(P1,tr=t1)")).toBe("R2");
  expect(leafOf("U0 A1(U0,tu=t1) P1(A1) R2(A1,tr=t1)")).toBe("R2");
});

test("bug report 11: a log whose lines are all there twice says what it says once", () => {
  const lines = linesOf("U1 X1(U1) A1(X1) U2(A1)");
  expect(sentFrom(logOf([...lines, ...lines]))).toBe(sentFrom(logOf(lines)));
});

test("bug report 14: of two terminals' branches one is taken, and the other is drawn as left behind", () => {
  const log = bytesOf(logOf(linesOf("U1 A1(U1) U2(A1) U3(A1) A2(U2) A3(U3)")));
  expect(sentFrom(log)).toBe("U: U1 / A: A1 / U: U3 / A: A3");
  expect(drawTree(log)).toMatch(/○ U2 .*\n.*○ A2 /);
});

test("bug report 15: a ring is told once, where it is cut", () => {
  expect(kindsOf(logOf(linesOf("U1(A1) A1(U1)")))).toEqual(["1 cycle"]);
});

test("bug report 16: a chain of 20,000 entries is walked without a stack", () => {
  const length = 20_000;
  const lines = Array.from({ length }, (_, at): Line => {
    const place = { uuid: `e${at}`, parent: at === 0 ? null : `e${at - 1}` };
    return at % 2 === 0 ? user(place, "m") : assistant(place, `r${at}`, words("s"));
  });
  expect(rebuild(logOf(lines), SESSION).conversation.messages).toHaveLength(length);
});

test("bug report 18: clocks that go back change nothing, for the chain is the order", () => {
  const lines = linesOf("U1 A1(U1) U2(A1) A2(U2)") as Line[];
  const [first, second] = ["2026-07-28T06:09:00.000Z", "2026-07-28T06:01:00.000Z"];
  const swapped = lines.map((line, at) => ({ ...line, timestamp: at === 1 ? first : second }));
  expect(sentFrom(logOf(swapped))).toBe("U: U1 / A: A1 / U: U2 / A: A2");
});

test("bug report 20: a session in which nobody has answered is taken up", () => {
  const { world, path } = sessionOf(logOf([user({ uuid: "u1", parent: null }, "said")]));
  const session = world.start().resume(SESSION);
  expect(session.conversation().messages).toHaveLength(1);
  expect(session.path).toBe(path);
});

test("bug report 21: a file with nothing but a title holds no conversation; that is said, and the file stays", () => {
  const { world, path } = sessionOf(logOf(linesOf("T")));
  expect(() => world.start().resume(SESSION)).toThrow(/There is no conversation in session/);
  expect(world.text(path)).toBe(logOf(linesOf("T")));
  expect(kindsOf(world.text(path))).toEqual(["1 no-conversation"]);
});

test("bug report 23: a session that is opened and left leaves its file as it was", () => {
  const { world, path } = sessionOf(logOf(linesOf("U1 A1(U1,tu=t1)")));
  const before = world.text(path);
  for (let times = 0; times < 3; times += 1) {
    world.start().resume(SESSION).conversation();
    world.start().resume(SESSION).nextRequest();
  }
  expect(world.text(path)).toBe(before);
});

test("bug report 24: a title line of another session is told, and is no part of this one", () => {
  const own = linesOf("U1 A1(U1)") as Line[];
  const stray: Line = { type: "custom-title", customTitle: "theirs", sessionId: uuid(9) };
  const log = logOf([own[0] as Line, stray, own[1] as Line]);
  expect(sentFrom(log)).toBe("U: U1 / A: A1");
  expect(kindsOf(log)).toEqual(["2 foreign-session"]);
});

/** A machine on which there is this log. */
function sessionOf(log: string): { world: World; path: string } {
  const world = new World();
  const path = Session.begin(world.start().options()).path.replace(uuid(1), SESSION);
  world.setText(path, log);
  expect(readLog(world.bytes(path)).count).toBe(log.trimEnd().split("\n").length);
  return { world, path };
}

function kindsOf(log: string): string[] {
  return diagnose(bytesOf(log), SESSION).map(({ line, kind }) => `${line} ${kind}`);
}
