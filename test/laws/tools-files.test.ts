/** Files and the calls that change them: what was seen, in which order, and what an interrupt leaves undone. */
import fc from "fast-check";
import { expect } from "vitest";
import { law, shownAs } from "../support/law.ts";
import { type Asked, ToolSession } from "../support/tool-session.ts";
import { World } from "../support/world.ts";

const CWD = "/home/user/demo";
const FILES = ["a.txt", "b.txt"];

/** Something that happens to a file: a tool is called, somebody else changes it, or the process ends. */
interface Happening {
  readonly what: "Read" | "Write" | "Edit" | "somebody writes" | "a fresh process";
  readonly file: string;
}

const anyHistory = shownAs(
  fc.array(
    fc.record<Happening>({
      what: fc.constantFrom("Read", "Write", "Edit", "somebody writes", "a fresh process"),
      file: fc.constantFrom("a.txt", ...FILES),
    }),
    { minLength: 3, maxLength: 10 },
  ),
  (history) =>
    history.map(({ what, file }) => (what === "a fresh process" ? what : `${what} ${file}`)).join("\n"),
);

law(
  "seen-first",
  "a file is changed only by a session that has seen it as it is, in whichever process",
  [anyHistory],
  async (history) => {
    const world = new World();
    world.disk.put(`${CWD}/a.txt`, "v0");
    const calls = history.flatMap((each, at) => callOf(each, at) ?? []);
    const tools = new ToolSession(
      world,
      calls.map((call) => [call]),
    );
    const there = new Map([["a.txt", "v0"]]);
    const known = new Map<string, string>();
    let turn = 0;
    for (const [at, { what, file }] of history.entries()) {
      const before = there.get(file);
      const isKnown = before === undefined || before === known.get(file);
      if (what === "a fresh process" && turn > 0) tools.restart();
      if (what === "somebody writes") there.set(file, `v${at}`);
      if (what === "somebody writes") world.disk.put(`${CWD}/${file}`, `v${at}`);
      if (!callOf({ what, file }, at)) continue;
      const [result] = await tools.turn();
      turn += 1;
      const after = afterCall(what, before, at);
      const isDone = after !== undefined && (what === "Read" || isKnown);
      expect(result?.is_error ?? false, `${what} ${file} at ${at}`).toBe(!isDone);
      if (isDone) for (const map of [there, known]) map.set(file, after);
      expect(textOf(world, file)).toBe(there.get(file));
    }
  },
  { runs: 30 },
);

function callOf({ what, file }: Happening, at: number): Asked | undefined {
  if (what === "Read") return { name: what, input: { file_path: file } };
  if (what === "Write") return { name: what, input: { file_path: file, content: `v${at}` } };
  if (what !== "Edit") return undefined;
  return { name: what, input: { file_path: file, old_string: "v", new_string: `v${at}.` } };
}

/** What a call that is done leaves in the file; undefined where there is nothing to be done with. */
function afterCall(what: Happening["what"], before: string | undefined, at: number): string | undefined {
  if (what === "Write") return `v${at}`;
  return what === "Edit" ? before?.replace("v", `v${at}.`) : before;
}

function textOf(world: World, file: string): string | undefined {
  const bytes = world.disk.read(`${CWD}/${file}`);
  return bytes && new TextDecoder().decode(bytes);
}

/** A call of a batch. `spelled` is how its path is written. */
interface Call {
  readonly name: "Read" | "Write" | "Edit" | "Edit of what is not there";
  readonly file: string;
  readonly spelled: string;
}

const anyCall = fc.record<Call>({
  name: fc.constantFrom("Read", "Write", "Edit", "Edit of what is not there"),
  file: fc.constantFrom(...FILES),
  spelled: fc.constantFrom("", "./", `${CWD}/`, "sub/../"),
});

const anyBatch = shownAs(fc.array(anyCall, { minLength: 1, maxLength: 6 }), (calls) =>
  calls.map(({ name, file, spelled }) => `${name} ${spelled}${file}`).join(" | "),
);

law(
  "lane-order",
  "whichever call of a batch is ready first, each file goes through its calls in the order asked, and one that fails stops no other",
  [anyBatch, fc.scheduler()],
  async (calls, scheduler) => {
    const world = new World();
    for (const file of FILES) world.disk.put(`${CWD}/${file}`, "v0");
    const reads = FILES.map((file) => ({ name: "Read", input: { file_path: file } }));
    const permit = async () => scheduler.schedule(Promise.resolve({ allowed: true } as const));
    const tools = new ToolSession(world, [reads, calls.map(askedFor)], { ask: { permit } });
    await scheduler.waitFor(tools.turn());
    const results = await scheduler.waitFor(tools.turn());
    expect(results.length).toBe(calls.length);
    const texts = new Map(FILES.map((file) => [file, "v0"]));
    for (const [at, { name, file }] of calls.entries()) {
      const before = texts.get(file) ?? "";
      const result = tools.result(1, at);
      if (name === "Read") expect(result?.content).toBe(`1\t${before}`);
      if (name === "Write") texts.set(file, `v${at}`);
      if (name === "Edit") texts.set(file, before.replace("v", `v${at}.`));
      expect(result?.is_error ?? false).toBe(name === "Edit of what is not there");
    }
    for (const file of FILES) expect(textOf(world, file)).toBe(texts.get(file));
  },
  { runs: 40 },
);

function askedFor({ name, file, spelled }: Call, at: number): Asked {
  const input = { file_path: `${spelled}${file}` };
  if (name === "Read") return { name, input };
  if (name === "Write") return { name, input: { ...input, content: `v${at}` } };
  const old_string = name === "Edit" ? "v" : "what is not there";
  return { name: "Edit", input: { ...input, old_string, new_string: `v${at}.` } };
}

const anyInterrupt = shownAs(
  fc.record({ files: fc.integer({ min: 1, max: 5 }), lanes: fc.integer({ min: 1, max: 3 }), at: fc.nat(4) }),
  ({ files, lanes, at }) => `${files} Writes to ${lanes} files; Esc at the ${at + 1}th permission`,
);

law(
  "cancels-all",
  "from an interrupt on no tool of a batch begins, and every call of it has its result",
  [anyInterrupt, fc.scheduler()],
  async ({ files, lanes, at }, scheduler) => {
    const world = new World();
    world.disk.put(`${CWD}/README.md`, "");
    const calls = Array.from({ length: files }, (_, index) => ({
      name: "Write",
      input: { file_path: `f${index % lanes}.txt`, content: `v${index}` },
    }));
    const abort = new AbortController();
    const written = () => Array.from({ length: lanes }, (_, lane) => textOf(world, `f${lane}.txt`));
    let left: unknown;
    let asked = 0;
    const permit = async () => {
      await scheduler.schedule(Promise.resolve());
      if (asked++ === at) {
        left = written();
        abort.abort();
      }
      return { allowed: true } as const;
    };
    const tools = new ToolSession(world, [calls], { ask: { permit } });
    const results = await scheduler.waitFor(tools.turn(abort.signal));
    expect(new Set(results.map(({ tool_use_id }) => tool_use_id)).size).toBe(files);
    const last = Array.from({ length: lanes }, (_, lane) =>
      calls.findLast((_call, at) => at % lanes === lane),
    );
    expect(written()).toEqual(left ?? last.map((call) => call?.input.content));
  },
  { runs: 60 },
);
