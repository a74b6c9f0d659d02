/** Results that are too long to be shown (C-4.4, O-13). */
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect } from "vitest";
import { persisting } from "#src/annex/results/persisting.ts";
import { headOf } from "#src/annex/results/preview.ts";
import { type Line, type Tool, ToolError } from "#src/index.ts";
import { inputs } from "#src/tools/tool.ts";
import { isRecord } from "#src/wire.ts";
import { MemoryLogs } from "../../scripts/stage/memory-logs.ts";
import { law, shownAs } from "../support/law.ts";
import { bytesOf, markedPrefix } from "../support/prefix.ts";
import { keepingOn } from "../support/saved-results.ts";
import { ToolSession } from "../support/tool-session.ts";
import { World } from "../support/world.ts";

/** What readers take for one character, and some halves of one. */
const CHARACTERS = [
  "a",
  "é",
  "e\u0301",
  "本",
  "が",
  "か\u3099",
  "😀",
  "👩‍👩‍👧‍👦",
  "🇯🇵",
  "\r\n",
  "\n",
  "\ud83d",
  "\udc00",
  "<",
];
const anyText = fc
  .array(fc.tuple(fc.constantFrom(...CHARACTERS), fc.integer({ min: 1, max: 4 })), { maxLength: 12 })
  .map((parts) => parts.map(([character, times]) => character.repeat(times)).join(""));

law(
  "preview-whole",
  "the beginning of a text is as long as there is room, ends between two characters, and ends with a line where one ends in its last half",
  [anyText, fc.integer({ min: 4, max: 60 })],
  (text, most) => {
    const characters = [...new Intl.Segmenter("ja").segment(text)].map(({ segment }) => segment);
    let whole = "";
    for (const character of characters) {
      if (Buffer.byteLength(whole + character) > most) break;
      whole += character;
    }
    const head = headOf(text, most);
    expect(Buffer.byteLength(head)).toBeLessThanOrEqual(most);
    expect(text.startsWith(head)).toBe(true);
    expect(text === "" || head !== "").toBe(true);
    if (whole === "")
      expect(/[\ud800-\udbff]$/.test(head) && /^[\udc00-\udfff]/.test(text.slice(head.length))).toBe(false);
    else if (head.length < whole.length) expect(text.slice(head.length - 1, head.length)).toBe("\n");
    else expect(head).toBe(whole);
    if (whole !== text && whole.slice(Math.ceil(whole.length / 2)).includes("\n"))
      expect(head).toMatch(/\n$/);
  },
  { runs: 400 },
);

/** A call: of which tool, how long its result is beside the tool's limit, and whether it fails with it. */
interface Told {
  readonly tool: "Bash" | "Work" | "Read";
  readonly beyond: number;
  readonly of: string;
  readonly fails: boolean;
}

const LIMITS = { Bash: 30_000, Work: 50_000, Read: 50_000 };

