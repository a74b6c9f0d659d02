/** Settings files: what is read out of them, and what a person is told of a faulty one. */
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryDisk } from "../../scripts/stage/memory-disk.ts";
import { readSettings, settingsPlaces } from "../../src/annex/settings/settings.ts";
import { law } from "../support/law.ts";

const ROOT = "/home/user/.glass";
const CWD = "/home/user/demo";
const [USER = "", PROJECT = "", LOCAL = ""] = settingsPlaces(ROOT, CWD);

function read(
  files: Readonly<Record<string, string | object | Uint8Array>>,
  check?: (part: unknown) => string | undefined,
) {
  const disk = new MemoryDisk();
  for (const [path, content] of Object.entries(files)) {
    const isText = typeof content === "string" || content instanceof Uint8Array;
    disk.put(path, isText ? content : JSON.stringify(content, null, 2));
  }
  return readSettings(disk, ROOT, CWD, check);
}

/** What the files come to, where they have no fault. */
function used(files: Parameters<typeof read>[0]) {
  const result = read(files);
  if ("faults" in result) throw new Error(result.faults.join("\n"));
  return result;
}

const faultsIn = (...given: Parameters<typeof read>) => {
  const result = read(...given);
  return "faults" in result ? result.faults : [];
};

const hook = (command: string, matcher?: string) => ({
  ...(matcher === undefined ? {} : { matcher }),
  hooks: [{ type: "command", command }],
});

describe("what settings say", () => {
  test("nothing, where there are none", () => {
    expect(read({})).toEqual({ settings: { hooks: [], permissions: [], mcp: [] }, told: [] });
  });

  test("hooks and permissions add up, the user's first; of a single value the last one counts", () => {
    const { settings, told } = used({
      [LOCAL]: { model: "claude-haiku-4-5", hooks: { Stop: [hook("third")] }, permissions: { deny: ["c"] } },
      [USER]: {
        model: "claude-opus-5",
        effortLevel: "low",
        hooks: { Stop: [hook("first")] },
        permissions: { deny: ["a"] },
      },
      [PROJECT]: {
        alwaysThinkingEnabled: false,
        hooks: { Stop: [hook("second")] },
        statusLine: { any: "thing" },
      },
    });
    expect(told).toEqual(
      [PROJECT, LOCAL].map((file) => `${file}: a hook of this project will be run, as commands of your own.`),
    );
    expect(settings.hooks.map(({ command }) => command)).toEqual(["first", "second", "third"]);
    expect(settings.permissions).toEqual([
      { file: USER, part: { deny: ["a"] } },
      { file: LOCAL, part: { deny: ["c"] } },
    ]);
    expect(settings).toMatchObject({
      model: "claude-haiku-4-5",
      effort: "low",
      alwaysThinkingEnabled: false,
    });
  });

  test("a hook waits a minute, unless it names its seconds", () => {
    const group = {
      matcher: "Edit|Write",
      hooks: [
        { type: "command", command: "a" },
        { type: "command", command: "b", timeout: 5, onFailure: "block" },
      ],
    };
    expect(used({ [USER]: { hooks: { PostToolUse: [group] } } }).settings.hooks).toEqual([
      { event: "PostToolUse", matcher: "Edit|Write", command: "a", timeoutMs: 60_000 },
      { event: "PostToolUse", matcher: "Edit|Write", command: "b", timeoutMs: 5000, onFailure: "block" },
    ]);
  });

  test("what another client knows and this one does not is told, and the rest is used", () => {
    const { settings, told } = used({
      [PROJECT]: {
        hooks: { SubagentStop: [hook("a")], Stop: [hook("b"), { hooks: [{ type: "prompt", prompt: "?" }] }] },
      },
    });
    expect(settings.hooks.map(({ command }) => command)).toEqual(["b"]);
    expect(told).toEqual([
      `${PROJECT}: hooks of SubagentStop are not run: there are SessionStart, UserPromptSubmit, PreToolUse, PostToolUse, Stop, PreCompact.`,
      `${PROJECT}: hooks of type prompt are not run, only those of type command.`,
      `${PROJECT}: a hook of this project will be run, as commands of your own.`,
    ]);
  });
});

