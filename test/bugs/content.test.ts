/** Reports of content that the API does not take, or that nobody has said. */
import { expect, test } from "vitest";
import { SessionError } from "#src/index.ts";
import { markedBlocks } from "../support/prefix.ts";
import { TakenUp } from "../support/taken-up.ts";

test("bug report 51: empty texts are not sent, and the marker stands on the last block that is", async () => {
  const taken = new TakenUp("U1 A1(U1,text=,tu=t1) R1(A1,text=,tr=t1,text=_) A2(R1,text=) U2(A2,text=)");
  await taken.ask();
  expect(taken.sent()).toEqual(["U: U1", "A: +t1", "U: =t1:R1 And now?"]);
  const [request] = taken.requests;
  expect(request && markedBlocks(request).at(-1)).toMatchObject({ type: "text", text: "And now?" });
});

test("bug report 52: a log that ends with the model's words is asked on with the user's, and with none it is not asked on", async () => {
  const taken = new TakenUp("U1 A1(U1)");
  const before = taken.log();
  for (const blank of ["", " \n\t"]) {
    await expect(taken.session.prompt(blank)).rejects.toThrow(SessionError);
  }
  expect(taken.log()).toBe(before);
  expect(taken.requests).toEqual([]);
  await taken.ask("Continue.");
  expect(taken.requests[0]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
});

test("bug report 64: words that a client has made up for the model are not sent", async () => {
  const taken = new TakenUp("U1 A1(U1,model=<synthetic>) U2(A1)");
  await taken.ask();
  expect(taken.sent()).toEqual(["U: U1 U2 And now?"]);
});
