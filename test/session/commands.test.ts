/** The six commands, one by one, each as the table of C-5.0 says: what becomes of the log, of what is sent next, of the id. */
import { expect, test } from "vitest";
import type { MockCall } from "#mock-api";
import { branch, btw, compact, fork, type MessagesRequest, promptsOf, rewind } from "#src/index.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

async function twoTurns(...replies: string[]) {
  const world = new World();
  const calls: MockCall[] = [];
  const all = ["a1", "a2", ...replies].map((text) => ({ content: [{ type: "text", text } as const] }));
  const process = world.start(scripted(all, (call) => calls.push(call)));
  const session = process.begin();
  await session.prompt("p1");
  await session.prompt("p2");
  return { world, process, session, calls };
}

/** What a request's messages say, in a row. */
function said({ messages }: MessagesRequest): string[] {
  return messages.flatMap(({ content }) => content.map(({ text }) => String(text)));
}

test("a rewind goes on from before a prompt, and outlives the process", async () => {
  const { world, process, session } = await twoTurns("a3");
  const before = world.text(session.path);
  const [, second] = promptsOf(session);
  expect(second?.text).toBe("p2");
  expect(rewind(session, second?.uuid ?? "")).toBe("p2");
  expect(said(session.nextRequest())).toEqual(["p1", "a1"]);
  expect(said(process.resume(session.id).nextRequest())).toEqual(["p1", "a1"]);
  await session.prompt("p3");
  expect(said(process.resume(session.id).nextRequest())).toEqual(["p1", "a1", "p3", "a3"]);
  expect(world.text(session.path).startsWith(before)).toBe(true);
});

test("a compaction puts a summary in the place of what was said, in the same file", async () => {
  const { world, process, session, calls } = await twoTurns("the summary", "a3");
  const before = world.text(session.path);
  const { summary, preTokens, postTokens } = await compact(session, { focus: "f" });
  expect(summary).toBe("the summary");
  expect(postTokens).toBeLessThan(preTokens);
  expect(calls[2]?.usage?.cache_read_input_tokens).toBeGreaterThan(0);
  const [only] = said(session.nextRequest());
  expect(only).toContain("the summary");
  await session.prompt("p3");
  expect(said(process.resume(session.id).nextRequest()).slice(1)).toEqual(["p3", "a3"]);
  expect(world.text(session.path).startsWith(before)).toBe(true);
  expect(promptsOf(session).map(({ text }) => text)).toEqual(["p1", "p2", "p3"]);
});

test("a partial compaction keeps the earlier part, or the later one", async () => {
  for (const side of ["from", "upTo"] as const) {
    const { process, session } = await twoTurns("the summary");
    const [, second] = promptsOf(session);
    await compact(session, {
      part: side === "from" ? { from: second?.uuid ?? "" } : { upTo: second?.uuid ?? "" },
    });
    const texts = said(process.resume(session.id).nextRequest()).map((text) => text.slice(-11));
    expect(texts).toEqual(side === "from" ? ["p1", "a1", "the summary"] : ["the summary", "p2", "a2"]);
  }
});

test("a question beside the conversation leaves no trace, and can be made a session of its own", async () => {
  const { world, session, calls } = await twoTurns("aside");
  const before = world.text(session.path);
  const aside = await btw(session, "q1");
  expect(aside.answer).toBe("aside");
  expect(calls[2]?.usage?.cache_read_input_tokens).toBeGreaterThan(0);
  expect(world.text(session.path)).toBe(before);
  expect(said(session.nextRequest())).toEqual(["p1", "a1", "p2", "a2"]);
  const child = fork(session, aside);
  expect(said(child.nextRequest())).toEqual(["p1", "a1", "p2", "a2", "q1", "aside"]);
  expect(world.text(session.path)).toBe(before);
});

test("a branch goes on in a file of its own", async () => {
  const { world, process, session } = await twoTurns("a3", "a4");
  const before = world.text(session.path);
  const child = branch(session, { name: "other" });
  expect(child.id).not.toBe(session.id);
  expect(child.nextRequest().messages).toEqual(session.nextRequest().messages);
  await child.prompt("p3");
  expect(world.text(session.path)).toBe(before);
  await session.prompt("p4");
  expect(said(process.resume(child.id).nextRequest())).toEqual(["p1", "a1", "p2", "a2", "p3", "a3"]);
  expect(world.text(child.path)).toContain('"forkedFrom"');
});
