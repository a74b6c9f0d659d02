/** The Agent tool, by examples (C-5.6c, C-6.3, O-28). */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createMockApi, memoryCache, type Reply } from "#mock-api";
import {
  type HarnessEvent,
  type HookMoment,
  modelOver,
  readLog,
  Session,
  type SessionOptions,
  ToolError,
  type ToolUseBlock,
} from "#src/index.ts";
import { usageOf } from "../../src/annex/log/usage/usage.ts";
import { agentTool } from "../../src/annex/subagents/agent-tool.ts";
import { agentFiles, agentIdFrom, agentLogs } from "../../src/annex/subagents/files.ts";
import { Places } from "../../src/annex/subagents/places.ts";
import { reportOf } from "../../src/annex/subagents/report.ts";
import { nodeDisk } from "../../src/host/disk.ts";
import { openWithAgents } from "../support/agents.ts";
import { freshFolder } from "../support/real-folder.ts";
import { World } from "../support/world.ts";

/** The Agent tool alone, whose agents get these replies. */
function alone(
  replies: readonly Reply[],
  change: (options: SessionOptions) => SessionOptions = (options) => options,
) {
  const world = new World();
  world.disk.put(join(world.cwd, "CLAUDE.md"), "Be brief.");
  const api = createMockApi({ model: replies, cache: memoryCache() });
  const process = world.start(modelOver({ apiKey: "x", fetch: api.fetch, maxRetries: 0 }));
  const opened = change(process.options());
  const parent = Session.begin({ ...opened, emit: () => {} });
  const { settings: _fromItsLog, ...options } = opened;
  const call: ToolUseBlock = { type: "tool_use", id: "toolu_1", name: "Agent", input: {} };
  const { disk, shell } = options.ports;
  const tool = agentTool({ options: () => options, parent: () => parent });
  const run = (input: object, signal?: AbortSignal) =>
    tool.run(
      { description: "a task", ...input },
      { cwd: world.cwd, disk, shell, call, past: () => [], signal },
    );
  return { world, parent, run };
}

const says = (text: string, more: Partial<Reply> = {}): Reply => ({
  content: [{ type: "text", text }],
  ...more,
});

const callOf = (name: string, input: object): Reply => ({
  content: [{ type: "tool_use", name, input: input as Record<string, unknown> }],
});

