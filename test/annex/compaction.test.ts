/** Compaction that nobody asked for, and what it brings back: examples (C-5.2d, C-5.2e, D-20). */
import { expect, test } from "vitest";
import { firstDifference } from "#src/annex/cache/difference.ts";
import { compacting } from "#src/annex/compaction/compacting.ts";
import { diagnose } from "#src/annex/log/doctor/diagnose.ts";
import { readSettings } from "#src/annex/settings/settings.ts";
import { agentTool } from "#src/annex/subagents/agent-tool.ts";
import { CORE_TOOLS, compact, promptsOf, type SessionOptions } from "#src/index.ts";
import { MemoryDisk } from "../../scripts/stage/memory-disk.ts";
import { Summed, says } from "../support/summed.ts";

const SMALL = { settings: { model: "claude-haiku-4-5" } };
/** Of a window of 200,000 tokens, all but the buffer of 33,000. */
const NEARLY = 167_000;

test("a conversation that has filled its window is compacted before the next prompt is answered, and fits again", async () => {
  const summed = new Summed({ more: SMALL });
  // By the mock's own count each of these is some 60,000 tokens.
  const long = (letter: string) => `${letter} ${"one more word ".repeat(20_000)}`;
  for (const letter of ["a", "b"]) await summed.session.prompt(long(letter));
  expect(summed.asked).toHaveLength(0);
  await summed.session.prompt(long("c"));
  expect(summed.asked).toHaveLength(1);
  expect(summed.sent()).toEqual([expect.stringMatching(/The sum\.$/), long("c")]);
  expect(summed.told).toEqual([
    expect.stringMatching(
      /^Compacted: the conversation took 1[6-9]\d,\d{3} of 200,000 tokens, now about [56]\d,\d{3}\.$/,
    ),
  ]);
  expect(summed.calls.flatMap(({ refusal }) => refusal ?? [])).toEqual([]);
  const last = summed.calls.at(-1)?.usage;
  expect((last?.input_tokens ?? 0) + (last?.cache_creation_input_tokens ?? 0)).toBeLessThan(80_000);
});

test("a result that no answer has counted yet counts as well", async () => {
  const summed = new Summed({
    more: SMALL,
    answers: [
      {
        content: [{ type: "tool_use", name: "Read", input: { file_path: "long.txt" } }],
        usage: says("", 150_000).usage ?? {},
      },
    ],
  });
  summed.world.disk.put(`${summed.world.cwd}/long.txt`, `${"日本語 ".repeat(400)}\n`.repeat(40));
  await summed.session.prompt("look");
  expect(summed.asked).toHaveLength(1);
  expect(summed.asked[0]?.messages.flatMap(({ content }) => content.map(({ type }) => type))).toEqual([
    "text",
    "tool_use",
    "tool_result",
    "text",
  ]);
  expect(summed.sent()).toEqual([expect.stringMatching(/The sum\.$/)]);
});

test("an answer that the window has cut off is gone on with behind a summary, once", async () => {
  const cut = { ...says("half", 5_000), stop_reason: "model_context_window_exceeded" as const };
  const summed = new Summed({
    answers: [cut, { ...says("half again", 5_000), stop_reason: "model_context_window_exceeded" }],
  });
  const { stop, responses } = await summed.session.prompt("p");
  expect([stop, responses.length, summed.asked.length]).toEqual(["model_context_window_exceeded", 2, 1]);
  expect(summed.sent()).toEqual([expect.stringMatching(/The sum\.$/)]);
  expect(JSON.stringify(summed.asked[0]?.messages)).toMatch(/half.*stopped before its end/);
  expect(summed.told[1]).toMatch(/^Compacted: /);
});

test("where the settings say so nothing is compacted unasked, and such an answer ends the turn", async () => {
  const cut = { ...says("half", NEARLY), stop_reason: "model_context_window_exceeded" as const };
  const summed = new Summed({ more: SMALL, answers: [cut], host: { auto: false } });
  await summed.session.prompt("p");
  await summed.session.prompt("q");
  expect(summed.asked).toHaveLength(0);
  expect(summed.told).toEqual([
    "The context window is full: the answer was cut off. /compact makes room, or begin a new session.",
  ]);
  const disk = new MemoryDisk();
  disk.put("/root/settings.json", JSON.stringify({ autoCompact: true, restoreFiles: "recent" }));
  disk.put("/p/.claude/settings.json", JSON.stringify({ autoCompact: false }));
  expect(readSettings(disk, "/root", "/p")).toMatchObject({
    settings: { autoCompact: false, restoreFiles: "recent" },
  });
  disk.put("/p/.claude/settings.json", JSON.stringify({ restoreFiles: "all" }));
  expect(readSettings(disk, "/root", "/p")).toMatchObject({
    faults: [expect.stringContaining("must be one of none, recent")],
  });
});

