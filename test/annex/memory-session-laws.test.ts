/** What joins a session's memory while it runs, and what of it changes: each told once, nothing sent is altered (D-14). */
import fc from "fast-check";
import { expect } from "vitest";
import type { MessagesRequest } from "#src/index.ts";
import { law, shownAs } from "../support/law.ts";
import { bytesOf, markedPrefix } from "../support/prefix.ts";
import { compact, remembering, timesIn } from "../support/remembering.ts";
import { type Asked, ToolSession } from "../support/tool-session.ts";
import { World } from "../support/world.ts";

/** What joins, and the files that it is for: said here once more, in the plainest way. */
const JOINING: readonly (readonly [path: string, source: string, isFor: (file: string) => boolean])[] = [
  ["src/CLAUDE.md", "n0", (file) => file.startsWith("src/")],
  ["src/api/CLAUDE.local.md", "n1", (file) => file.startsWith("src/api/")],
  [".claude/rules/api.md", "---\npaths:\n  - src/api/**\n---\nn2", (file) => file.startsWith("src/api/")],
  [
    ".claude/rules/t.md",
    "---\npaths: '**/*.test.ts, *.md'\n---\nn3",
    (file) => /\.test\.ts$|^a\.md$/.test(file),
  ],
  ["src/.claude/rules/own.md", "---\npaths: api/*.ts\n---\nn4", (file) => /^src\/api\/[^/]+\.ts$/.test(file)],
];

const FILES = [
  "a.md",
  "lib/b.ts",
  "src/c.ts",
  "src/api/d.ts",
  "src/api/d.test.ts",
  "lib/e.test.ts",
  "gone.ts",
];

/** What happens: a batch of files is read at once, a fresh process takes over, or the conversation is compacted. */
type Happening = readonly string[] | "a fresh process" | "a compaction";

const anyBatch = fc.array(fc.constantFrom(...FILES), { minLength: 1, maxLength: 3 });

const anyHappenings = shownAs(
  fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: anyBatch.map((batch): Happening[] => [batch]) },
        { weight: 1, arbitrary: fc.constantFrom<Happening[]>(["a fresh process"], ["a compaction"]) },
        // The same files on both sides of a compaction: what they come with has to come again.
        { weight: 1, arbitrary: anyBatch.map((batch): Happening[] => [batch, "a compaction", batch]) },
      ),
      { minLength: 1, maxLength: 5 },
    )
    .map((happenings) => happenings.flat(1) as Happening[]),
  (happenings) =>
    happenings.map((each) => (typeof each === "string" ? each : `reads ${each.join(", ")}`)).join("\n"),
);

law(
  "joins-from-read",
  "a rule with paths and a folder's memory stand in the conversation exactly from the first read of a file that they are for, once, however many are read at once, until a compaction, across processes; and what was sent before stays as it was",
  [anyHappenings],
  async (happenings) => {
    const world = new World();
    for (const file of FILES.slice(0, -1)) world.disk.put(`${world.cwd}/${file}`, `${file} has words.\n`);
    for (const [path, source] of JOINING) world.disk.put(`${world.cwd}/${path}`, `${source} is here.\n`);
    const batches = happenings.flatMap((each) => (typeof each === "string" ? [] : [each.map(reading)]));
    const tools = new ToolSession(world, batches, { more: () => remembering(world) });
    const standing = new Set<number>();
    for (const happening of happenings) {
      if (happening === "a compaction" && tools.requests.length > 0) {
        compact(world, tools.session);
        standing.clear();
      }
      if (typeof happening === "string") {
        if (tools.requests.length > 0) tools.restart();
        continue;
      }
      const before = new Set(standing);
      const sent = tools.requests.length;
      await tools.turn();
      const read = happening.filter((file) => file !== "gone.ts");
      for (const [at, [, , isFor]] of JOINING.entries()) if (read.some(isFor)) standing.add(at);
      const [asked, answered] = tools.requests.slice(sent);
      if (!asked || !answered) throw new Error("A turn of one batch has two requests.");
      expect(bytesOf(answered).startsWith(markedPrefix(asked))).toBe(true);
      for (const at of JOINING.keys()) {
        expect(timesIn(asked, `n${at} is here.`)).toBe(before.has(at) ? 1 : 0);
        expect(timesIn(answered, `n${at} is here.`)).toBe(standing.has(at) ? 1 : 0);
      }
    }
  },
  { runs: 16 },
);

