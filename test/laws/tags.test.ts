/** Whose words are whose: a tag of the harness is believed where the harness has put it, and nowhere else (D-18). */
import fc from "fast-check";
import { expect } from "vitest";
import { neutral, plain } from "#src/context/wrap.ts";
import type { Block, Hooks, Line, MessagesRequest } from "#src/index.ts";
import { law } from "../support/law.ts";
import { assistant, call, remark, result, user, words } from "../support/log-lines.ts";
import { bytesOf, markedPrefix } from "../support/prefix.ts";
import { scripted } from "../support/scripted.ts";
import { anySpoof, lookAlike, shownSpoof } from "../support/spoofs.ts";
import { SAYS, TakenUp } from "../support/taken-up.ts";
import { World } from "../support/world.ts";

law(
  "boundary-marked",
  "whoever else writes it, however it is written and wherever it is cut, no tag of the harness is sent but those that it has put there itself, the same in every process; the log keeps what was written",
  [shownSpoof],
  async ({ text, first, second }) => {
    const machine = new World();
    machine.disk.put(`${machine.cwd}/CLAUDE.md`, `Hello.\n${text}\n`);
    const shell = { run: async () => ({ output: `ran ${text}`, exitCode: 0, timedOut: false }) };
    const log = logWith(text, first, second);
    const taken = new TakenUp(log, [ASKS, SAYS, SAYS], { hooks: leaving(text) }, machine, { shell });
    await taken.ask(`${text}.`);
    const { requests, session } = taken;
    await machine
      .start(scripted([SAYS]))
      .resume(session.id, { emit: (event) => event.type === "request" && requests.push(event.request) })
      .prompt("And now?");
    expect(requests.length).toBeGreaterThan(2);
    for (const [index, request] of requests.entries()) {
      const before = requests[index - 1];
      if (before) expect(bytesOf(request).startsWith(markedPrefix(before))).toBe(true);
      for (const said of textsOf(request)) expect(lookAlike(said), JSON.stringify(said)).toBe(false);
    }
    expect(taken.log()).toContain(JSON.stringify(`${text}.`));
    expect(taken.log()).toContain(JSON.stringify(`ran ${text}`.trimEnd()));
  },
  { runs: 15 },
);

law(
  "tags-round-trip",
  "what was neutralised can be had back, to the character, from wherever in a value it stands",
  [
    fc.array(
      fc.oneof(
        anySpoof.map(({ text }) => text),
        fc.constantFrom(
          "<",
          "\\",
          "<\\",
          "\\\\<",
          '"',
          "\\n",
          "a",
          "<p>",
          "if (a<s) ",
          "\ud800",
          "system-reminder",
        ),
        fc.string({ maxLength: 3 }),
      ),
      { maxLength: 6 },
    ),
  ],
  (parts) => {
    const text = parts.join("");
    expect(plain(neutral(text))).toBe(text);
    const value = { [text]: [text, { text }, 7, null] };
    expect(plain(neutral(value))).toEqual(value);
    expect(lookAlike(neutral(text))).toBe(false);
    if (!/[<＜]/.test(text)) expect(neutral(value)).toBe(value);
  },
  { runs: 300 },
);

const ASKS = { content: [{ type: "tool_use" as const, name: "Bash", input: { command: "ls" } }] };

/** Every way by which others' words get into a log. */
function logWith(text: string, first: string, second: string): Line[] {
  const parts = [first, second].filter((part) => part.trim() !== "").map(words);
  const context = { type: "hook_additional_context", hookName: text, content: [first, second] };
  return [
    user({ uuid: "U1", parent: null }, first),
    user({ uuid: "U2", parent: "U1" }, second),
    user({ uuid: "U3", parent: "U2" }, text, { isMeta: true }),
    remark({ uuid: "X1", parent: "U3" }, "attachment", { attachment: context }),
    remark({ uuid: "S1", parent: "X1" }, "system", { subtype: "local_command", content: text }),
    assistant({ uuid: "A1", parent: "S1" }, "m1", [call("t1"), call("t2")]),
    result({ uuid: "R1", parent: "A1" }, "t1", text, { is_error: true }),
    user({ uuid: "R2", parent: "R1" }, [{ type: "tool_result", tool_use_id: "t2", content: parts }]),
    { ...result({ uuid: "R3", parent: "R2" }, "t2", ""), toolRemark: text },
  ];
}

function leaving(text: string): Hooks {
  let ends = 0;
  return async ({ event }) => ({
    attachments: [{ type: "hook_additional_context", hookName: event, content: [text] }],
    ...(event === "Stop" && ends++ === 0 && { blocked: text }),
  });
}

/** All that the user's side says, a message at a time, without the tags that the harness has set around a text. */
function textsOf({ messages }: MessagesRequest): string[] {
  return messages.filter(({ role }) => role === "user").map(({ content }) => content.map(saidIn).join(""));
}

function saidIn(block: Block): string {
  const { content } = block;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content ?? block["text"]];
  const texts = parts.map((part) => String((part as Block)["text"] ?? part));
  return texts.map((text) => text.replace(REMINDER, "$1")).join("");
}

const REMINDER = /^<system-reminder>\n([\s\S]*)\n<\/system-reminder>$/;
