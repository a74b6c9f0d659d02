/** The mock's README holds its samples as they are tested, and speaks of nothing that is not there. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readArgs } from "../../mock-api/cli/args.ts";
import { FAULTS } from "../../mock-api/index.ts";
import { DELIVERY_FIELDS, REPLY_FIELDS } from "../../mock-api/models/script-fields.ts";
import { OPTION_NAMES } from "../../mock-api/options-check.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const README = join(ROOT, "mock-api", "README.md");

/** A tested file as a stranger would write it: with the package's name in place of this project's own. */
function sample(path: string): string {
  return readFileSync(join(ROOT, path), "utf8").replaceAll('"#mock-api', '"glass-harness/mock-api').trim();
}

test("every sample in the README is a file that is tested: UPDATE=1 npm test copies them", () => {
  const text = readFileSync(README, "utf8");
  const copied = text.replace(
    /^```ts (\S+)\n[\s\S]*?^```$/gm,
    (_, path: string) => `\`\`\`ts ${path}\n${sample(path)}\n\`\`\``,
  );
  expect([...text.matchAll(/^```ts \S+$/gm)].length).toBeGreaterThan(5);
  if (process.env["UPDATE"]) writeFileSync(README, copied);
  else expect(text).toBe(copied);
});

test("every command in the README is one that the command line reads", () => {
  const commands = [
    ...readFileSync(README, "utf8").matchAll(/(?:npm run -s mock-api --|npx glass-mock-api) ([^#`\n]+)/g),
  ];
  expect(commands.length).toBeGreaterThan(3);
  for (const [, args = ""] of commands) readArgs(args.trim().split(/\s+/), ROOT);
});

test("the order of checks in the README is that of the table", () => {
  const table = readFileSync(join(ROOT, "mock-api/rules/table.ts"), "utf8");
  const files = new Map(
    [...table.matchAll(/^import \{ ([^}]+) \} from "\.\/([\w-]+)\.ts";$/gm)].flatMap(([, names = "", file]) =>
      names.split(", ").map((name): [string, string | undefined] => [name, file]),
    ),
  );
  const rows = /REFUSALS[^=]*= \[([^\]]+)\]/.exec(table)?.[1] ?? "";
  const order = [...rows.matchAll(/\.\.\.(\w+)/g)].map(([, name = ""]) => files.get(name));
  const section =
    /\*\*The order of checks\.\*\*[\s\S]*?(^1\.[\s\S]*?)\n\n/m.exec(readFileSync(README, "utf8"))?.[1] ?? "";
  expect([...section.matchAll(/\(`([\w-]+)`\)/g)].map(([, file]) => file)).toEqual(order);
  expect(order.length).toBeGreaterThan(15);
});

/** The names in the first column of the table with a head. */
function firstColumn(head: string): string[] {
  const [, table = ""] = readFileSync(README, "utf8").split(`\n| ${head} |`);
  const rows = table.split("\n\n")[0]?.split("\n").slice(2) ?? [];
  return rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
  );
}

test.each([
  ["field | what it holds", Object.keys(REPLY_FIELDS)],
  ["field | what it does", Object.keys(DELIVERY_FIELDS)],
  ["option | left out", OPTION_NAMES],
])("the table %s has a row for each, and no other", (head, names) => {
  expect(firstColumn(head).toSorted()).toEqual([...names].toSorted());
});

test("every fault that is ready is named in the README", () => {
  const text = readFileSync(README, "utf8");
  for (const kind of Object.keys(FAULTS)) expect(text).toContain(`\`${kind}\``);
});

test("every file that the README points to is there", () => {
  const links = [...readFileSync(README, "utf8").matchAll(/\]\(([^)#:]+)\)/g)].map(([, link]) => link ?? "");
  expect(links.filter((link) => !existsSync(join(ROOT, "mock-api", link)))).toEqual([]);
});

test("every entry of the package is named in the README", () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { exports: object };
  const text = readFileSync(README, "utf8");
  for (const entry of Object.keys(exports))
    expect(text).toContain(`\`${entry.replace("./", "glass-harness/")}\``);
});
