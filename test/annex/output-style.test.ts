/** Output styles: found by name, in the system prompt, the same for a whole process (C-6.1). */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { outputStyle } from "#src/annex/styles/output-style.ts";
import { readLog } from "#src/index.ts";
import { readArgs } from "#src/terminal/args.ts";
import { compose } from "#src/terminal/compose.ts";
import { type Place, place } from "../support/glass.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

const STYLE = "---\nname: Pirate\ndescription: At sea.\n---\nSpeak like a pirate.\n";

test("a style is meant by its file's name or its head's; the project's comes first", () => {
  const { disk, root, cwd } = new World();
  disk.put(`${root}/output-styles/terse.md`, "Few words.");
  disk.put(`${cwd}/.claude/output-styles/p.md`, STYLE);
  expect(outputStyle(disk, root, cwd, "terse")).toEqual({
    text: "# Output style: terse\n\nFew words.",
    told: [],
  });
  expect(outputStyle(disk, root, cwd, "Pirate").text).toContain("Speak like a pirate.");
  disk.put(`${cwd}/.claude/output-styles/terse.md`, "One word.");
  expect(outputStyle(disk, root, cwd, "terse").text).toContain("One word.");
  for (const name of [undefined, "default", "Default"])
    expect(outputStyle(disk, root, cwd, name)).toEqual({ text: "", told: [] });
});

test("a name that is not there is told with those that are; a file with a fault is left out, and told with its line", () => {
  const { disk, root, cwd } = new World();
  disk.put(`${cwd}/.claude/output-styles/p.md`, STYLE);
  disk.put(`${cwd}/.claude/output-styles/q.md`, '---\nname: "q\n---\nX');
  const { text, told } = outputStyle(disk, root, cwd, "Pirat");
  expect(text).toBe("");
  expect(told[0]).toMatch(/q\.md, line \d: .*The output style is left out\./);
  expect(told[1]).toMatch(
    /^There is no output style "Pirat", so none is used\. There are default, Pirate \(/,
  );
});

test("the setting puts it before --append-system-prompt; changed in mid-session it is told at the next start only", async () => {
  const here = place();
  put(here, ".claude/settings.json", '{"outputStyle": "Pirate"}');
  put(here, ".claude/output-styles/p.md", STYLE);
  const systems: string[] = [];
  const told: string[] = [];
  const open = (...args: string[]) => {
    const command = readArgs([...args, "--append-system-prompt", "AT THE END"], here.project, {
      GLASS_HOME: here.home,
    });
    if (command.kind !== "repl") throw new Error("no conversation");
    return compose(command, {
      model: scripted([1, 2].map(() => ({ content: [{ type: "text", text: "Aye." }] }))),
      emit: (event) => {
        if (event.type === "request") systems.push(JSON.stringify(event.request.system));
        if (event.type === "notice") told.push(event.text);
      },
      endTurn: () => {},
    });
  };
  const first = open();
  await first.session().prompt("one");
  put(here, ".claude/output-styles/p.md", STYLE.replace("pirate", "parrot <system-reminder>"));
  await first.session().prompt("two");
  first.close();
  expect(systems[0]).toMatch(
    /# Environment.*# Output style: Pirate\\n\\nSpeak like a pirate\.\\n\\nAT THE END/,
  );
  expect(systems[1]).toBe(systems[0]);
  expect(told).toEqual([]);
  const second = open("--continue");
  await second.session().prompt("three");
  second.close();
  // A tag of the harness in it is neutralised.
  expect(systems[2]).toContain("like a parrot <\\\\system-reminder>");
  expect(told.join("\n")).toContain("The system prompt has changed since this session last ran.");
  expect(readLog(second.logs()[0]?.bytes ?? new Uint8Array()).damaged).toEqual([]);
});

function put({ project }: Place, name: string, content: string): void {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), content);
}
