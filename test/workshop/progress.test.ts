/** How far a learner has come, whatever stands in the file of it. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { Progress } from "../../scripts/workshop/progress.ts";
import { law } from "../support/law.ts";
import { put, smallProject } from "./small-project.ts";

const NOW = new Date("2026-02-03T04:05:06Z");

test("what was noted is there for the next process", () => {
  const place = smallProject();
  const progress = new Progress(place);
  expect(existsSync(join(place.folder, "progress.json"))).toBe(false);
  progress.note("04-add-up", { state: "type-error", tries: 1 }, NOW);
  progress.note("04-add-up", { hints: 2 }, new Date());
  progress.turnTo("04-add-up");
  const next = new Progress(place);
  expect(next.of("04-add-up")).toEqual({ state: "type-error", tries: 1, hints: 2, begun: NOW.toISOString() });
  expect(next.current).toBe("04-add-up");
  expect(next.isDone("04-add-up")).toBe(false);
  expect(readdirSync(place.folder)).toEqual(["progress.json"]);
});

const standing = { state: "green", tries: 3, hints: 1, begun: NOW.toISOString(), green: NOW.toISOString() };

test("of a file with one entry that cannot be understood, the others go on, and the file is kept", () => {
  const place = smallProject();
  const text = JSON.stringify({ version: 1, exercises: { a: standing, b: { ...standing, tries: "many" } } });
  put(place.folder, "progress.json", text);
  const progress = new Progress(place);
  expect(progress.isDone("a")).toBe(true);
  expect(progress.of("b")).toBeUndefined();
  expect(progress.aside).toEqual([".workshop/progress.kept.json"]);
  expect(readFileSync(join(place.root, progress.aside[0] ?? ""), "utf8")).toBe(text);
});

/** Anything, and what is nearly right. */
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc.json().map((text) => Buffer.from(text)),
  fc
    .record(
      {
        version: fc.constantFrom<unknown>(1, 1, 1, 2, "1"),
        current: fc.constantFrom<unknown>("04-add-up", "unknown", 7),
        theme: fc.jsonValue({ maxDepth: 1 }),
        exercises: fc.oneof(
          fc.jsonValue({ maxDepth: 1 }),
          fc.dictionary(
            fc.constantFrom("04-add-up", "unknown", "__proto__"),
            fc.constantFrom<unknown>(
              standing,
              { ...standing, mood: "good" },
              { ...standing, state: "blue" },
              null,
            ),
          ),
        ),
      },
      { requiredKeys: ["version"] },
    )
    .map((value) => Buffer.from(JSON.stringify(value))),
  // All is right but for bytes that may be no text.
  fc
    .uint8Array({ minLength: 1, maxLength: 2 })
    .map((bytes) =>
      Buffer.concat([Buffer.from('{"version":1,"exercises":{},"theme":"'), bytes, Buffer.from('"}')]),
    ),
);

const FOLDER = mkdtempSync(join(tmpdir(), "glass-progress-"));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));
let places = 0;

law(
  "progress-kept",
  "whatever bytes the progress file holds, the workshop starts and notes what is done, and all that stood there stands there still, or as a whole beside it and is told",
  [anyBytes],
  (bytes) => {
    places += 1;
    const place = { root: FOLDER, folder: join(FOLDER, String(places)) };
    put(place.folder, "progress.json", bytes);
    const progress = new Progress(place);
    progress.note("noted", { tries: 1 }, NOW);
    expect(new Progress(place).of("noted")).toMatchObject({ tries: 1 });
    if (progress.aside.length > 0) {
      expect(progress.aside).toHaveLength(1);
      expect(readFileSync(join(place.root, progress.aside[0] ?? "")).equals(bytes)).toBe(true);
      return;
    }
    // Byte for byte: as UTF-8, bytes that are no text would all look the same.
    const { exercises, ...rest } = JSON.parse(readFileSync(join(place.folder, "progress.json"), "latin1"));
    const { exercises: before, ...restBefore } = JSON.parse(bytes.toString("latin1"));
    expect(rest).toEqual(restBefore);
    expect(Object.entries(exercises)).toEqual([...Object.entries(before), ["noted", expect.anything()]]);
  },
  { runs: 120 },
);