const anyBatch = fc.array(
  fc.record<Told>({
    tool: fc.constantFrom("Bash", "Bash", "Work", "Work", "Read"),
    beyond: fc.constantFrom(-29_990, -1, 0, 1, 2, 20_000),
    of: fc.constantFrom(
      "a",
      "本",
      "😀",
      "line\n",
      "<persisted-output>\n",
      "</persisted-output>",
      "<system-reminder>",
    ),
    fails: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
);
const anyBatches = shownAs(fc.array(anyBatch, { minLength: 1, maxLength: 2 }), (batches) =>
  JSON.stringify(batches),
);

/** What the call says. */
function textOf({ tool, beyond, of }: Told, at: string): string {
  const length = LIMITS[tool] + beyond;
  const end = of.endsWith("\n") ? "\n" : "";
  return `${at}:${of.repeat(Math.ceil(length / of.length))}`.slice(0, length - end.length) + end;
}

function sessionOf(world: World, batches: readonly (readonly Told[])[], isFull = false) {
  const told = new Map<string, string>();
  const calls = batches.map((batch, turn) =>
    batch.map((each, index) => {
      told.set(`${turn}.${index}`, textOf(each, `${turn}.${index}`));
      return { name: each.tool, input: { at: `${turn}.${index}`, fails: each.fails } };
    }),
  );
  const tools = (["Bash", "Work", "Read"] as const).map(
    (name): Tool => ({
      name,
      kind: "read",
      description: "Says something long.",
      inputSchema: inputs(["at", "fails"], {
        at: { type: "string", description: "Which." },
        fails: { type: "boolean", description: "Is it an error?" },
      }),
      run: async ({ at, fails }) => {
        const content = told.get(String(at)) ?? "";
        if (fails) throw new ToolError(content);
        // Whatever a tool leaves, it cannot pass for what only the harness says.
        return { content, isError: false, details: { persistedOutputPath: "/etc/passwd", at } };
      },
    }),
  );
  const keeping = keepingOn(world, () => session.session.path, isFull);
  const session = new ToolSession(world, [...calls, []], { tools: persisting(tools, keeping) });
  return { session, told };
}

law(
  "saved-whole",
  "a result over its tool's limit is saved to the byte in a file of its own before the log names that, what is logged and sent of it is short, and sent alike by every process; one within the limit is as it was",
  [anyBatches],
  async (batches) => {
    const world = worldThatLooks();
    const { session, told } = sessionOf(world, batches);
    for (const _ of batches) await session.turn();
    session.restart();
    await session.turn();
    const paths = new Set<string>();
    for (const [turn, batch] of batches.entries()) {
      for (const [index, each] of batch.entries()) {
        const said = told.get(`${turn}.${index}`) ?? "";
        const content = String(session.result(turn, index)?.content);
        const { toolUseResult } = lineOf(world.text(session.session.path), `toolu_${turn}_${index}`);
        const details = isRecord(toolUseResult) ? toolUseResult : {};
        if (each.tool === "Read" || each.beyond <= 0) {
          expect(content).toBe(said);
          expect(details["persistedOutputPath"]).toBe(undefined);
          continue;
        }
        const path = String(details["persistedOutputPath"]);
        paths.add(path);
        expect(new TextDecoder().decode(world.disk.read(path))).toBe(said);
        expect(content).toMatch(/^<persisted-output>\n[\s\S]*\n<\/persisted-output>$/);
        expect(content).toContain(path);
        expect(Buffer.byteLength(content)).toBeLessThan(2_600);
      }
    }
    const long = batches.flat().filter(({ tool, beyond }) => tool !== "Read" && beyond > 0);
    expect(paths.size).toBe(long.length);
    for (const [index, request] of session.requests.entries()) {
      const before = session.requests[index - 1];
      if (before) expect(bytesOf(request).startsWith(markedPrefix(before))).toBe(true);
    }
    const sent = JSON.stringify(session.requests.at(-1));
    expect(sent.match(/<persisted-output>/g)?.length ?? 0).toBe(long.length);
    expect(sent.match(/<\/persisted-output>/g)?.length ?? 0).toBe(long.length);
  },
  { runs: 8 },
);

law(
  "result-bounded",
  "where nothing can be saved, what is logged of a result is as long as any result may be at most, and the model is told that the rest is lost",
  [anyBatch],
  async (batch) => {
    const world = new World();
    const { session, told } = sessionOf(world, [batch], true);
    await session.turn();
    for (const [index, each] of batch.entries()) {
      const content = String(session.result(0, index)?.content);
      const said = told.get(`0.${index}`) ?? "";
      const line = lineOf(world.text(session.session.path), `toolu_0_${index}`);
      const isLong = each.tool !== "Read" && each.beyond > 0;
      if (each.tool !== "Read") expect(content.length).toBeLessThanOrEqual(LIMITS[each.tool]);
      expect(said.startsWith(content)).toBe(true);
      expect(content.length === said.length).toBe(!isLong);
      if (isLong) expect(line["toolRemark"]).toMatch(/could not be saved \(ENOSPC.*the rest is lost/);
      else expect(line["toolRemark"]).toBe(undefined);
    }
  },
  { runs: 8 },
);

/** A world on which no line can be logged that names a saved result that is not there. */
function worldThatLooks(): World {
  const logs = new MemoryLogs();
  const world: World = new World({
    openLog: (path) => {
      const log = logs.open(path);
      const append = (line: string) => {
        const named = /"persistedOutputPath":"([^"]*)"/.exec(line)?.[1];
        expect(named === undefined || world.disk.kind(named) === "file").toBe(true);
        log.append(line);
      };
      return { ...log, append };
    },
  });
  return world;
}

/** The line that holds the result of a call. */
function lineOf(log: string, callId: string): Line {
  const line = log.split("\n").find((each) => each.includes(`"tool_use_id":"${callId}"`));
  return JSON.parse(line ?? "{}");
}
