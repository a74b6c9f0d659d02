/** What users reported of compaction: lost words, stale counts, endless tries. */
import { expect, test } from "vitest";
import { latestLines } from "#src/annex/log/latest-lines.ts";
import { promptIn } from "#src/annex/log/sessions/titles.ts";
import { branch, compact, promptsOf, rewind } from "#src/index.ts";
import { Summed, says } from "../support/summed.ts";
import { TakenUp } from "../support/taken-up.ts";

const SMALL = { settings: { model: "claude-haiku-4-5" } };
const NEARLY = 167_000;
const SUM = expect.stringMatching(/The sum\.$/);

test("bug report 65: where no compaction helps, three are tried and no more, and that is told", async () => {
  const full = { status: 400, error: "prompt is too long: 210000 tokens > 200000 maximum" };
  const summed = new Summed({
    more: SMALL,
    answers: Array(8).fill(says("a", NEARLY)),
    sums: Array(99).fill(full),
  });
  for (let at = 0; at < 8; at += 1) await summed.session.prompt(`p${at}`);
  expect(summed.told.filter((text) => text.includes("could not be compacted"))).toHaveLength(3);
  expect(summed.told.filter((text) => text.startsWith("No more compactions"))).toHaveLength(1);
  expect(summed.world.text(summed.session.path)).not.toContain("compact_boundary");
});

test("bug report 66: the count of before does not bring on the next compaction, with kept messages neither", async () => {
  for (const part of ["none", "from", "upTo"] as const) {
    const summed = new Summed({ more: SMALL, answers: [says("a", 5), says("b", NEARLY), says("c", 9_000)] });
    await summed.session.prompt("p");
    await summed.session.prompt("q");
    const uuid = promptsOf(summed.session)[1]?.uuid ?? "";
    await compact(
      summed.session,
      part === "none" ? {} : { part: part === "from" ? { from: uuid } : { upTo: uuid } },
    );
    for (const prompt of ["r", "s"]) await summed.session.prompt(prompt);
    expect(summed.asked).toHaveLength(1);
  }
});

test("bug report 68: what /compact was to look at is told to whoever sums up and to nobody else", async () => {
  const summed = new Summed();
  await summed.session.prompt("p");
  await compact(summed.session, { focus: "delete x" });
  await summed.session.prompt("q");
  expect(JSON.stringify(summed.asked)).toContain("Above all: delete x");
  expect(JSON.stringify(summed.requests)).not.toContain("delete x");
  expect(summed.world.text(summed.session.path)).not.toContain("delete x");
});

test("bug report 69: what a first compaction has kept is summed up by the second, or kept again", async () => {
  const summed = new Summed({ sums: [says("The first sum."), says("The second sum.")] });
  for (const prompt of ["p", "q", "r"]) await summed.session.prompt(prompt);
  const [, q, r] = promptsOf(summed.session).map(({ uuid }) => uuid);
  await compact(summed.session, { part: { upTo: q ?? "" } });
  await compact(summed.session, { part: { from: r ?? "" } });
  await summed.session.prompt("s");
  expect(JSON.stringify(summed.asked[1]?.messages)).toMatch(/The first sum\..*"q".*"r"/);
  const first = expect.stringMatching(/The first sum\.$/);
  expect(summed.sent()).toEqual([first, "q", "Done.", expect.stringMatching(/The second sum\.$/), "s"]);
});

test("bug report 71: of a list that names what is not there the rest is kept, and never all of before", async () => {
  const boundary = {
    type: "system",
    subtype: "compact_boundary",
    uuid: "B",
    parentUuid: null,
    logicalParentUuid: "A2",
    compactMetadata: { preservedMessages: { anchorUuid: "S", uuids: ["ghost", "U2", "A2"], allUuids: [] } },
  };
  const said = {
    type: "user",
    uuid: "S",
    parentUuid: "B",
    isCompactSummary: true,
    message: { role: "user", content: "sum" },
  };
  const log = new TakenUp("U1 A1(U1) U2(A1) A2(U2)").log();
  const taken = new TakenUp([...log.trimEnd().split("\n"), boundary, said]);
  await taken.ask();
  expect(taken.sent()).toEqual(["U: sum U2", "A: A2", "U: And now?"]);
});

