/** What holds of all subagents (C-5.6c, C-6.3, O-28). */
import fc from "fast-check";
import { expect } from "vitest";
import { refusal } from "#mock-api";
import { type HookMoment, type Hooks, isChainEntry, type MessagesRequest, readLog } from "#src/index.ts";
import { together } from "../../src/annex/context/together.ts";
import { diagnose } from "../../src/annex/log/doctor/diagnose.ts";
import { openedLog } from "../../src/annex/log/doctor/opened-log.ts";
import { agentFiles } from "../../src/annex/subagents/files.ts";
import { type AgentPlan, type AgentRun, openWithAgents } from "../support/agents.ts";
import { resumeAndAsk } from "../support/kills.ts";
import { law, shownAs } from "../support/law.ts";
import { Killed, World } from "../support/world.ts";

const anyPlan = shownAs(
  fc.record({ turns: fc.array(fc.array(fc.nat(2), { maxLength: 6 }), { minLength: 1, maxLength: 3 }) }),
  ({ turns }) => turns.map((agents) => `> agents that take ${agents.join(", ") || "no"} steps`).join("\n"),
);

law(
  "agent-apart",
  "the requests of a session hold nothing of its agents but their last words, and theirs nothing of it but their task",
  [anyPlan],
  async ({ turns }) => {
    const world = new World();
    const run = openWithAgents(world, turns);
    for (const turn of turns.keys()) await run.session.prompt(`turn-${turn}`);
    const own = requestsOf(run.own);
    expect(own.filter((request) => JSON.stringify(request).includes("secret"))).toEqual([]);
    expect(wordsIn(JSON.stringify(own.at(-1)), /answer-\d+-\d+\./g)).toEqual(named(turns, "answer"));
    for (const { event } of run.ofAgents) {
      if (event.type !== "request") continue;
      expect(event.request.tools.map(({ name }) => name)).toEqual(["Note"]);
      expect(JSON.stringify(event.request.messages)).not.toMatch(/turn-\d/);
      expect(event.request.messages[0]?.content).toHaveLength(1);
    }
    // The logs of agents lie beside the session's; in its own file, as in logs of old, they would alter nothing either.
    const before = JSON.stringify(run.session.nextRequest());
    for (const agentId of agentsOf(run)) {
      world.setText(
        run.session.path,
        world.text(run.session.path) + world.text(agentFiles(run.session.path, agentId).log),
      );
    }
    const again = openWithAgents(world, turns, { resume: run.session.id });
    expect(JSON.stringify(again.session.nextRequest())).toBe(before);
  },
  { runs: 10 },
);

const anyBreak = shownAs(
  fc.record({ how: fc.constantFrom("interrupted", "killed", "left alone"), at: fc.nat(150) }),
  ({ how, at }) => `(${how} at event ${at})`,
);

