/** Esc, and Esc again. */
import { PassThrough } from "node:stream";
import { expect, test, vi } from "vitest";
import { listen } from "#src/terminal/repl/keyboard.ts";
import { ReplStage } from "../support/repl-stage.ts";

const REWIND = { type: "command", name: "rewind", argument: "" };

test("twice on an empty line: back to an earlier prompt; any other key in between begins anew", () => {
  const stage = new ReplStage().press("escape");
  expect(stage.live).toContain("Esc again: back to an earlier prompt.");
  expect(stage.deeds).toEqual([]);
  expect(stage.press("escape").deeds.splice(0)).toEqual([REWIND]);
  expect(stage.press("escape", "x", "backspace", "escape").deeds).toEqual([]);
  expect(new ReplStage().type("words").press("escape", "escape").deeds).toEqual([]);
  const busy = new ReplStage().tell({ type: "busy" }).press("escape", "escape");
  expect(busy.deeds).toEqual([{ type: "interrupt" }]);
});

test("pressed so quickly that a terminal sends both at once they are two", async () => {
  const input = Object.assign(new PassThrough(), { setRawMode: () => {} });
  const heard: string[] = [];
  const stop = listen(input as unknown as NodeJS.ReadStream, ({ name }) => heard.push(name));
  input.write("\x1b\x1b");
  await vi.waitFor(() => expect(heard).toEqual(["escape", "escape"]));
  stop();
});
