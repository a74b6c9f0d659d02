/** What hooks can do, each by an example (O-10, O-11, C-6.2). */
import { describe, expect, test } from "vitest";
import { parseLine, type Session, type SessionOptions } from "#src/index.ts";
import { type HookCommand, type HookEvent, hooksOf } from "../../src/annex/hooks/configured.ts";
import { hooksFrom } from "../../src/annex/hooks/hooks.ts";
import type { HookHost } from "../../src/annex/hooks/one-hook.ts";
import { saidBy } from "../../src/annex/hooks/output.ts";
import type { HookRun } from "../../src/annex/hooks/runner.ts";
import { Bench } from "../support/bench.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

const OK: HookRun = { stdout: "", stderr: "", exitCode: 0, timedOut: false };
const says = (json: object): HookRun => ({ ...OK, stdout: JSON.stringify(json) });
const objects = (stderr: string): HookRun => ({ ...OK, stderr, exitCode: 2 });
const hook = (event: HookEvent, command: string = event, matcher = ""): HookCommand => ({
  event,
  matcher,
  command,
  timeoutMs: 60_000,
});
const words = (text: string) => ({ content: [{ type: "text" as const, text }] });
const work = {
  content: [
    { type: "tool_use" as const, name: "Work", input: { label: "r1", place: 0, of: 1, fails: "no" } },
  ],
};

/** A machine on which hooks answer by their command. */
class Hooked {
  readonly commands: readonly HookCommand[];
  readonly run: (command: string) => HookRun;
  readonly world = new World();
  readonly inputs: Record<string, unknown>[] = [];
  readonly notices: string[] = [];
  readonly sent: string[] = [];
  session: Session | undefined;
  endTurn: () => void = () => {};

  constructor(commands: readonly HookCommand[], run: (command: string) => HookRun) {
    this.commands = commands;
    this.run = run;
  }

  start(replies: Parameters<typeof scripted>[0], more: Partial<SessionOptions> = {}): Session {
    const process = this.world.start(scripted(replies));
    const host: HookHost = {
      run: async (command, { stdin }) => {
        this.inputs.push(JSON.parse(stdin));
        return this.run(command);
      },
      clock: this.world.clock,
      cwd: this.world.cwd,
      session: () => this.session as Session,
      tell: (text) => this.notices.push(text),
      endTurn: () => this.endTurn(),
    };
    const bench = new Bench();
    const options: Partial<SessionOptions> = {
      tools: [bench.tool],
      hooks: hooksFrom(this.commands, host),
      emit: (event) => {
        bench.hear(event);
        if (event.type === "notice") this.notices.push(event.text);
        if (event.type === "request") this.sent.push(JSON.stringify(event.request.messages));
      },
      ...more,
    };
    this.session = this.session ? process.resume(this.session.id, options) : process.begin(options);
    return this.session;
  }

  /** The attachments of the log, and how many prompts and results stand in it. */
  get log() {
    const lines = this.world
      .text(this.session?.path ?? "")
      .trimEnd()
      .split("\n")
      .map(parseLine) as Record<string, unknown>[];
    return {
      attachments: lines.flatMap(({ attachment }) =>
        attachment ? [attachment as Record<string, unknown>] : [],
      ),
      lines,
    };
  }
}

