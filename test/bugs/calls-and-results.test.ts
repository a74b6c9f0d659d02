/** Reports of calls and results that do not pair up, each taken up from the log that shows it. */
import { expect, test } from "vitest";
import { SAYS, TakenUp } from "../support/taken-up.ts";

test("bug report 45: a call that a crash left without a result is answered with an error, first in the next message", async () => {
  const taken = new TakenUp("U1 A1(U1,tu=t1)", [SAYS, SAYS]);
  expect(await taken.ask()).toMatchObject({ stop: "end_turn" });
  expect(taken.sent()).toEqual(["U: U1", "A: +t1", "U: =t1! And now?"]);
  expect(taken.log()).toContain('"is_error":true');
  // Once answered in the log it is answered for good.
  await taken.ask("Again.");
  expect(taken.sent().slice(0, 3)).toEqual(["U: U1", "A: +t1", "U: =t1! And now?"]);
});

test("bug report 48: of a call that is there twice the first is sent, and its result once", async () => {
  const taken = new TakenUp("U1 A1(U1,tu=t1) R1(A1,tr=t1) A2(R1,tu=t1) R2(A2,tr=t1) A3(R2)");
  await taken.ask();
  expect(taken.sent()).toEqual(["U: U1", "A: +t1", "U: =t1:R1", "A: A3", "U: And now?"]);
});

test.each([
  ["before", "U0 A1(U0,tu=t1) R1(A1,tr=t1,error) R2(A1,tr=t1)"],
  ["after", "U0 A1(U0,tu=t1) R2(A1,tr=t1) R1(A1,tr=t1,error)"],
])(
  "bug report 50: of two results of a call the real one is sent, with the error %s it",
  async (_where, log) => {
    const taken = new TakenUp(log);
    await taken.ask();
    expect(taken.sent().slice(0, 3)).toEqual(["U: U0", "A: +t1", expect.stringMatching(/^U: =t1:R2( |$)/)]);
  },
);
