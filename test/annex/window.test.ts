/** What fills a window, by example: the published simulation, the reminders that this harness words, and advice. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type MessagesRequest as Asked, countTokens } from "#mock-api";
import { ANNEX_INJECTIONS } from "#src/annex/context/injections.ts";
import { sourceOf } from "#src/annex/log/log-source.ts";
import { ATTACHED } from "#src/annex/window/attached-kinds.ts";
import type { CountTokens } from "#src/annex/window/count.ts";
import { contextOfLog } from "#src/annex/window/log-context.ts";
import { categoryOf } from "#src/annex/window/reminder-kinds.ts";
import { type ContextReport, contextOf } from "#src/annex/window/report.ts";
import { attachedBlocks } from "#src/context/attachments.ts";
import { memoryReminder } from "#src/context/memory.ts";
import { reminder } from "#src/context/reminders.ts";
import { ApiError, type MessagesRequest } from "#src/index.ts";
import { type Block, type Message, text } from "#src/wire.ts";
import { recordings } from "../support/recordings.ts";

const count: CountTokens = async (request) => countTokens(request as unknown as Asked);
const counter = { count, told: "Counted by the test." };

function asked(more: Partial<MessagesRequest>): MessagesRequest {
  return {
    model: "claude-opus-5",
    max_tokens: 1,
    system: [],
    tools: [],
    messages: [{ role: "user", content: [text("hi")] }],
    ...more,
  };
}

function tokensOf({ shares }: ContextReport): Record<string, number> {
  return Object.fromEntries(shares.map(({ category, tokens }) => [category, tokens]));
}

/** A block that the mock counts as so many tokens; `role` where it stands in a message. */
function sized(tokens: number, block: Block, role?: Message["role"]): Block {
  const counted = (each: Block) => countTokens(role ? { role, content: [each] } : each);
  const words = String(block["text"]);
  const end = words.endsWith("</system-reminder>") ? "\n</system-reminder>" : "";
  const begin = words.slice(0, words.length - end.length);
  const missing = (tokens - counted({ ...block, text: begin + end })) * 4;
  return { ...block, text: begin + ".".repeat(Math.max(0, missing)) + end };
}

const told = (tokens: number, words: string) => sized(tokens, reminder(words), "user");
const memory = (path: string, scope: "user" | "project" | "auto") =>
  String(memoryReminder([{ path, scope, content: "x" }])[0]?.["text"])
    .split("\n")
    .slice(1, -1)
    .join("\n");

test("C-6.10: the published figures of the simulation, put into a request, come out by category, and their sum is the total", async () => {
  const system = [sized(4_200, text("core")), sized(280, text("environment"))];
  const start = [
    told(680, memory("/m/MEMORY.md", "auto")),
    told(320, memory("/h/CLAUDE.md", "user")),
    told(1_800, memory("/p/CLAUDE.md", "project")),
    told(120, "Tools of MCP servers, by name only. "),
    told(450, "These skills are there. "),
  ];
  const asks = (tokens: number) => sized(tokens, text("m"), "user");
  const answers = (tokens: number) => sized(tokens, text("a"), "assistant");
  const begun = await contextOf(
    asked({ system, messages: [{ role: "user", content: [...start, asks(45)] }] }),
    counter,
  );
  expect(tokensOf(begun)).toEqual({
    "System prompt": 4_480,
    "MCP tools": 120,
    "Memory files": 2_800,
    Skills: 450,
    Messages: 45,
  });
  expect(begun.total - 45).toBe(7_850);

  // What joins and what is invoked later counts as memory and as skills here; the simulation's list has it in Messages.
  const rules = [380, 290].map((tokens) =>
    told(tokens, "The user's instructions for what you work on now are also in this file. "),
  );
  const invoked = told(620, 'The user has invoked the skill "commit-push". ');
  const shown = [2_400, 1_100, 1_800, 1_600, 600, 120, 100, 1_200, 40, 420, 180].map(asks);
  const messages: Message[] = [
    { role: "user", content: [...start, asks(45)] },
    { role: "assistant", content: [800, 400, 600, 400, 80, 1_200].map(answers) },
    { role: "user", content: [...shown, ...rules, invoked] },
  ];
  const full = await contextOf(asked({ system, messages }), counter);
  expect(tokensOf(full)).toEqual({
    "System prompt": 4_480,
    "MCP tools": 120,
    "Memory files": 2_800 + 670,
    Skills: 450 + 620,
    Messages: 14_375 - 670 - 620,
  });
  expect(full.total).toBe(22_225);
  expect(full.buffer).toBe(33_000);
});