describe("which hooks are run", () => {
  const call = (name: string) =>
    ({ event: "PreToolUse", call: { type: "tool_use", id: "t", name, input: {} } }) as const;
  test.each([
    ["", "Edit", true],
    ["*", "Edit", true],
    ["Edit", "Edit", true],
    ["Edit", "NotebookEdit", false],
    ["Edit|Write", "Write", true],
    ["Edit|Write", "Writer", false],
    ["mcp__.*", "mcp__a__b", true],
    ["edit", "Edit", false],
  ])("the matcher %j and the tool %s", (matcher, tool, matches) => {
    expect(hooksOf([hook("PreToolUse", "x", matcher)], call(tool)).length === 1).toBe(matches);
  });

  test("those of the moment, a command line once", () => {
    const all = [
      hook("PreToolUse", "a"),
      hook("PostToolUse", "b"),
      hook("PreToolUse", "a", "Edit"),
      hook("PreToolUse", "c"),
    ];
    expect(hooksOf(all, call("Edit")).map(({ command }) => command)).toEqual(["a", "c"]);
    const start = { event: "SessionStart", source: "resume" } as const;
    expect(
      hooksOf([hook("SessionStart", "a", "startup"), hook("SessionStart", "b", "resume")], start),
    ).toHaveLength(1);
    expect(hooksOf([hook("Stop", "a", "Edit")], { event: "Stop", again: false })).toHaveLength(1);
  });
});

describe("what a run says", () => {
  const post = {
    event: "PostToolUse",
    call: { type: "tool_use", id: "t", name: "Edit", input: {} },
    result: { type: "tool_result", tool_use_id: "t" },
  } as const;
  const pre = { event: "PreToolUse", call: post.call } as const;
  const stop = { event: "Stop", again: false } as const;
  const start = { event: "SessionStart", source: "startup" } as const;
  const prompt = { event: "UserPromptSubmit", prompt: "hi", messageId: "m" } as const;
  test.each([
    ["nothing", OK, pre, {}],
    ["plain words at a start are context", { ...OK, stdout: "a\n" }, start, { context: "a" }],
    ["and before a prompt", { ...OK, stdout: "{ not JSON" }, prompt, { context: "{ not JSON" }],
    ["and elsewhere nothing", { ...OK, stdout: "a" }, post, {}],
    ["context", says({ hookSpecificOutput: { additionalContext: "a" } }), post, { context: "a" }],
    ["exit code 2 blocks a tool", objects("no\n"), pre, { blocked: "no" }],
    ["and tells the model after one", objects("no"), post, { context: "no" }],
    ["and only the person at a start", objects("no"), start, { told: "no" }],
    ["without a reason", objects(""), stop, { blocked: "A hook has blocked this and gave no reason." }],
    ["a decision", says({ decision: "block", reason: "no" }), stop, { blocked: "no" }],
    [
      "a denial",
      says({ hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "no" } }),
      pre,
      { blocked: "no" },
    ],
    [
      "an approval allows nothing",
      says({ decision: "approve", hookSpecificOutput: { permissionDecision: "allow" } }),
      pre,
      {},
    ],
    ["the end of the turn", says({ continue: false, stopReason: "enough" }), post, { ends: "enough" }],
    [
      "before a tool it blocks that too",
      says({ continue: false, stopReason: "enough" }),
      pre,
      { ends: "enough", blocked: "enough" },
    ],
    [
      "a wish that a person be asked",
      says({ hookSpecificOutput: { permissionDecision: "ask", permissionDecisionReason: "sure?" } }),
      pre,
      { blocked: "sure?" },
    ],
    [
      "a decision that nobody knows",
      says({ hookSpecificOutput: { permissionDecision: "defer" } }),
      pre,
      { blocked: 'A hook has decided "defer" on this, and a hook can only deny here.' },
    ],
    [
      "another input",
      says({ hookSpecificOutput: { permissionDecision: "allow", updatedInput: { command: "ls" } } }),
      pre,
      { blocked: "A hook has changed the input of this, and that is not done here." },
    ],
    [
      "JSON that was cut off",
      { ...OK, stdout: '{"decision": "blo' },
      pre,
      { told: "A PreToolUse hook printed JSON that cannot be read, or is too long (x)." },
    ],
    ["words for the person", says({ systemMessage: "look" }), pre, { told: "look" }],
    ["fields of another type", says({ decision: 5, hookSpecificOutput: [], continue: "false" }), pre, {}],
    [
      "another exit code",
      { ...OK, stderr: "oh", exitCode: 1 },
      pre,
      { told: "A PreToolUse hook ended with exit code 1 (x): oh" },
    ],
    [
      "too slow",
      { ...OK, exitCode: null, timedOut: true },
      pre,
      { told: "A PreToolUse hook was stopped: its time was over (x)." },
    ],
  ])("%s", (_, run, moment, expected) => {
    expect(saidBy(run, moment, { command: "x" })).toEqual(expected);
  });
});

