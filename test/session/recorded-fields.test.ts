/**
 * Our entries beside those of the real client 2.1.220: what each of its entries of a kind has and ours have not, and
 * what ours have besides (D-6, O-37).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Line, readLog } from "#src/index.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

const RECORDED = join(import.meta.dirname, "..", "recorded");

/** What the recordings have in every entry of a kind and ours have not, and why a session can be resumed without it. */
const LACKING: Readonly<Record<string, string>> = {
  "result.promptId": "which prompt it belongs to, for counting; the chain says the same",
  "result.toolUseResult":
    "what a screen shows of it, not what is sent; results of its own subagents lack it too",
  "assistant.effort": "what was asked with, not what was said; a resumed session asks with its own",
  "assistant.message.stop_details": "null wherever it was recorded",
};

/** What ours have and no entry of that kind was recorded with; the client passes over what it does not know (O-37). */
const BESIDES: Readonly<Record<string, string>> = {
  "assistant.responseBlocks": "how many entries the response has, so that a torn one is known",
  "assistant.thoughtBehind": "behind which prefix it was thought (MR-46)",
};

/** Kinds of lines that no recording has: ledger lines of ours. */
const OWN_KINDS = ["context-digest"];

function kindOf({ type, message, isMeta }: Line): string {
  if (type !== "user") return type;
  const content = (message as { content?: unknown } | undefined)?.content;
  if (Array.isArray(content)) return JSON.stringify(content).includes('"tool_result"') ? "result" : "words";
  return isMeta ? "words" : "prompt";
}

/** The names of a line's fields, those of its message too. The usage in it is the API's, and is kept as it came. */
function fieldsOf(line: Line): string[] {
  const message = typeof line["message"] === "object" ? Object.keys(line["message"] ?? {}) : [];
  return [...Object.keys(line), ...message.map((name) => `message.${name}`)];
}

function byKind(lines: readonly Line[]): Map<string, string[][]> {
  const kinds = new Map<string, string[][]>();
  for (const line of lines) kinds.set(kindOf(line), [...(kinds.get(kindOf(line)) ?? []), fieldsOf(line)]);
  return kinds;
}

/** The fields of every one of these. */
function always([first = [], ...others]: readonly string[][]): string[] {
  return first.filter((field) => others.every((fields) => fields.includes(field)));
}

function recordedLines(): Line[] {
  const files = readdirSync(RECORDED, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /[/\\]final[/\\][0-9a-f-]{36}\.jsonl$/.test(file))
    .flatMap((file) => readLog(readFileSync(join(RECORDED, file))).lines.map(({ line }) => line))
    .filter(({ message }) => !JSON.stringify(message ?? "").includes('"<synthetic>"'));
}

/** All kinds of lines that a session of ours writes, by two processes. */
async function ourLines(): Promise<Line[]> {
  const world = new World();
  const call = (id: string) => ({ type: "tool_use" as const, id, name: "Bash", input: { command: id } });
  const text = { type: "text" as const, text: "done" };
  const model = scripted([
    { content: [{ type: "thinking", thinking: "hm" }, call("t1"), call("t2")] },
    { content: [text], stop_reason: "max_tokens" },
    { content: [text] },
    { content: [text] },
  ]);
  const permissionMode = () => "default";
  const session = world.start(model).begin({ permissionMode });
  await session.prompt("m0");
  session.log.attach({ type: "hook_success", content: "h0" });
  session.log.ledger({ type: "permission-mode", permissionMode: "plan" });
  await world.start(model).resume(session.id, { permissionMode }).prompt("m1");
  return readLog(world.bytes(session.path)).lines.map(({ line }) => line);
}

test("every field that the real client gives each entry of a kind, ours have too, but for those that are named here", async () => {
  const recorded = byKind(recordedLines());
  const ours = byKind(await ourLines());
  expect([...ours.keys()].sort()).toEqual([
    "assistant",
    "attachment",
    "context-digest",
    "last-prompt",
    "permission-mode",
    "prompt",
    "result",
    "words",
  ]);
  expect([...ours.keys()].filter((kind) => !recorded.has(kind))).toEqual(OWN_KINDS);
  const shared = [...ours].filter(([kind]) => recorded.has(kind));
  const lacking = shared.flatMap(([kind, entries]) => {
    const has = always(entries);
    const fields = always(recorded.get(kind) ?? []).filter((field) => !has.includes(field));
    return fields.map((field) => `${kind}.${field}`);
  });
  expect(lacking.sort()).toEqual(Object.keys(LACKING).sort());
  const besides = shared.flatMap(([kind, entries]) => {
    const known = new Set(recorded.get(kind)?.flat());
    return [...new Set(entries.flat())]
      .filter((field) => !known.has(field))
      .map((field) => `${kind}.${field}`);
  });
  expect(besides.sort()).toEqual(Object.keys(BESIDES).sort());
});

test("the recordings are all of the version that is named", () => {
  const versions = new Set(
    recordedLines().flatMap(({ version }) => (version === undefined ? [] : [version])),
  );
  expect([...versions]).toEqual(["2.1.220"]);
});
