/** A cache that outlives its process (D-27). */
import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMockApi, fileCache, memoryCache, type PrefixCacheStore } from "../../mock-api/index.ts";
import { send } from "./exchange.ts";

const SECRET = "the words of the prompt ";
const REQUEST = {
  model: "claude-opus-5",
  max_tokens: 100,
  messages: [
    {
      role: "user",
      content: [{ type: "text", text: SECRET.repeat(100), cache_control: { type: "ephemeral" } }],
    },
  ],
};

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mock-cache-"));
  path = join(folder, "cache", "prefixes.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What a mock that begins with a store reads of the request. */
async function readBy(cache: PrefixCacheStore, now = 0): Promise<number | undefined> {
  const read: (number | undefined)[] = [];
  const model = (): { content: [] } => ({ content: [] });
  await send(
    createMockApi({ model, cache, now: () => now, onCall: ({ cause }) => read.push(cause?.read) }),
    REQUEST,
  );
  return read[0];
}

test("what one process wrote the next one reads", async () => {
  expect(await readBy(fileCache(path))).toBe(0);
  expect(await readBy(fileCache(path))).toBeGreaterThan(512);
  expect(await readBy(memoryCache())).toBe(0);
});

test("the file holds digests and times, never content, and is nobody else's to read", async () => {
  await readBy(fileCache(path));
  const short = expect.stringMatching(/^[0-9a-f]{16}$/);
  const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
    entries: [{ digest, ttl: "5m", expires: 300_000 }],
    fingerprints: [
      {
        id: expect.stringMatching(/^msg_[0-9a-f]{24}$/),
        ...{
          scope: short,
          model: short,
          tools: short,
          system: short,
          settings: short,
          presence: short,
          other: short,
        },
        ...{ at: 0, diagnosable: false, count: 1, blocks: [short], beyond: short },
        cached: { digest, tokens: expect.any(Number), tier: "messages", block: 0 },
      },
    ],
  });
  expect(readFileSync(path, "utf8")).not.toContain(SECRET);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "cache")).mode & 0o777).toBe(0o700);
});

test("a folder that was there keeps its mode", async () => {
  chmodSync(folder, 0o755);
  await readBy(fileCache(join(folder, "prefixes.json")));
  expect(statSync(folder).mode & 0o777).toBe(0o755);
});

test.each([
  "",
  "{",
  "{}",
  "[1]",
  "\u0000\u0000",
  '{"entries":[{"digest":"a","ttl":"2h","expires":9e15}],"fingerprints":[]}',
  '{"entries":[],"fingerprints":[{"id":"msg_a"}]}',
])("a damaged file is a cold cache: %j", async (damage) => {
  await readBy(fileCache(path));
  writeFileSync(path, damage);
  expect(await readBy(fileCache(path))).toBe(0);
  expect(await readBy(fileCache(path))).toBeGreaterThan(0);
});

test("what has expired is forgotten", async () => {
  await readBy(fileCache(path), 0);
  const old = JSON.parse(readFileSync(path, "utf8"));
  fileCache(path).write({}, 300_000);
  expect([old, JSON.parse(readFileSync(path, "utf8"))]).toMatchObject([{ entries: [{}] }, { entries: [] }]);
});

test("two stores on one file do not lose each other's entries", () => {
  const [one, other] = [fileCache(path), fileCache(path)];
  const entry = (digest: string) => ({ digest, ttl: "5m" as const, expires: 300_000 });
  one.write({ entries: [entry("a")] }, 0);
  other.write({ entries: [entry("b")] }, 0);
  one.write({ entries: [entry("c")] }, 0);
  expect([...fileCache(path).read().entries.keys()].sort()).toEqual(["a", "b", "c"]);
});

test("two processes that write at once leave a whole file, in which the last to save has lost nothing of its own", async () => {
  const writer = `
    const [, , path, name] = process.argv;
    const { fileCache } = await import(${JSON.stringify(new URL("../../mock-api/cache/stores.ts", import.meta.url).href)});
    const store = fileCache(path);
    for (let n = 0; n < 200; n += 1) {
      store.write({ entries: [{ digest: name + n, ttl: "5m", expires: 300000 }] }, 0);
      if (store.read().entries.size < n + 1) throw new Error("an entry of this process is lost");
    }`;
  const script = join(folder, "writer.mts");
  writeFileSync(script, writer);
  const run = (name: string) =>
    promisify(execFile)(process.execPath, ["--import", "tsx", script, path, name]);
  await Promise.all([run("a"), run("b")]);
  const left = fileCache(path).read().entries;
  const count = (name: string): number => [...left.keys()].filter((digest) => digest.startsWith(name)).length;
  expect(Math.max(count("a"), count("b"))).toBe(200);
});

test("the latest 64 requests are remembered, for a day", () => {
  const store = memoryCache();
  const blank = {
    scope: "",
    model: "",
    tools: "",
    system: "",
    settings: "",
    presence: "",
    other: "",
    beyond: "",
  };
  const fingerprint = (at: number) => ({
    ...{ ...blank, id: `msg_${at}`, at, diagnosable: true, count: 0, blocks: [], cached: null },
  });
  const remembered = (): number[] => [...store.read().fingerprints.values()].map(({ at }) => at);
  for (let at = 0; at < 100; at += 1) store.write({ fingerprint: fingerprint(at) }, at);
  expect(remembered()).toEqual(Array.from({ length: 64 }, (_, at) => 36 + at));
  store.write({}, 24 * 60 * 60_000 + 98);
  expect(remembered()).toEqual([99]);
});
