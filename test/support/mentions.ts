/** Prompts that name files with an `@`, on a machine with such files, and what has to come of them (C-4.3, D-16). */
import fc from "fast-check";
import { expect } from "vitest";
import type { Reply } from "#mock-api";
import {
  type Ask,
  CORE_TOOLS,
  type HarnessEvent,
  type MessagesRequest,
  type SessionOptions,
} from "#src/index.ts";
import { shownAs } from "./law.ts";
import { bytesOf, markedPrefix } from "./prefix.ts";
import { scripted } from "./scripted.ts";
import { World } from "./world.ts";

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

/** A thing as a prompt names it: with lines of it, among other words. */
export interface Named {
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

/** Up to four things, named in a prompt. */
export const anyPrompt = shownAs(
  fc.record({ named: fc.uniqueArray(anyNamed, { minLength: 1, maxLength: 4, selector: keyOf }) }),
  ({ named }) => named.map(written).join(" "),
);

function keyOf({ thing, lines }: Named): string {
  return JSON.stringify([thing.path, lines]);
}

/** What came of a prompt that names things, and of another one behind it in another process. */
export interface MentionsPlayed {
  readonly requests: readonly MessagesRequest[];
  /** What the person was told. */
  readonly told: readonly string[];
}

/** Whoever has not seen a file cannot edit it: so the model edits one that was named whole, where there is one. */
export async function playMentions(
  named: readonly Named[],
  more: Partial<SessionOptions>,
): Promise<MentionsPlayed> {
  const machine = machineWithThings();
  const { requests, told, options } = heard(more);
  const seen = seenWhole(named);
  const process = machine.start(scripted([...(seen ? [editing(seen.thing.path)] : []), SAYS, SAYS]));
  const session = process.begin({ ...options, ports: { ...process.ports, ask: deny("secret.md") } });
  const turn = await session.prompt(`${named.map(written).join(" ")} a@notes.md @Injectable() @types/node`);
  expect(turn.message).toBeUndefined();
  await machine
    .start(scripted([SAYS]))
    .resume(session.id, options)
    .prompt("And now?");
  return { requests, told };
}

/** What may be read is in the first request and stays, nothing else is; of what is missing the person is told. */
export function expectRead(named: readonly Named[], { requests, told }: MentionsPlayed): void {
  const all = JSON.stringify(requests[0]?.messages);
  expect(all).not.toContain("hidden");
  for (const { thing, lines } of named) {
    const [from, to] = lines ?? [1, 9];
    const isRead = thing.kind === "file" && thing.gate === "open";
    for (const [at, line] of LINES.entries())
      if (isRead && at + 1 >= from && at + 1 <= to) expect(all).toContain(`${at + 1}\\t${line} of`);
    const tellings = told.filter((text) => text.includes(`@${thing.path}:`));
    expect(tellings).toHaveLength(thing.kind === "missing" ? 1 : 0);
    if (thing.kind === "folder") expect(all).toContain("index.ts");
  }
  if (seenWhole(named)) expect(JSON.stringify(requests[1]?.messages.at(-1))).not.toContain("is_error");
  for (const [at, request] of requests.entries()) {
    const before = requests[at - 1];
    if (before) expect(bytesOf(request).startsWith(markedPrefix(before))).toBe(true);
  }
}

function seenWhole(named: readonly Named[]): Named | undefined {
  return named.find(({ thing, lines }) => thing.kind === "file" && thing.gate === "open" && !lines);
}

const SAYS: Reply = { content: [{ type: "text", text: "s1" }] };

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

function heard(more: Partial<SessionOptions>) {
  const requests: MessagesRequest[] = [];
  const told: string[] = [];
  const emit = (event: HarnessEvent) => {
    if (event.type === "request") requests.push(event.request);
    if (event.type === "notice") told.push(event.text);
  };
  return { requests, told, options: { tools: CORE_TOOLS, emit, ...more } };
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
export function pairsIn(request: MessagesRequest | undefined): unknown[] {
  const blocks = (request?.messages ?? []).flatMap(({ content }) => content);
  return blocks
    .filter(({ type }) => type === "tool_use")
    .map(({ id, name, input }) => {
      const answer = blocks.find((block) => block["tool_use_id"] === id);
      return { name, input, content: answer?.["content"], isError: answer?.["is_error"] };
    });
}

/** The same calls with their results, where the model asks for them itself. */
export async function readByTheModel(named: readonly Named[]): Promise<unknown[]> {
  const inputs = readsOf(named);
  if (inputs.length === 0) return [];
  const { requests, options } = heard({});
  const content = inputs.map((input) => ({ type: "tool_use" as const, name: "Read", input: { ...input } }));
  const process = machineWithThings().start(scripted([{ content }, SAYS]));
  await process.begin({ ...options, ports: { ...process.ports, ask: deny("secret.md") } }).prompt("Read.");
  return pairsIn(requests[1]);
}