describe("a faulty file is told, with its line and what is expected, and there are no settings", () => {
  const faults: readonly [why: string, content: string | Uint8Array, told: string][] = [
    [
      "a comma too many",
      '{\n  "model": "m",\n}',
      `${USER}, line 3: it is not JSON: "}" cannot stand at column 1`,
    ],
    [
      "a comment",
      '{\n  // mine\n  "model": "m"\n}',
      `${USER}, line 2: it is not JSON: "/" cannot stand at column 3`,
    ],
    ["cut off", '{"model": "m"', `${USER}, line 1: it is not JSON: it ends too early.`],
    ["nothing", "", `${USER}, line 1: it is not JSON: it ends too early.`],
    ["too deep", "[".repeat(100_000), `${USER}: it is nested too deeply.`],
    ["no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), `${USER}: it cannot be read (it is not UTF-8).`],
    ["a list", "[]", `${USER}, line 1: the file must be an object.`],
    ["a type", '{\n"model": 5\n}', `${USER}, line 2: model must be a string.`],
    [
      "an effort",
      '{"effortLevel": "huge"}',
      `${USER}, line 1: effortLevel must be one of low, medium, high, xhigh, max.`,
    ],
    [
      "no list of hooks",
      '{"hooks": {"Stop": [\n{"matcher": "*"}\n]}}',
      `${USER}, line 2: hooks.Stop[0] lacks "hooks".`,
    ],
    [
      "a hook without a command",
      '{"hooks": {"Stop": [{"hooks": [\n{"type": "command"}\n]}]}}',
      `${USER}, line 2: hooks.Stop[0].hooks[0] lacks "command".`,
    ],
    [
      "a matcher",
      '{"hooks": {"PreToolUse": [{\n"matcher": "Edit(",\n"hooks": []}]}}',
      `${USER}, line 2: hooks.PreToolUse[0].matcher must be a regular expression.`,
    ],
    [
      "what is to happen when a hook fails",
      '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x",\n"onFailure": "stop"}]}]}}',
      `${USER}, line 2: hooks.Stop[0].hooks[0].onFailure must be one of block, continue.`,
    ],
    [
      "a matcher that ends its own brackets",
      '{"hooks": {"PreToolUse": [{\n"matcher": "a)|(?:b",\n"hooks": []}]}}',
      `${USER}, line 2: hooks.PreToolUse[0].matcher must be a regular expression.`,
    ],
    [
      "a timeout",
      '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x",\n"timeout": 0}]}]}}',
      `${USER}, line 2: hooks.Stop[0].hooks[0].timeout must be > 0.`,
    ],
  ];
  test.each(faults)("%s", (_, content, told) => {
    const result = read({ [USER]: content, [PROJECT]: { model: "claude-opus-5" } });
    expect(result).toEqual({ faults: [expect.any(String)] });
    expect(faultsIn({ [USER]: content })[0]?.startsWith(told.replace(/\.$/, ""))).toBe(true);
  });

  test("permissions that their own reader does not take", () => {
    const source = '{\n"model": "m",\n"permissions": {"deny": ["Bash("]}\n}';
    expect(read({ [USER]: source }, () => "Bash( has no end")).toEqual({
      faults: [`${USER}, line 3: Bash( has no end.`],
    });
  });

  test("a folder, and a disk that fails", () => {
    expect(faultsIn({ [join(USER, "file")]: "x" })).toEqual([`${USER}: it is not a file.`]);
    const disk = new MemoryDisk();
    disk.put(USER, "{}");
    disk.read = () => {
      throw new Error("EACCES: permission denied");
    };
    expect(readSettings(disk, ROOT, CWD)).toEqual({
      faults: [`${USER}: it cannot be read (EACCES: permission denied).`],
    });
  });
});

const anyCommand = fc.integer({ min: 0, max: 99 }).map((number) => `run ${number}`);
const anyGroup = fc.record({
  matcher: fc.constantFrom("", "*", "Edit|Write", "mcp__.*"),
  hooks: fc.array(fc.record({ type: fc.constant("command"), command: anyCommand }), {
    minLength: 1,
    maxLength: 2,
  }),
});
const anySettings = fc.record({
  model: fc.constantFrom("claude-opus-5", "claude-haiku-4-5"),
  permissions: fc.constantFrom({ deny: ["Bash(rm:*)"] }, { allow: [] }),
  hooks: fc.dictionary(
    fc.constantFrom("Stop", "PreToolUse", "SessionStart"),
    fc.array(anyGroup, { maxLength: 2 }),
  ),
});
const anyDamage = fc.oneof(
  fc.record({ kind: fc.constant("cut off"), at: fc.nat() }),
  fc.record({ kind: fc.constantFrom("a number for a text", "a comma more"), at: fc.nat() }),
);

law(
  "settings-whole",
  "a settings file with a fault anywhere in it is told by its name, and nothing of any file is used",
  [fc.tuple(anySettings, anySettings, anySettings), fc.nat(2), anyDamage],
  (files, which, { kind, at }) => {
    const places = [USER, PROJECT, LOCAL];
    const sources = files.map((file) => JSON.stringify(file, null, 1));
    const broken = sources.map((source, index) => (index === which ? damaged(source, kind, at) : source));
    const result = read(Object.fromEntries(places.map((place, index) => [place, broken[index] ?? ""])));
    expect(result).toEqual({ faults: expect.anything() });
    expect(faultsIn({ [places[which] ?? ""]: broken[which] ?? "" }).length).toBeGreaterThan(0);
    if ("faults" in result)
      expect(result.faults.every((fault) => fault.startsWith(places[which] ?? "?"))).toBe(true);
  },
  { runs: 200 },
);

/** A settings file with one thing wrong with it, at a place counted round. */
function damaged(source: string, kind: string, at: number): string {
  if (kind === "cut off") return source.slice(0, at % source.length);
  const [from, to] =
    kind === "a comma more" ? [/(?=\n *[}\]])/g, ","] : [/"(run \d+|claude-[^"]+|command)"/g, "7"];
  const places = [...source.matchAll(from)];
  const place = places[at % places.length];
  if (!place) throw new Error("There is nothing to damage.");
  return source.slice(0, place.index) + to + source.slice(place.index + place[0].length);
}