test("each kind of reminder that this harness words is known by its first words, as by its type", () => {
  const samples: Record<string, Record<string, unknown>[]> = {
    hook_additional_context: [{ hookName: "PostToolUse:Edit", content: ["formatted"] }],
    file: [
      {
        filename: "/p/a",
        content: {
          type: "text",
          file: { filePath: "/p/a", content: "n", numLines: 1, startLine: 1, totalLines: 1 },
        },
      },
    ],
    directory: [{ path: "/p", content: "a" }],
    current_date: [{ date: "2026-11-30" }],
    permission_mode: [{ mode: "plan" }],
    mcp_tools: [{ names: ["mcp__s__t"] }],
    mcp_tools_changed: [{ changes: [{ name: "mcp__s__t", status: "gone" }] }],
    nested_memory: [{ path: "/p/CLAUDE.md", content: { type: "Project", content: "x" } }],
    memory_changed: [
      { path: "/p/C", content: "x" },
      { path: "/p/C", content: null },
      { path: "/p/C", content: "x", isNew: true },
    ],
    compact_file_reference: [{ filename: "/p/a" }],
    skill_listing: [
      { content: "These skills are there. When one of them" },
      { content: "The skills have changed. New" },
      { content: "No longer there: one." },
    ],
    invoked_skill: ["user", "model"].flatMap((by) => {
      const skill = { name: "one", path: "/s/one/SKILL.md", by, args: "", content: "x" };
      return [skill, { ...skill, again: true }];
    }),
    tasks_changed: [
      { why: "changed", open: 0 },
      { why: "open", open: 1 },
    ],
  };
  expect(Object.keys(ANNEX_INJECTIONS).filter((type) => !(type in samples))).toEqual([]);
  for (const [type, attachments] of Object.entries(samples)) {
    for (const attachment of attachments) {
      const blocks = attachedBlocks({ ...attachment, type }, ANNEX_INJECTIONS);
      expect(blocks.map(categoryOf), JSON.stringify(blocks)).toEqual(
        blocks.map(() => ATTACHED[type] ?? "Messages"),
      );
    }
  }
  expect(categoryOf(memoryReminder([{ path: "/p/C", scope: "project", content: "x" }])[0] as Block)).toBe(
    "Memory files",
  );
});

test("deferred tools cost nothing, are named with their server, and one that was found is told", async () => {
  const tool = (name: string) => ({ name, description: "d ".repeat(200), input_schema: { type: "object" } });
  const late = { ...tool("mcp__jira__find"), defer_loading: true as const };
  const loaded = tool("mcp__git__log");
  const report = await contextOf(asked({ tools: [late, tool("Read"), loaded] }), counter);
  expect(tokensOf(report)).toMatchObject({
    "MCP tools": countTokens(loaded),
    "System tools": countTokens(tool("Read")),
  });
  expect(report.deferred.tools).toBe(1);
  const servers = report.sections.find(({ category }) => category === "MCP tools")?.items;
  expect(servers).toMatchObject([
    { name: "git", remark: "1 loaded" },
    { name: "jira", tokens: 0, remark: "1 loaded on demand" },
  ]);
});

