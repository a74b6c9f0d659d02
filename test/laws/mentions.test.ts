/** What a prompt names is read before the model is asked (C-4.3, D-16). */
import fc from "fast-check";
import { beforeEach, expect, vi } from "vitest";
import type { Reply } from "#mock-api";
import { ANNEX_INJECTIONS } from "#src/annex/context/injections.ts";
import { mentionsAsWords } from "#src/annex/mentions/as-words.ts";
import { type Ask, CORE_TOOLS, type MessagesRequest, type RequestSettings } from "#src/index.ts";
import { law, shownAs } from "../support/law.ts";
import { bytesOf, markedPrefix } from "../support/prefix.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

// The SDK writes there that a model is old.
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));

/** A thing that is there, and where; some lie outside of the project, or may not be read. */
interface Thing {
  readonly path: string;
  readonly gate: "open" | "denied" | "outside";
  readonly kind: "file" | "folder" | "missing";
}

const THINGS: readonly Thing[] = [
  { path: "notes.md", gate: "open", kind: "file" },
  { path: "src/a b.ts", gate: "open", kind: "file" },
  { path: "資料/覚え書き.md", gate: "open", kind: "file" },
  { path: "./src/index.ts", gate: "open", kind: "file" },
  { path: "/home/user/demo/notes.md", gate: "open", kind: "file" },
  { path: "src", gate: "open", kind: "folder" },
  { path: "src/", gate: "open", kind: "folder" },
  { path: "secret.md", gate: "denied", kind: "file" },
  { path: "../other/secret.md", gate: "outside", kind: "file" },
  { path: "src/gone.ts", gate: "open", kind: "missing" },
];
const LINES = Array.from({ length: 9 }, (_, at) => `line ${at + 1}`);

interface Named {
  readonly thing: Thing;
  readonly lines: readonly [first: number, last: number] | undefined;
  readonly around: readonly [before: string, after: string];
}

/** A mention as a person would write it into a sentence. */
function written({ thing: { path }, lines, around: [before, after] }: Named): string {
  const range = lines && (lines[0] === lines[1] ? `#L${lines[0]}` : `#L${lines[0]}-${lines[1]}`);
  return `${before}@${path.includes(" ") ? `"${path}"` : path}${range ?? ""}${after}`;
}

const anyNamed: fc.Arbitrary<Named> = fc
  .record({
    thing: fc.constantFrom(...THINGS),
    lines: fc.option(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(3)), { nil: undefined }),
    around: fc.constantFrom(
      ["", ""],
      ["", ","],
      ["(", ")."],
      ["「", "」"],
      ["これは", "です。"],
      ["see ", " now"],
    ),
  })
  .map(({ thing, lines, around }) => {
    const range = lines && ([lines[0], Math.min(9, lines[0] + lines[1])] as const);
    return { thing, lines: thing.kind === "file" ? range : undefined, around: around as Named["around"] };
  });

const anyPrompt = shownAs(
  fc.record({ named: fc.uniqueArray(anyNamed, { minLength: 1, maxLength: 4, selector: keyOf }) }),
  ({ named }) => named.map(written).join(" "),
);

function keyOf({ thing, lines }: Named): string {
  return JSON.stringify([thing.path, lines]);
}

const anyAsked: fc.Arbitrary<Partial<RequestSettings>> = fc.constantFrom<Partial<RequestSettings>[]>(
  { model: "claude-opus-5" },
  { model: "claude-opus-5-5" },
  { model: "claude-opus-4-5", thinking: { budget: 2000 } },
);