describe("in a session", () => {
  test("a hook is told where it is and what happens", async () => {
    const all = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"] as const;
    const hooked = new Hooked(
      all.map((event) => hook(event)),
      () => OK,
    );
    const session = hooked.start([work, words("done")]);
    await session.prompt("Go.");
    const common = { session_id: session.id, transcript_path: session.path, cwd: hooked.world.cwd };
    const input = { label: "r1", place: 0, of: 1, fails: "no" };
    const call = { tool_name: "Work", tool_input: input, tool_use_id: expect.any(String) };
    expect(hooked.inputs).toEqual([
      { ...common, hook_event_name: "SessionStart", source: "startup" },
      { ...common, hook_event_name: "UserPromptSubmit", prompt: "Go." },
      { ...common, hook_event_name: "PreToolUse", ...call },
      {
        ...common,
        hook_event_name: "PostToolUse",
        ...call,
        tool_response: { content: "r1", is_error: false },
      },
      { ...common, hook_event_name: "Stop", stop_hook_active: false },
    ]);
    expect(hooked.log.attachments.map(({ hookName }) => hookName)).toEqual([
      "SessionStart",
      "UserPromptSubmit",
      "PreToolUse:Work",
      "PostToolUse:Work",
      "Stop",
    ]);
  });

  test("every run is logged, and what it says to the model stands behind the result in the same message", async () => {
    const hooked = new Hooked([hook("PostToolUse", "lint", "Work")], () =>
      says({ hookSpecificOutput: { additionalContext: "2 warnings" } }),
    );
    await hooked.start([work, words("done")]).prompt("Go.");
    const about = { hookName: "PostToolUse:Work", hookEvent: "PostToolUse", toolUseID: expect.any(String) };
    expect(hooked.log.attachments).toEqual([
      {
        type: "hook_success",
        ...about,
        command: "lint",
        exitCode: 0,
        stdout: expect.any(String),
        stderr: "",
        timedOut: false,
        durationMs: 1000,
      },
      { type: "hook_additional_context", ...about, content: ["2 warnings"] },
    ]);
    const last = JSON.parse(hooked.sent.at(-1) ?? "[]").at(-1);
    expect(last.content.map(({ type }: { type: string }) => type)).toEqual(["tool_result", "text"]);
    expect(last.content[1].text).toBe(
      "<system-reminder>\nPostToolUse:Work hook additional context: 2 warnings\n</system-reminder>",
    );
  });

  test("a tool that a hook blocks gets the reason as its error result, and no PostToolUse hook", async () => {
    const hooked = new Hooked([hook("PreToolUse"), hook("PostToolUse")], () => objects("not on a Friday"));
    await hooked.start([work, words("done")]).prompt("Go.");
    expect(hooked.sent.at(-1)).toContain('"content":"The tool was not run: not on a Friday","is_error":true');
    expect(hooked.log.attachments.map(({ hookEvent, exitCode }) => [hookEvent, exitCode])).toEqual([
      ["PreToolUse", 2],
    ]);
  });

  test("a prompt that a hook blocks is not logged, and what other hooks have said to it is not sent later", async () => {
    const hooked = new Hooked([hook("UserPromptSubmit", "a"), hook("UserPromptSubmit", "b")], (command) =>
      command === "a" ? objects("no secrets") : { ...OK, stdout: "context of b" },
    );
    const result = await hooked.start([]).prompt("my password");
    expect(result).toMatchObject({ stop: "blocked", failed: true, message: "no secrets" });
    expect(hooked.notices).toEqual(["The prompt was not sent: no secrets"]);
    expect(hooked.sent).toEqual([]);
    expect(JSON.stringify(hooked.log.lines.filter(({ type }) => type === "user"))).toBe("[]");
    expect(hooked.log.attachments.map(({ type }) => type)).toEqual(["hook_success", "hook_success"]);
  });

  test("a Stop hook keeps the turn going with its reason, and is told the next time that it has", async () => {
    let asked = 0;
    const hooked = new Hooked([hook("Stop")], () =>
      asked++ === 0 ? says({ decision: "block", reason: "run the tests" }) : OK,
    );
    const result = await hooked.start([words("done"), words("tests pass")]).prompt("Go.");
    expect(result.responses).toHaveLength(2);
    expect(hooked.inputs.map(({ stop_hook_active }) => stop_hook_active)).toEqual([false, true]);
    const last = JSON.parse(hooked.sent[1] ?? "[]").at(-1);
    expect(last.content[0].text).toBe(
      "<system-reminder>\nStop hook additional context: A Stop hook says that the turn cannot end yet: run the tests\n</system-reminder>",
    );
  });

  test("Stop hooks can keep a turn from ending ten times, then it ends and that is told", async () => {
    const hooked = new Hooked([hook("Stop")], () => objects("more"));
    const session = hooked.start(Array.from({ length: 22 }, () => words("done")));
    expect((await session.prompt("Go.")).responses).toHaveLength(11);
    expect(hooked.notices.at(-1)).toBe(
      "Stop hooks have kept the turn from ending 10 times; now it ends all the same.",
    );
    expect((await session.prompt("Again.")).responses).toHaveLength(11);
  });

  test("what a start says stands once in the context, however often the session is taken up (102)", async () => {
    let said = "Use tabs.";
    const hooked = new Hooked([hook("SessionStart")], () => ({ ...OK, stdout: said }));
    await hooked.start([words("1")]).prompt("Go.");
    await hooked.start([words("2")]).prompt("Go.");
    await hooked.start([words("3")]).prompt("Go.");
    expect(hooked.sent.at(-1)?.split("Use tabs.")).toHaveLength(2);
    said = "Use spaces.";
    await hooked.start([words("4")]).prompt("Go.");
    expect(hooked.sent.at(-1)).toMatch(/Use tabs\..*Use spaces\./);
  });

  test("a hook that ends the turn", async () => {
    const hooked = new Hooked([hook("PostToolUse")], () => says({ continue: false, stopReason: "enough" }));
    const interrupt = new AbortController();
    hooked.endTurn = () => interrupt.abort();
    const result = await hooked.start([work]).prompt("Go.", interrupt.signal);
    expect(result).toMatchObject({ stop: "interrupted" });
    expect(hooked.notices).toEqual(["enough"]);
  });

  test("hooks that fail, and one that cannot be started, are told and hinder nothing", async () => {
    const hooked = new Hooked([hook("PreToolUse", "bad"), hook("PreToolUse", "gone")], (command) => {
      if (command === "gone") throw new Error("no such shell");
      return { ...OK, exitCode: 1 };
    });
    expect(await hooked.start([work, words("done")]).prompt("Go.")).toMatchObject({ stop: "end_turn" });
    expect(hooked.notices).toEqual([
      "A PreToolUse hook ended with exit code 1 (bad).",
      "A PreToolUse hook ended with exit code none (gone): no such shell",
    ]);
  });

  test("an interrupt while hooks look at a call: it is not run", async () => {
    const interrupt = new AbortController();
    const hooked = new Hooked([hook("PreToolUse")], () => {
      interrupt.abort();
      return { ...OK, exitCode: null };
    });
    await hooked.start([work]).prompt("Go.", interrupt.signal);
    expect(JSON.stringify(hooked.log.lines)).toContain(
      "The tool was not run: the user interrupted the turn.",
    );
  });
});