test("bug report 72: a boundary whose way back leads nowhere costs the conversation nothing", async () => {
  const taken = new TakenUp("U1 A1(U1) B1(-,logical=ghost) U2(B1) A2(U2)");
  await taken.ask();
  expect(taken.sent()).toEqual(["U: U2", "A: A2", "U: And now?"]);
  expect(promptsOf(taken.session).map(({ text }) => text)).toEqual(["U2", "And now?"]);
});

test("bug report 74: a branch of a compacted session is as long as the session, and so it stays", async () => {
  const summed = new Summed();
  for (const prompt of ["p", "q"]) await summed.session.prompt(prompt);
  await compact(summed.session, { part: { upTo: promptsOf(summed.session)[1]?.uuid ?? "" } });
  const child = branch(summed.session);
  expect(child.nextRequest().messages).toEqual(summed.session.nextRequest().messages);
  await child.prompt("r");
  expect(child.nextRequest().messages).toHaveLength(4);
});

test("bug report 75: a prompt that waits while a turn is compacted follows the summary", async () => {
  const summed = new Summed({ more: SMALL, answers: [says("a", NEARLY)] });
  await summed.session.prompt("p");
  // As the terminal logs it while the next turn runs.
  const queued = { type: "queue-operation", operation: "enqueue", content: "waits" };
  const turn = summed.session.prompt("q");
  summed.session.log.ledger(queued);
  await turn;
  await summed.session.prompt("waits");
  expect(summed.asked).toHaveLength(1);
  expect(summed.sent()).toEqual([SUM, "q", "Done.", "waits"]);
});

test("bug report 77: a summary is nothing that the user said", async () => {
  const summed = new Summed();
  await summed.session.prompt("p");
  await compact(summed.session);
  expect(promptsOf(summed.session).map(({ text }) => text)).toEqual(["p"]);
  const file = summed.session.options.ports.openLog(summed.session.path);
  expect(latestLines(file).flatMap((line) => promptIn(line) ?? [])).toEqual(["p"]);
});

test("bug report 78: a log that ends with a compaction goes on behind it, with a title at its end too", async () => {
  for (const ends of [[], [{ type: "custom-title", customTitle: "t" }]]) {
    const summed = new Summed();
    await summed.session.prompt("p");
    await compact(summed.session);
    for (const line of ends) summed.session.log.ledger(line);
    summed.restart();
    await summed.session.prompt("q");
    expect(summed.sent()).toEqual([SUM, "q"]);
  }
});

test("bug report 79a: nothing of before is patched back in, and the last request is what counts, not a running total", async () => {
  const summed = new Summed({
    more: SMALL,
    answers: [NEARLY - 1_000, 9_000, 9_500, 9_600].map((tokens) => says("a", tokens)),
  });
  for (const prompt of ["p", "q"]) await summed.session.prompt(`${prompt}${"x".repeat(8_000)}`);
  expect(summed.asked).toHaveLength(1);
  for (const prompt of ["r", "s"]) await summed.session.prompt(prompt);
  expect(summed.asked).toHaveLength(1);
  const sent = summed.sent();
  expect(sent).toEqual([SUM, expect.stringMatching(/^qx/), "a", "r", "a", "s"]);
  summed.restart();
  await summed.session.prompt("t");
  expect(summed.sent()).toEqual([...sent, "a", "t"]);
});

test("bug report 79: of a history of twice the window the oldest rounds are left out until it can be summed up", async () => {
  const summed = new Summed({ more: SMALL, host: { auto: false } });
  for (const letter of ["a", "b", "c", "d"])
    await summed.session.prompt(`${letter} ${"word ".repeat(30_000)}`);
  await summed.session.prompt(`e ${"one more word ".repeat(40_000)}`);
  await compact(summed.session);
  expect(summed.calls.some(({ refusal }) => refusal?.message.startsWith("prompt is too long"))).toBe(true);
  const asked = JSON.stringify(summed.asked.at(-1)?.messages);
  expect([asked.includes('"a word'), asked.includes('"e one')]).toEqual([false, true]);
  await summed.session.prompt("on");
  expect(summed.sent()).toEqual([SUM, "on"]);
});

test("a rewind to before a compaction brings back what was sent then, byte for byte", async () => {
  const summed = new Summed();
  for (const prompt of ["p", "q"]) await summed.session.prompt(prompt);
  const [, q] = promptsOf(summed.session);
  const before = summed.requests.at(-1)?.messages;
  await compact(summed.session);
  await summed.session.prompt("r");
  rewind(summed.session, q?.uuid ?? "");
  await summed.session.prompt("q");
  expect(summed.requests.at(-1)?.messages).toEqual(before);
});
