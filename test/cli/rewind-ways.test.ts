/** What each row of the menu of `/rewind` takes back, and what it leaves as it is (C-5.3c). */
import { expect, test } from "vitest";
import { rewinder } from "#src/annex/checkpoint/rewinder.ts";
import { checkpointing, NO_HOOKS, promptsOf, readLog, type Session } from "#src/index.ts";
import type { Desk } from "#src/terminal/repl/desk.ts";
import { REWIND_WAYS } from "#src/terminal/repl/rewind-ways.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

const calls = (name: string, input: object) => ({ content: [{ type: "tool_use" as const, name, input }] });
const REPLIES = [
  calls("Read", { file_path: "a.txt" }),
  calls("Edit", { file_path: "a.txt", old_string: "one", new_string: "two" }),
  { content: [{ type: "text" as const, text: "Changed." }] },
];

test.each([
  ["code and conversation", "one", 0, "change it"],
  ["the conversation", "two", 0, "change it"],
  ["the code", "one", 1, undefined],
])("%s: the file is %s, prompts on the way: %i, back in the line: %s", async (name, text, prompts, line) => {
  const world = new World();
  const path = `${world.cwd}/a.txt`;
  world.disk.put(path, "one");
  const place = {
    ...world,
    disk: world.disk,
    session: () => session,
    lines: () => readLog(world.bytes(session.path)).lines.map((each) => each.line),
    tell: () => {},
  };
  const process = world.start(scripted(REPLIES));
  const session: Session = process.begin({ hooks: checkpointing(NO_HOOKS, place) });
  await session.prompt("change it");
  const told: unknown[] = [];
  const desk = {
    open: { session, parts: { rewinder: rewinder(place), cwd: world.cwd } },
    say: () => {},
    tell: (input: unknown) => told.push(input),
    lend: (use: (pick: () => Promise<string>) => Promise<unknown>) => use(async () => "yes"),
  } as unknown as Desk;
  const [prompt] = promptsOf(session);
  const row = { uuid: prompt?.uuid ?? "", text: "change it", age: "" };
  const log = world.text(session.path);
  await REWIND_WAYS.find((way) => way.name === name)?.go(desk, row);
  expect(new TextDecoder().decode(world.disk.read(path))).toBe(text);
  expect(promptsOf(session)).toHaveLength(prompts);
  expect(told).toEqual(line === undefined ? [] : [{ type: "line", text: line }]);
  // What takes back files alone writes nothing into the log.
  expect(world.text(session.path) === log).toBe(prompts === 1);
});