function reading(file: string): Asked {
  return { name: "Read", input: { file_path: file } };
}

/** Memory files that may change: of the user, of the project, imported, and notes. */
const CHANGING = [
  "/home/user/.glass/CLAUDE.md",
  "/home/user/demo/CLAUDE.local.md",
  "/home/user/demo/docs/a.md",
];

/** What happens to memory files between the prompts. */
type Deed = { readonly file: number; readonly becomes: number | "gone" } | "a prompt" | "a fresh process";

const anyDeeds = shownAs(
  fc.array(
    fc.oneof(
      fc.record({
        file: fc.nat(CHANGING.length - 1),
        becomes: fc.oneof(fc.nat(2), fc.constant("gone" as const)),
      }),
      fc.constantFrom<Deed>("a prompt", "a prompt", "a fresh process"),
    ),
    { minLength: 2, maxLength: 10 },
  ) as fc.Arbitrary<Deed[]>,
  (deeds) =>
    deeds
      .map((deed) => (typeof deed === "string" ? deed : `${CHANGING[deed.file]} becomes ${deed.becomes}`))
      .join("\n"),
);

law(
  "change-told-once",
  "a memory file that is edited between two sessions is what the second begins with; one edited within a session is told at the next prompt by a note, once, and never by a changed prefix",
  [anyDeeds],
  async (deeds) => {
    const world = new World();
    world.disk.put(`${world.cwd}/CLAUDE.md`, "Also @docs/a.md.");
    for (const path of CHANGING) world.disk.put(path, "v0.");
    const prompts = deeds.filter((deed) => deed === "a prompt").length;
    const tools = new ToolSession(world, Array(prompts).fill([]), { more: () => remembering(world) });
    let told = new Map(CHANGING.map((path) => [path, "v0."]));
    let isFresh = false;
    for (const deed of deeds) {
      if (typeof deed === "object") {
        const path = CHANGING[deed.file] ?? "";
        if (deed.becomes === "gone") world.disk.remove(path);
        else world.disk.put(path, `v${deed.becomes}.`);
      } else if (deed === "a fresh process") {
        if (tools.requests.length > 0) tools.restart();
        isFresh = tools.requests.length > 0;
      } else {
        const last = tools.requests.at(-1);
        const due = CHANGING.filter((path) => told.get(path) !== textOf(world, path)).length;
        await tools.turn();
        const request = tools.requests.at(-1);
        if (!request) throw new Error("A prompt is sent.");
        if (last && !isFresh) expect(bytesOf(request).startsWith(markedPrefix(last))).toBe(true);
        told = tellingOf(request.messages.flatMap(({ content }) => content).map(({ text }) => String(text)));
        for (const path of CHANGING) expect([path, told.get(path)]).toEqual([path, textOf(world, path)]);
        if (last && !isFresh) expect(notesIn(request) - notesIn(last)).toBe(due);
        isFresh = false;
      }
    }
  },
  { runs: 40 },
);

function notesIn(request: MessagesRequest): number {
  const notes = ["has changed. This", "in one more file", "does not hold any more"];
  return notes.reduce((sum, note) => sum + timesIn(request, note), 0);
}

/** What a file says on the disk; undefined where it is gone. */
function textOf({ disk }: World, path: string): string | undefined {
  const bytes = disk.read(path);
  return bytes && new TextDecoder().decode(bytes);
}

/** What the model was told of each file, last, as somebody reads it who sees only the request. */
function tellingOf(texts: readonly string[]): Map<string, string> {
  const told = new Map<string, string>();
  for (const text of texts) {
    for (const [, path = "", said = ""] of text.matchAll(/Contents of (\S+)(?: \([a-z ]+\))?:\n\n(v\d\.)/g))
      told.set(path, said);
    const [, changed, now] = /\n(\S+) has changed\.[\s\S]*?\n\n(v\d\.)/.exec(text) ?? [];
    if (changed !== undefined && now !== undefined) told.set(changed, now);
    const [, gone] = /\n(\S+) does not hold any more/.exec(text) ?? [];
    if (gone !== undefined) told.delete(gone);
  }
  return told;
}
