/** What a process freezes and what the next one finds changed (C-3.17, D-14, D-27). */
import { expect, test } from "vitest";
import { createMockApi, type MockCall, memoryCache } from "#mock-api";
import { type HarnessEvent, modelOver, type Session, SessionError, type SessionOptions } from "#src/index.ts";
import { uuid, World } from "../support/world.ts";

const LONG = "Be brief. ".repeat(300);

/** A machine whose API has one cache for all processes, as the real one has. */
function machine() {
  const world = new World();
  const calls: MockCall[] = [];
  const events: HarnessEvent[] = [];
  const says = { content: [{ type: "text" as const, text: "s" }] };
  const api = createMockApi({ model: () => says, cache: memoryCache(), onCall: (call) => calls.push(call) });
  const model = modelOver({ apiKey: "x", fetch: api.fetch, maxRetries: 0 });
  const emit = (event: HarnessEvent) => void events.push(event);
  const options = { appendSystemPrompt: LONG, emit, explainChange };
  const begin = (more: Partial<SessionOptions> = {}): Session =>
    world.start(model).begin({ ...options, ...more });
  const resume = (id: string, more: Partial<SessionOptions> = {}): Session =>
    world.start(model).resume(id, { ...options, ...more });
  const reads = () => calls.map(({ usage }) => usage?.cache_read_input_tokens ?? -1);
  const notices = () => events.flatMap((event) => (event.type === "notice" ? [event.text] : []));
  return { world, begin, resume, reads, notices };
}

/** Whoever tells a person of it is given what was and what is: here, which parts are not the same. */
const explainChange: NonNullable<SessionOptions["explainChange"]> = (before, now) => {
  const parts = (["model", "tools", "system", "memory"] as const).filter(
    (part) => before?.[part] !== now[part],
  );
  return before && parts.length > 0 ? `changed: ${parts.join(" ")}` : undefined;
};

function firstBlock(session: Session): string {
  return String(session.nextRequest().messages[0]?.content[0]?.["text"]);
}

test("a process that takes up a session unchanged reads the cache of the one before, and nothing is told", async () => {
  const { begin, resume, reads, notices } = machine();
  const { id } = await promptOnce(begin());
  await promptOnce(resume(id));
  expect(reads()[0]).toBe(0);
  expect(reads()[1]).toBeGreaterThan(500);
  expect(notices()).toEqual([]);
});

test("one byte of the system prompt changed before a resume: nothing is read from the cache, and why is told", async () => {
  const { begin, resume, reads, notices } = machine();
  const { id } = await promptOnce(begin());
  await promptOnce(resume(id, { appendSystemPrompt: `${LONG}!` }));
  expect(reads()[1]).toBe(0);
  expect(notices()).toEqual(["changed: system"]);
});

test("other tools before a resume: nothing is read from the cache, and why is told", async () => {
  const { begin, resume, reads, notices } = machine();
  const { id } = await promptOnce(begin());
  await promptOnce(resume(id, { tools: [] }));
  expect(reads()[1]).toBe(0);
  expect(notices()).toEqual(["changed: tools"]);
});

test("another CLAUDE.md before a resume: tools and system prompt are read from the cache, and the rest is told", async () => {
  const { world, begin, resume, reads, notices } = machine();
  const { id } = await promptOnce(begin());
  world.disk.put(`${world.cwd}/CLAUDE.md`, "Say yes.");
  await promptOnce(resume(id));
  expect(reads()[1]).toBeGreaterThan(500);
  expect(notices()).toEqual(["changed: memory"]);
});

test("CLAUDE.md is frozen for a process, and the next process sees the new one", async () => {
  const { world, begin, resume } = machine();
  world.disk.put(`${world.cwd}/CLAUDE.md`, "Today.");
  const session = await promptOnce(begin());
  world.disk.put(`${world.cwd}/CLAUDE.md`, "Tomorrow.");
  expect(firstBlock(session)).toContain("Today.");
  expect(firstBlock(resume(session.id))).toContain("Tomorrow.");
  expect(world.text(session.path)).not.toMatch(/Today|Tomorrow|Be brief/);
});

test("the change is told once a process, not at every prompt", async () => {
  const { begin, resume, notices } = machine();
  const { id } = await promptOnce(begin());
  const session = resume(id, { appendSystemPrompt: `${LONG}!` });
  await promptOnce(await promptOnce(session));
  expect(notices()).toHaveLength(1);
});

test("a session that is taken up asks the model that it has asked last, unless another is named (C-5.4b)", async () => {
  const { begin, resume } = machine();
  const { id } = await promptOnce(begin({ settings: { model: "claude-opus-4-8" } }));
  expect(resume(id).settings.model).toBe("claude-opus-4-8");
  expect(resume(id, { settings: { model: "claude-opus-5" } }).settings.model).toBe("claude-opus-5");
  expect(begin().settings.model).toBe("claude-opus-5");
});

test("what cannot be resumed is told, and the file stays as it is", async () => {
  const { world, begin, resume } = machine();
  const { id, path } = await promptOnce(begin());
  expect(() => resume("../../etc/passwd")).toThrow(SessionError);
  expect(() => resume(uuid(404))).toThrow(/There is no session/);
  world.setText(path, '{"type":"ai-title"}\n');
  expect(() => resume(id)).toThrow(/There is no conversation/);
  expect(world.text(path)).toBe('{"type":"ai-title"}\n');
});

test("two terminals on one session: nothing is lost, each goes on with its own, and a resume follows the latest", async () => {
  const { begin, resume, world } = machine();
  const one = await promptOnce(begin(), "m0");
  const other = resume(one.id);
  await promptOnce(one, "one");
  await promptOnce(other, "other");
  await promptOnce(one, "one again");
  expect(promptsOf(one)).toEqual(["m0", "one", "one again"]);
  expect(promptsOf(other)).toEqual(["m0", "other"]);
  expect(promptsOf(resume(one.id))).toEqual(["m0", "one", "one again"]);
  expect(world.text(one.path)).toContain('"other"');
});

function promptsOf(session: Session): unknown[] {
  const said = session.conversation().messages.filter(({ role }) => role === "user");
  return said.flatMap(({ content }) => content.map(({ text }) => text));
}

async function promptOnce(session: Session, prompt = "m"): Promise<Session> {
  await session.prompt(prompt);
  return session;
}