test("where nobody counts, all is estimated and marked; where a beginning is refused, only what stands there is", async () => {
  const request = asked({
    system: [text("s")],
    messages: [
      {
        role: "user",
        content: [...memoryReminder([{ path: "/C", scope: "user", content: "x" }]), text("hi")],
      },
    ],
  });
  const offline: CountTokens = async () => {
    throw new ApiError("The API could not be reached: no network", { type: "connection_error" });
  };
  const guessed = await contextOf(request, { count: offline, told: "" });
  expect(guessed).toMatchObject({
    isEstimate: true,
    remarks: [expect.stringContaining("could not be reached")],
  });
  expect(guessed.shares.every(({ isEstimate }) => isEstimate)).toBe(true);
  expect(guessed.shares.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(guessed.total);
  const picky: CountTokens = async (asked) => {
    const [{ content } = { content: [] }] = asked.messages;
    if (content.length === 1 && asked.system.length > 0 && content[0]?.["text"] !== "(the next prompt)")
      throw new ApiError("no", { type: "invalid_request_error" });
    return count(asked);
  };
  const partly = await contextOf(request, { count: picky, told: "" });
  expect(partly).toMatchObject({ isEstimate: false, total: await count(request) });
  expect(partly.shares.map(({ category, isEstimate }) => [category, isEstimate])).toEqual([
    ["System prompt", false],
    ["Memory files", true],
    ["Messages", true],
  ]);
});

test("advice comes in three families, and says what it frees: tools that bring much, memory that is long, room that runs out", async () => {
  const call = (id: string, tokens: number): Message[] => [
    {
      role: "assistant",
      content: [{ type: "tool_use", id, name: "Read", input: { file_path: `/p/${id}` } }],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "word ".repeat(tokens) }] },
  ];
  const conversation: Message[] = [
    {
      role: "user",
      content: [
        ...memoryReminder([{ path: "/p/CLAUDE.md", scope: "project", content: "rule ".repeat(20_000) }]),
        text("hi"),
      ],
    },
    ...call("a", 60_000),
    ...call("b", 50_000),
  ];
  const mcp = { name: "mcp__jira__find", description: "d", input_schema: { type: "object" } };
  const model = "claude-haiku-4-5";
  const near = await contextOf(asked({ model, tools: [mcp], messages: conversation }), counter);
  const families = near.suggestions.map(({ family }) => family);
  expect(families).toEqual(["tools", "tools", "memory"]);
  expect(near.suggestions[0]?.text).toMatch(
    /Results of Read take [\d,]+ tokens, the largest [\d,]+ \(Read \/p\/a\)/,
  );
  expect(near.suggestions[1]?.text).toContain("MCP server jira");
  expect(near.suggestions[1]?.frees).toBe(countTokens(mcp, model));
  expect(near.suggestions[2]?.text).toContain("/p/CLAUDE.md");
  const full = await contextOf(asked({ model, messages: [...conversation, ...call("c", 40_000)] }), counter);
  expect(full.suggestions[0]).toMatchObject({
    family: "capacity",
    text: expect.stringContaining("/compact"),
  });
  const over = await contextOf(asked({ model, messages: [...conversation, ...call("c", 90_000)] }), counter);
  expect(over.over).toBeGreaterThan(0);
  expect(over.free + over.buffer).toBe(0);
  expect(over.suggestions[0]?.text).toContain("over the window");
});

test("every recorded log is told of, as an estimate that adds up, with what the API measured beside it", () => {
  for (const { name, log } of recordings()) {
    const report = contextOfLog(sourceOf(log), log.length);
    expect(report, name).toMatchObject({ isEstimate: true });
    expect(
      report?.shares.reduce((sum, { tokens }) => sum + tokens, 0),
      name,
    ).toBe(report?.total);
    expect(report?.remarks.join(" "), name).toContain("A log holds neither");
  }
  const skills = new Uint8Array(
    readFileSync(new URL("../recorded/two_turns/resume-1.log.jsonl", import.meta.url)),
  );
  const report = contextOfLog(sourceOf(skills), skills.length);
  expect(report?.shares.map(({ category }) => category)).toEqual(["Custom agents", "Skills", "Messages"]);
  expect(report?.remarks[1]).toMatch(/^Measured: the API counted [\d,]+ tokens of input/);
});

test("a log without a conversation tells nothing", () => {
  const bytes = new TextEncoder().encode('{"type":"summary"}\nnot JSON\n');
  expect(contextOfLog(sourceOf(bytes), bytes.length)).toBeUndefined();
});