law(
  "agent-legal",
  "wherever a session with agents is interrupted or killed, each agent's log is a conversation of its own and is not gone on with, the session's own goes on, each call of an agent answered by its words or as broken off, and at most four work at once",
  [anyPlan, anyBreak],
  async ({ turns }, { how, at }) => {
    const world = new World();
    const interrupt = new AbortController();
    let events = 0;
    const run = openWithAgents(world, turns, {
      hear: (_, kill) => {
        events += 1;
        if (events !== at + 1) return;
        if (how === "interrupted") interrupt.abort();
        if (how === "killed") kill();
      },
    });
    try {
      for (const turn of turns.keys()) await run.session.prompt(`turn-${turn}`, interrupt.signal);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
    expect(mostAtOnce(run)).toBeLessThanOrEqual(4);
    for (const agentId of agentsOf(run)) expectLegal(world, run, agentId, how === "killed");
    if (!world.text(run.session.path).includes('"parentUuid"')) return;
    const logs = agentsOf(run).map((agentId) => agentFiles(run.session.path, agentId).log);
    const before = logs.map((log) => world.text(log));
    const request = await resumeAndAsk(world, run.session);
    expect(refusal(request)).toBeNull();
    // None is taken up again, and whoever waited for it is told so.
    expect(logs.map((log) => world.text(log))).toEqual(before);
    expectAnswered(request.messages);
  },
  { runs: 20 },
);

law(
  "agent-asked-once",
  "at each moment of an agent everybody who has a say in it is asked once, and nobody else: at a tool's the hooks of its session, at any other those that are for agents",
  [anyPlan],
  async ({ turns }) => {
    const asked: string[] = [];
    const asking = (who: string): Hooks => {
      return async (moment) => {
        asked.push(`${who}: ${momentOf(moment)}`);
        return { attachments: [] };
      };
    };
    // As a part of the annex may: it tells the session something, and each of its agents.
    const both = asking("both");
    const hooks = together(asking("session's"), both);
    const run = openWithAgents(new World(), turns, { hooks, tells: together(asking("agents'"), both) });
    for (const turn of turns.keys()) await run.session.prompt(`turn-${turn}`);
    const ofAgents = asked.filter((each) => /secret|task/.test(each));
    expect(new Set(ofAgents).size).toBe(ofAgents.length);
    const steps = turns.flatMap((agents, turn) =>
      agents.flatMap((count, agent) => Array.from({ length: count }, (_, at) => `${turn}-${agent}-${at}`)),
    );
    const expected = [
      ...steps.flatMap((step) =>
        ["PreToolUse", "PostToolUse"].flatMap((event) =>
          ["both", "session's"].map((who) => `${who}: ${event} secret ${step}`),
        ),
      ),
      ...turns.flatMap((agents, turn) =>
        agents.flatMap((_, agent) =>
          ["both", "agents'"].map((who) => `${who}: UserPromptSubmit Do task-${turn}-${agent}.`),
        ),
      ),
    ];
    expect(ofAgents.sort()).toEqual(expected.sort());
    const times = (what: string) => asked.filter((each) => each === what).length;
    const agents = turns.flat().length;
    for (const [event, own] of [
      ["SessionStart", 1],
      ["Stop", turns.length],
    ] as const)
      expect(["session's", "agents'", "both"].map((who) => times(`${who}: ${event}`))).toEqual([
        own,
        agents,
        own + agents,
      ]);
  },
  { runs: 10 },
);

/** A moment, so that no two of a session and its agents are the same. */
function momentOf(moment: HookMoment): string {
  if (moment.event === "UserPromptSubmit") return `${moment.event} ${moment.prompt}`;
  return "call" in moment ? `${moment.event} ${String(noteOf(moment.call.input))}` : moment.event;
}

function noteOf(input: unknown): unknown {
  return (input as { note?: unknown }).note;
}

function expectLegal(world: World, { session }: AgentRun, agentId: string, isCutOff: boolean): void {
  const files = agentFiles(session.path, agentId);
  const bytes = world.bytes(files.log);
  const entries = readLog(bytes).lines.flatMap(({ line }) => (isChainEntry(line) ? [line] : []));
  if (isCutOff && entries.length === 0) return;
  expect(JSON.parse(world.text(files.meta))).toMatchObject({
    agentType: "general-purpose",
    description: "a task",
  });
  expect(entries[0]).toMatchObject({ type: "user", parentUuid: null });
  for (const entry of entries)
    expect(entry).toMatchObject({ isSidechain: true, agentId, sessionId: session.id });
  if (!isCutOff) expect(diagnose(bytes, session.id)).toEqual([]);
  const { messages } = openedLog(bytes, session.id).conversation;
  const asked = { role: "user" as const, content: [{ type: "text", text: "And now?" }] };
  const request = {
    ...session.nextRequest(),
    messages: messages.at(-1)?.role === "user" ? messages : [...messages, asked],
  };
  expect(refusal(request)).toBeNull();
}

/** Every call of an agent has its result: its last words with the trailer, or that it did not come to its end. */
function expectAnswered(messages: MessagesRequest["messages"]): void {
  const blocks = messages.flatMap(({ content }) => content);
  const calls = blocks.filter(({ type }) => type === "tool_use");
  const results = blocks.filter(({ type }) => type === "tool_result");
  expect(results.map((result) => result["tool_use_id"]).sort()).toEqual(calls.map(({ id }) => id).sort());
  for (const { is_error, content } of results) {
    const words = JSON.stringify(content);
    if (is_error) expect(words).toMatch(/interrupted/);
    else expect(words).toMatch(/answer-\d+-\d+\..*\[agent a/);
  }
}

function requestsOf(events: AgentRun["own"]): MessagesRequest[] {
  return events.flatMap((event) => (event.type === "request" ? [event.request] : []));
}

function agentsOf({ ofAgents }: AgentRun): string[] {
  return [...new Set(ofAgents.map(({ agentId }) => agentId))];
}

function mostAtOnce({ ofAgents }: AgentRun): number {
  const working = new Set<string>();
  let most = 0;
  for (const { agentId, event } of ofAgents) {
    if (event.type === "session") working.add(agentId);
    if (event.type === "turn-end") working.delete(agentId);
    most = Math.max(most, working.size);
  }
  return most;
}

function named(turns: AgentPlan, what: string): string[] {
  return turns.flatMap((agents, turn) => agents.map((_, agent) => `${what}-${turn}-${agent}.`));
}

function wordsIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([found]) => found).sort();
}
