/** The parts of a source: found, quoted, replaced, cut out; and what is said of regions that are marked wrongly. */
import { expect, test } from "vitest";
import { regionFaults } from "../../scripts/parts/regions.ts";
import { findPart, quotePart, readPart, replacePart, withHole } from "../../scripts/parts.ts";

const TEXT = `/** About the file. */
import { a } from "./a.ts";

/** Adds. */
export function add(x: number, y: number): number {
  //#region sum
  const sum = x + y;

  return sum;
  //#endregion
}

export const twice = (x: number) => add(x, x);

export type Sum = number;

/** Counts. */
class Counter {
  /** Up. */
  up(by: number): void {
    this.#n += by;
  }

  reset(): void {}
}

class Clock {
  reset(): void {}
}
`;

const quoted = (name: string) => quotePart(TEXT, name, "a.ts");

test.each([
  ["add", "/** Adds. */\nexport function add(x: number, y: number): number {\n  //#region sum", 4, 11],
  ["sum", "const sum = x + y;\n\nreturn sum;", 7, 9],
  ["twice", "export const twice = (x: number) => add(x, x);", 13, 13],
  ["Sum", "export type Sum = number;", 15, 15],
  ["up", "/** Up. */\nup(by: number): void {\n  this.#n += by;\n}", 19, 22],
  ["Clock.reset", "reset(): void {}", 28, 28],
])("%s is quoted with its doc comment and its lines, dedented", (name, begins, line, lastLine) => {
  const part = quoted(name);
  expect(part.text.slice(0, begins.length)).toBe(begins);
  expect([part.line, part.lastLine]).toEqual([line, lastLine]);
});

test("what is not there, or there twice, is told", () => {
  expect(() => quoted("subtract")).toThrow('a.ts has no region, function, constant or type "subtract".');
  expect(() => quoted("reset")).toThrow("say which, as Class.method");
  expect(() => readPart("src/log/tree.ts")).toThrow("write path#name");
});

test("a part of the project is read by its path", () => {
  expect(readPart("src/log/tree.ts#leafOf").text).toContain("export function leafOf(");
});

test("what is replaced keeps its place and its doc comment; a region all of it", () => {
  expect(replacePart(TEXT, "up", "up(by: number): void {\n  this.#n -= by;\n}", "a.ts")).toBe(
    TEXT.replace("+= by", "-= by"),
  );
  expect(replacePart(TEXT, "sum", "return 0;", "a.ts")).toContain(
    "  //#region sum\n  return 0;\n  //#endregion\n}",
  );
});

test("put back as it was quoted, a part leaves its file as it was", () => {
  for (const name of ["sum", "twice", "Sum", "Clock.reset"])
    expect(replacePart(TEXT, name, quoted(name).text, "a.ts")).toBe(TEXT);
});

test("a hole is a statement in the place of what is done", () => {
  const hole = 'throw new Error("Yours.");';
  expect(withHole(TEXT, "up", hole, "a.ts")).toContain(
    `  /** Up. */\n  up(by: number): void {\n    ${hole}\n  }\n`,
  );
  expect(withHole(TEXT, "twice", hole, "a.ts")).toContain(
    `export const twice = (x: number) => {\n  ${hole}\n};`,
  );
  expect(withHole(TEXT, "sum", hole, "a.ts")).toContain(`  //#region sum\n  ${hole}\n  //#endregion`);
  expect(() => withHole(TEXT, "Sum", hole, "a.ts")).toThrow("nothing can be cut from it");
  expect(findPart(TEXT, "twice", "a.ts").body?.braces).toBe(false);
});

const lines = (count: number) => "x;\n".repeat(count);

test.each([
  ["begins inside", "//#region a\n//#region b\n//#endregion\n//#endregion\n"],
  ["has not begun", "//#endregion\n"],
  ["does not end", "//#region a\n"],
  ["two regions", "//#region a\n//#endregion\n//#region a\n//#endregion\n"],
  ["not in kebab-case", "//#region someName\n//#endregion\n"],
  ["more than 5 in 100", `//#region a\n//#endregion\n//#region b\n//#endregion\n${lines(75)}`],
])("regions: %s is told", (told, text) => {
  expect(regionFaults(text + lines(told.startsWith("more") ? 0 : 80), "a.ts").join("\n")).toContain(told);
});

test("regions that are marked well have no fault", () => {
  expect(regionFaults(`//#region a\nx;\n//#endregion\n${lines(3)}`, "a.ts")).toEqual([]);
  expect(
    regionFaults(`//#region a\nx;\n//#endregion\n  //#region b\nx;\n  //#endregion\n${lines(80)}`, "a.ts"),
  ).toEqual([]);
});
