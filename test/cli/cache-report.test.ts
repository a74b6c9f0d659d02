/** `glass cache-report`, and the line after each turn of a conversation. */
import { expect, test } from "vitest";
import { widthOf } from "#src/annex/log/one-line.ts";
import { place } from "../support/glass.ts";
import { ReplProcess } from "../support/repl-process.ts";

const words = (text: string) => ({ content: [{ type: "text", text }] });

test("the report tells of each request, in a table and as JSON; the newest session, one by its id, a log by its path", async () => {
  const here = place();
  const script = here.file("replies.json", JSON.stringify([words("One.")]));
  const first = await here.glass(["-p", "one", "--script", script, "--output-format", "json"]);
  const { session_id: id } = JSON.parse(first.out) as { session_id: string };
  await here.glass(["-p", "two", "-c", "--script", script]);
  await here.glass(["-p", "three", "-c", "--script", script, "--append-system-prompt", "Be brief."]);

  const newest = await here.glass(["cache-report", "-c"]);
  expect(newest.code).toBe(0);
  expect(newest.out).toMatch(/^# +time +read +written +fresh +out +cost +why not all was read\n─+\n/);
  expect(newest.out).toMatch(/\n1 .* cold\n2 .*\n3 .* system\n/);
  expect(newest.out).toContain("The system prompt is not the same.");
  expect(newest.out).toMatch(
    /In all: 3 requests, [\d,]+ read, [\d,]+ written, [\d,]+ fresh, \$[\d.]+; \$[\d.]+ of it/,
  );
  expect((await here.glass(["cache-report", id.slice(0, 8)])).out).toBe(newest.out);

  const japanese = (await here.glass(["cache-report", "-c"], { LANG: "ja_JP.UTF-8" })).out.split("\n");
  expect(japanese[1]).toBe("─".repeat(widthOf(japanese[0] ?? "")));
  expect(japanese[0]).toMatch(/^# +時刻 +読み取り +書き込み +新規 +出力 +費用 +すべては読まれなかった理由$/);
  expect(japanese.join("\n")).toMatch(
    /\n3 {2}system\n {3}システムプロンプトが前と違います。.*課金され.*。\n/,
  );

  const json = JSON.parse((await here.glass(["cache-report", id, "--json"])).out);
  expect(json.conversations[0].requests.map(({ card }: { card?: { kind: string } }) => card?.kind)).toEqual([
    "cold",
    undefined,
    "system",
  ]);
  const usage = JSON.parse((await here.glass(["log", "usage", here.home, "--json"])).out);
  expect(json.total).toMatchObject({
    all_input_tokens: usage.total.all_input_tokens,
    cost_usd: usage.total.cost_usd,
  });

  const recorded = new URL("../recorded/compact/resume-3.log.jsonl", import.meta.url).pathname;
  expect((await here.glass(["cache-report", recorded])).out).toContain("The requests are estimated");
});

test.each([
  [["cache-report"], 2, "Name a session: cache-report ID|FILE; -c takes the newest of this folder."],
  [["cache-report", "a", "b"], 2, "cache-report takes one session."],
  [["cache-report", "a", "-c"], 2, "Give -c or a session, not both."],
  [["cache-report", "-c", "--all"], 2, "cache-report does not take --all."],
  [["cache-report", "none"], 1, "There is no session none of "],
])("%j: %i, in one line", async (args, code, told) => {
  const ran = await place().glass(args);
  expect(ran.code).toBe(code);
  expect(ran.err).toContain(told);
  expect(ran.out).toBe("");
});

test("each turn of a conversation ends with what the cache did; across processes too", async () => {
  const here = place();
  const script = here.file("replies.json", JSON.stringify(["One.", "Two.", "Three."].map(words)));
  const glass = new ReplProcess(here, ["--script", script]);
  await glass.sees("model claude-opus-5");
  await glass.say("one", /· cache: 0 read, [\d,]+ written, [\d,]+ fresh · \$0\.\d+ · cold: Nothing of this/);
  await glass.say("two", /· cache: [1-9][\d,]* read, [\d,]+ written, [\d,]+ fresh · \$0\.\d{4}\s/);
  await glass.say("/model claude-sonnet-5", "from now on");
  await glass.say("three", /· model: Another model is asked\./);
  glass.press("\x04");
  await glass.ended;

  const more = new ReplProcess(here, ["-c", "--script", script, "--effort", "low"]);
  await more.sees("model claude-sonnet-5");
  await more.say("four", /· settings: The request asks in another way:\s+output_config\.effort/);
  more.press("\x04");
  await more.ended;
});