describe("what comes back", () => {
  test("the last words and a trailer; the log holds the figures", async () => {
    const world = new World();
    const { session, own, ofAgents } = openWithAgents(world, [[1]]);
    await session.prompt("turn-0");
    const [result] = own.flatMap((event) => (event.type === "tool-end" ? [event.result] : []));
    const agentId = ofAgents[0]?.agentId ?? "";
    const [first, second] = ofAgents.flatMap(({ event }) =>
      event.type === "response" ? [event.response.usage] : [],
    );
    const sum = (
      field: "input_tokens" | "output_tokens" | "cache_creation_input_tokens" | "cache_read_input_tokens",
    ) => (first?.[field] ?? 0) + (second?.[field] ?? 0);
    const usage = {
      input_tokens: sum("input_tokens"),
      output_tokens: sum("output_tokens"),
      cache_creation_input_tokens: sum("cache_creation_input_tokens"),
      cache_read_input_tokens: sum("cache_read_input_tokens"),
    };
    const tokens = Object.values(usage).reduce((total, count) => total + count, 0);
    expect(result?.content).toMatch(
      new RegExp(
        `^answer-0-0\\.\n\n\\[agent ${agentId}: ${tokens.toLocaleString("en-US")} tokens, 1 tool use, \\d+\\.0 s\\]$`,
      ),
    );
    const entry = readLog(world.bytes(session.path)).lines.find(({ line }) => line["toolUseResult"])?.line;
    expect(entry?.["toolUseResult"]).toEqual({
      agentId,
      status: "completed",
      totalTokens: tokens,
      totalToolUseCount: 1,
      totalDurationMs: expect.any(Number),
      usage,
    });
  });

  test("an answer that was cut off and gone on with is one; thinking and earlier words stay", async () => {
    const { run } = alone([
      says("Half of ", { stop_reason: "max_tokens" }),
      {
        content: [
          { type: "thinking", thinking: "t" },
          { type: "text", text: "it." },
        ],
      },
    ]);
    expect(await run({ prompt: "Go." })).toMatchObject({
      content: expect.stringMatching(/^Half of it\.\n\n\[agent /),
      isError: false,
    });
  });

  test("an agent that fails, one that says nothing, one that is asked nothing", async () => {
    const failed = await alone([{ status: 529, error: "Overloaded" }]).run({ prompt: "Go." });
    expect(failed).toMatchObject({ isError: true, details: { status: "api_error", totalTokens: 0 } });
    expect(failed.content).toMatch(/^The agent did not come to its end: .*Overloaded/);
    expect((await alone([says("")]).run({ prompt: "Go." })).content).toMatch(
      /^\(The agent has said nothing\.\)/,
    );
    await expect(alone([]).run({ prompt: " " })).rejects.toThrow(ToolError);
    await expect(alone([]).run({ prompt: "Go." }, AbortSignal.abort())).rejects.toThrow("was not started");
  });

  test("an interrupt ends it where it is, and what it had said is in its log", async () => {
    const interrupt = new AbortController();
    const { world, parent, run } = alone([callOf("Read", { file_path: "a.txt" })], (options) => ({
      ...options,
      emit: (event) => {
        if (event.type === "agent" && event.event.type === "tool-end") interrupt.abort();
      },
    }));
    const { content, isError, details } = await run({ prompt: "Go." }, interrupt.signal);
    expect({ content, isError }).toEqual({
      content: expect.stringMatching(/^The agent did not come to its end: The turn was interrupted/),
      isError: true,
    });
    expect(details).toMatchObject({ status: "interrupted", totalToolUseCount: 1 });
    expect(world.text(agentFiles(parent.path, String(details?.["agentId"])).log)).toContain(
      "[Request interrupted by user for tool use]",
    );
  });

  test("a count of one, a long time", () => {
    const result = { stop: "end_turn", failed: false, responses: [] };
    expect(reportOf("a1", result, 61_500).content).toBe(
      "(The agent has said nothing.)\n\n[agent a1: 0 tokens, 0 tool uses, 61.5 s]",
    );
  });
});

describe("what an agent is given", () => {
  test("the parent's tools, but no Agent: there is none inside an agent", async () => {
    const { world, parent, run } = alone([
      callOf("Agent", { description: "d", prompt: "p" }),
      says("no luck"),
    ]);
    const { details } = await run({ prompt: "Go." });
    const log = world.text(agentFiles(parent.path, String(details?.["agentId"])).log);
    expect(log).toContain("There is no tool named Agent. There are Read, Write, Edit, Bash.");
  });

  test("the same permissions", async () => {
    const { world, parent, run } = alone(
      [callOf("Read", { file_path: "a.txt" }), says("not allowed")],
      (options) => ({
        ...options,
        ports: { ...options.ports, ask: { permit: async () => ({ allowed: false, reason: "Not today." }) } },
      }),
    );
    const { details } = await run({ prompt: "Go." });
    const log = world.text(agentFiles(parent.path, String(details?.["agentId"])).log);
    expect(log).toContain('"content":"Not today.","is_error":true');
  });

  test("the parent's hooks on tools, and no others", async () => {
    const moments: HookMoment["event"][] = [];
    const hooks = async ({ event }: HookMoment) => {
      moments.push(event);
      return { attachments: [] };
    };
    await alone([callOf("Read", { file_path: "a.txt" }), says("done")], (options) => ({
      ...options,
      hooks,
    })).run({ prompt: "Go." });
    expect(moments).toEqual(["PreToolUse", "PostToolUse"]);
  });

  test("the model that the parent asks, wherever it has it from; and the memory files", async () => {
    const requests: HarnessEvent[] = [];
    const { run } = alone([says("done")], (options) => ({
      ...options,
      settings: { model: "claude-haiku-4-5" },
      emit: (event) => event.type === "agent" && event.event.type === "request" && requests.push(event.event),
    }));
    await run({ prompt: "Go." });
    expect(requests).toMatchObject([{ request: { model: "claude-haiku-4-5" } }]);
    expect(JSON.stringify(requests)).toContain("Be brief.");
  });
});

describe("where agents are kept and counted", () => {
  test("their logs lie in a folder of the session's name", () => {
    const agentId = agentIdFrom("01234567-89ab-4def-8123-456789abcdef");
    expect(agentId).toBe("a8123456789abcdef");
    expect(agentFiles("/root/projects/p/s1.jsonl", agentId)).toEqual({
      log: "/root/projects/p/s1/subagents/agent-a8123456789abcdef.jsonl",
      meta: "/root/projects/p/s1/subagents/agent-a8123456789abcdef.meta.json",
    });
  });

  test("they are found there, whatever the client called them", () => {
    const folder = freshFolder();
    const agents = join(folder, "s1", "subagents");
    mkdirSync(agents, { recursive: true });
    for (const name of ["agent-b.jsonl", "agent-a.jsonl", "agent-a.meta.json", "other.jsonl"])
      writeFileSync(join(agents, name), "");
    expect(agentLogs(nodeDisk, join(folder, "s1.jsonl"))).toEqual([
      join(agents, "agent-a.jsonl"),
      join(agents, "agent-b.jsonl"),
    ]);
    expect(agentLogs(nodeDisk, join(folder, "s2.jsonl"))).toEqual([]);
  });

  test("with their logs every API call is counted, once", async () => {
    const world = new World();
    const run = openWithAgents(world, [[1, 0], [2]]);
    await run.session.prompt("turn-0");
    await run.session.prompt("turn-1");
    const ids = [...new Set(run.ofAgents.map(({ agentId }) => agentId))];
    const paths = [run.session.path, ...ids.map((id) => agentFiles(run.session.path, id).log)];
    const report = usageOf(paths.map((name) => ({ name, bytes: world.bytes(name) })));
    const responses = [...run.own, ...run.ofAgents.map(({ event }) => event)].filter(
      ({ type }) => type === "response",
    );
    expect(report.total.calls).toBe(responses.length);
  });
});

test("places: so many at once, the others in the order in which they came", async () => {
  const places = new Places(2);
  const began: number[] = [];
  const ends = new Map<number, () => void>();
  const works = [0, 1, 2, 3].map((at) =>
    places.within(async () => {
      began.push(at);
      await new Promise<void>((end) => ends.set(at, end));
      if (at === 1) throw new Error("fails");
    }),
  );
  const settled = Promise.allSettled(works);
  expect(began).toEqual([0, 1]);
  ends.get(1)?.();
  await expect(works[1]).rejects.toThrow("fails");
  expect(began).toEqual([0, 1, 2]);
  ends.get(0)?.();
  await works[0];
  expect(began).toEqual([0, 1, 2, 3]);
  for (const at of [2, 3]) ends.get(at)?.();
  expect((await settled).map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
});