test("what stands behind the summary may be too large by itself: then that is told", async () => {
  const summed = new Summed({
    more: SMALL,
    answers: [says("a", 1_000), says("b", NEARLY), says("c", NEARLY + 9_000)],
  });
  await summed.session.prompt("p");
  await summed.session.prompt("q");
  await summed.session.prompt(`large ${"x".repeat(300_000)}`);
  expect(summed.told).toEqual([
    expect.stringMatching(/^Compacted: /),
    "What stays is too large by itself: a prompt, memory or tools. /context shows which; /rewind or /clear makes room.",
  ]);
});

test("an interrupt while it is compacted ends the turn, and the conversation is as it was", async () => {
  const interrupt = new AbortController();
  const summed = new Summed({
    more: {
      ...SMALL,
      hooks: async ({ event }) => {
        if (event === "PreCompact") interrupt.abort();
        return { attachments: [] };
      },
    },
    answers: [says("a", NEARLY)],
  });
  await summed.session.prompt("p");
  const { stop } = await summed.session.prompt("q", interrupt.signal);
  expect(stop).toBe("interrupted");
  await summed.session.prompt("r");
  expect(summed.sent()).toEqual([
    expect.stringMatching(/The sum\.$/),
    "q",
    "[Request interrupted by user]",
    "r",
  ]);
});

test("an agent makes room in its own conversation, and none in the one that it works for", async () => {
  const answers = [
    { content: [{ type: "tool_use" as const, name: "Agent", input: { description: "d", prompt: "work" } }] },
    {
      content: [{ type: "tool_use" as const, name: "Read", input: { file_path: "f" } }],
      usage: says("", NEARLY).usage ?? {},
    },
    says("the report"),
  ];
  const around = (options: SessionOptions, agent: () => Summed["session"]) =>
    compacting(options, agent, { auto: true, restoreFiles: "none", skills: () => [] });
  const options = (): SessionOptions => {
    const { makeRoom: _, ...own } = made.session.options;
    return own;
  };
  const agents = agentTool({ options, parent: () => made.session, around });
  const made: Summed = new Summed({ more: { ...SMALL, tools: [...CORE_TOOLS, agents] }, answers });
  await made.session.prompt("go");
  expect(made.asked).toHaveLength(1);
  expect(JSON.stringify(made.asked)).toContain("work");
  expect(made.world.text(made.session.path)).not.toContain("compact_boundary");
  expect(made.sent().at(-1)).toBe("tool_result");
});

test("files that were come to last stand again as they are now; a long one by name, one that is gone not at all", async () => {
  const read = (file_path: string) => ({
    content: [{ type: "tool_use" as const, name: "Read", input: { file_path } }],
  });
  const names = ["gone", "a", "long", "b"];
  const answers = names.flatMap((name) => [read(`${name}.txt`), says("Done.")]);
  const summed = new Summed({ answers, host: { restoreFiles: "recent" } });
  const put = (name: string, content: string) =>
    summed.world.disk.put(`${summed.world.cwd}/${name}.txt`, content);
  for (const name of names) put(name, "as it was");
  for (const name of names) await summed.session.prompt(name);
  summed.world.disk.remove(`${summed.world.cwd}/gone.txt`);
  put("long", "one more line of words\n".repeat(1_500));
  put("b", "as it is");
  await compact(summed.session);
  await summed.session.prompt("on");
  const [sum, ...rest] = summed.sent();
  expect(sum).toMatch(/The sum\.$/);
  expect(rest).toEqual([
    expect.stringMatching(/b\.txt.*\n1\tas it is\n/s),
    expect.stringMatching(/long\.txt was read or written before the summary, and is too long/),
    expect.stringMatching(/a\.txt.*\n1\tas it was\n/s),
    "on",
  ]);
});

test("the cause card of the next request is that it was compacted", async () => {
  const summed = new Summed();
  await summed.session.prompt("p");
  const before = summed.session.nextRequest();
  await compact(summed.session);
  expect(firstDifference(before, summed.session.nextRequest())?.kind).toBe("compaction");
});

test("a compaction that was cut off before its summary is told by log check, and nothing is lost", async () => {
  const summed = new Summed();
  const { path } = summed.session;
  await summed.session.prompt("p");
  await compact(summed.session);
  const lines = summed.world.text(path).split("\n");
  const at = lines.findIndex((line) => line.includes("compact_boundary"));
  summed.world.setText(path, `${lines.slice(0, at + 1).join("\n")}\n`);
  expect(diagnose(summed.world.bytes(path), summed.session.id)).toMatchObject([
    { line: at + 1, kind: "cut-off-compaction", message: expect.stringContaining("goes on from before it") },
  ]);
  summed.restart();
  await summed.session.prompt("q");
  expect(summed.sent()).toEqual(["p", "Done.", "q"]);
  expect(promptsOf(summed.session).map(({ text }) => text)).toEqual(["p", "q"]);
});