law(
  "mentions-read",
  "what a prompt names is read once, before the model is asked, through the gates of a Read of the model's own and with the same result, and stands in every later request; what merely looks like a name is let be",
  [anyPrompt, anyAsked],
  async ({ named }, settings) => {
    const machine = machineWithThings();
    const told: string[] = [];
    const { requests, options } = heard();
    const calls = readsOf(named);
    const edit = named.find(({ thing, lines }) => thing.kind === "file" && thing.gate === "open" && !lines);
    const replies = [...(edit ? [editing(edit.thing.path)] : []), SAYS, SAYS];
    const process = machine.start(scripted(replies));
    const ask = deny("secret.md");
    const session = process.begin({
      ...options,
      settings,
      ports: { ...process.ports, ask },
      emit: (event) => {
        options.emit(event);
        if (event.type === "notice") told.push(event.text);
      },
    });
    const turn = await session.prompt(`${named.map(written).join(" ")} a@notes.md @Injectable() @types/node`);
    expect(turn.message).toBeUndefined();
    const [first] = requests;
    const all = JSON.stringify(first?.messages);
    expect(all).not.toContain("hidden");
    for (const { thing, lines } of named) {
      const [from, to] = lines ?? [1, 9];
      const isRead = thing.kind === "file" && thing.gate === "open";
      for (const [at, line] of LINES.entries())
        if (isRead && at + 1 >= from && at + 1 <= to) expect(all).toContain(`${at + 1}\\t${line} of`);
      expect(told.filter((text) => text.includes(`@${thing.path}:`))).toHaveLength(
        thing.kind === "missing" ? 1 : 0,
      );
      if (thing.kind === "folder") expect(all).toContain("index.ts");
    }
    if (settings.thinking) expect(all).not.toContain("tool_use");
    else expect(pairsIn(first)).toEqual(await readByTheModel(calls, ask));
    if (edit) expect(JSON.stringify(requests[1]?.messages.at(-1))).not.toContain("is_error");
    const later = machine.start(scripted([SAYS])).resume(session.id, { ...options, settings });
    await later.prompt("And now?");
    for (const [at, request] of requests.entries()) {
      const before = requests[at - 1];
      if (before) expect(bytesOf(request).startsWith(markedPrefix(before))).toBe(true);
    }
  },
  { runs: 40 },
);

const SAYS: Reply = { content: [{ type: "text", text: "s1" }] };

/** Whoever has not seen a file cannot edit it. */
function editing(file_path: string): Reply {
  const input = { file_path, old_string: "line 1 of", new_string: "line one of" };
  return { content: [{ type: "tool_use", name: "Edit", input }] };
}

function machineWithThings(): World {
  const machine = new World();
  for (const { path, kind, gate } of THINGS) {
    const at = path.startsWith("/") ? path : new URL(path, `file://${machine.cwd}/`).pathname;
    const words = gate === "open" ? path : "hidden";
    if (kind === "file")
      machine.disk.put(decodeURI(at), LINES.map((line) => `${line} of ${words}`).join("\n"));
  }
  machine.disk.put(`${machine.cwd}/notes.md`, LINES.map((line) => `${line} of notes`).join("\n"));
  return machine;
}

function deny(file: string): Ask {
  return {
    permit: async ({ input }) =>
      String(input["file_path"]).endsWith(file) ? { allowed: false, reason: "No." } : { allowed: true },
  };
}

function heard() {
  const requests: MessagesRequest[] = [];
  const emit = (event: { type: string; request?: MessagesRequest }) => {
    if (event.type === "request" && event.request) requests.push(event.request);
  };
  return { requests, options: { tools: CORE_TOOLS, emit, injections: ANNEX_INJECTIONS, mentionsAsWords } };
}

/** The inputs of Read that a prompt comes to. */
function readsOf(named: readonly Named[]): object[] {
  return named
    .filter(({ thing }) => thing.kind !== "missing")
    .map(({ thing: { path }, lines }) => ({
      file_path: path,
      ...(lines && { offset: lines[0], limit: lines[1] - lines[0] + 1 }),
    }));
}

/** The calls of a request with their results, but for the ids. */
function pairsIn(request: MessagesRequest | undefined): unknown[] {
  const blocks = (request?.messages ?? []).flatMap(({ content }) => content);
  return blocks
    .filter(({ type }) => type === "tool_use")
    .map(({ id, name, input }) => {
      const answer = blocks.find((block) => block["tool_use_id"] === id);
      return { name, input, content: answer?.["content"], isError: answer?.["is_error"] };
    });
}

/** The same, where the model asks for them itself. */
async function readByTheModel(inputs: readonly object[], ask: Ask): Promise<unknown[]> {
  if (inputs.length === 0) return [];
  const { requests, options } = heard();
  const content = inputs.map((input) => ({ type: "tool_use" as const, name: "Read", input: { ...input } }));
  const process = machineWithThings().start(scripted([{ content }, SAYS]));
  await process.begin({ ...options, ports: { ...process.ports, ask } }).prompt("Read.");
  return pairsIn(requests[1]);
}
