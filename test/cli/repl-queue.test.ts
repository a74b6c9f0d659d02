/** What is said while a turn runs. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { leftInQueue } from "#src/annex/log/queue.ts";
import { type Line, readLog } from "#src/index.ts";
import { type Place, place } from "../support/glass.ts";
import { law } from "../support/law.ts";
import { ReplProcess } from "../support/repl-process.ts";
import { ReplStage } from "../support/repl-stage.ts";

/** A view, and the log that a session behind it would write. */
class Kept {
  readonly stage = new ReplStage();
  readonly lines: Line[] = [];
  /** Sent, and not yet an entry. */
  #pending: string[] = [];
  readonly #said: string[] = [];
  #count = 0;
  /** Said while a turn ran. */
  readonly queued: string[] = [];

  do(step: Step): void {
    const { stage } = this;
    const { turn } = stage.state;
    if (step === "say") {
      this.#count += 1;
      const mark = `<${this.#count}>`;
      if (turn) this.queued.push(mark);
      stage.type(mark).press("return");
    } else if (step === "enter" || step === "escape") stage.press(step === "enter" ? "return" : "escape");
    else if (step === "ctrl-c" && turn && !turn.stopping) stage.press("ctrl-c");
    else if (step === "entry") this.#write();
    else if (turn && (step === "ends" || step === "fails")) {
      this.#write();
      stage.tell({ type: "idle", failed: step === "fails" });
    }
    this.#heed();
  }

  /** Each mark: how often it is in the conversation, or would be found again if the process ended now. */
  timesKept(mark: string): number {
    return [...this.#said, ...leftInQueue(this.lines)].join("\n").split(mark).length - 1;
  }

  /** Is it somewhere in this process? */
  isHere(mark: string): boolean {
    const { editor, queue } = this.stage.state;
    return [...this.#said, ...this.#pending, ...queue, editor.text].join("\n").includes(mark);
  }

  #write(): void {
    const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "<1>" }] };
    const said = this.#pending.splice(0);
    this.#said.push(...said);
    const messages = [result, ...said.map((content) => ({ role: "user", content }))];
    for (const message of messages) this.lines.push({ type: "user", uuid: "u", parentUuid: null, message });
  }

  #heed(): void {
    for (const deed of this.stage.deeds.splice(0)) {
      if (deed.type === "queue") this.lines.push({ type: "queue-operation", ...deed.change });
      if (deed.type !== "send") continue;
      this.#pending.push(deed.text);
      this.stage.tell({ type: "busy" });
    }
  }
}

const STEPS = ["say", "say", "say", "entry", "ends", "fails", "escape", "enter", "ctrl-c"] as const;
type Step = (typeof STEPS)[number];

law(
  "queue-kept",
  "What a person has said while a turn ran is in the conversation, waits, or stands in the line; and whenever the process ends it is found again, once",
  [fc.array(fc.constantFrom(...STEPS), { maxLength: 24 })],
  (steps) => {
    const kept = new Kept();
    kept.do("say");
    for (const step of steps) {
      kept.do(step);
      for (const mark of kept.queued) {
        if (!kept.isHere(mark)) throw new Error(`${mark} is lost`);
        const times = kept.timesKept(mark);
        if (times !== 1) throw new Error(`${mark} is found ${times} times in ${JSON.stringify(kept.lines)}`);
      }
    }
  },
  { runs: 60 },
);

test("in a turn Enter queues the line; Esc takes back what is queued, then interrupts", () => {
  const stage = new ReplStage(60).tell({ type: "busy" }).type("next").press("return");
  expect(stage.deeds.splice(0)).toEqual([
    { type: "queue", change: { operation: "enqueue", content: "next" } },
  ]);
  expect(stage.live).toMatch(/Esc takes the queue back\n {2}queued: next\n\n> \n/);
  stage.type("and").press("escape");
  expect(stage.deeds.splice(0)).toEqual([
    { type: "queue", change: { operation: "popAll", content: "next" } },
  ]);
  expect(stage.live).toMatch(/Esc interrupts\n\n> next\n {2}and\n/);
  expect(stage.press("escape").deeds).toEqual([{ type: "interrupt" }]);
});

test("what is queued is sent turn by turn; after a turn that failed it is given back instead", () => {
  const stage = new ReplStage().tell({ type: "busy" });
  for (const text of ["one", "two", "three"]) stage.type(text).press("return");
  stage.deeds.splice(0);
  stage.tell({ type: "idle" });
  expect(stage.deeds.splice(0)).toEqual([
    { type: "queue", change: { operation: "dequeue" } },
    { type: "send", text: "one" },
  ]);
  stage.tell({ type: "busy" }).tell({ type: "idle", failed: true });
  expect(stage.deeds).toEqual([{ type: "queue", change: { operation: "popAll", content: "two\nthree" } }]);
  expect(stage.live).toMatch(/> two\n {2}three\n/);
});

test("Ctrl-C in a turn gives the queue back too; what is said after that is sent when the turn has stopped", () => {
  const stage = new ReplStage().tell({ type: "busy" }).type("one").press("return", "ctrl-c");
  expect(stage.deeds.splice(0).map(({ type }) => type)).toEqual(["queue", "queue", "interrupt"]);
  stage.type(" after all").press("return").tell({ type: "idle", failed: true });
  expect(stage.deeds.pop()).toEqual({ type: "send", text: "one after all" });
});

test("a command in a turn is done at once, unless it opens the session again", () => {
  const stage = new ReplStage().tell({ type: "busy" }).type("/help").press("return");
  expect(stage.shown).toContain("/thinking");
  // The skills follow: only who has their files knows them.
  expect(stage.deeds.splice(0)).toEqual([{ type: "command", name: "help", argument: "" }]);
  stage.type("/model claude-sonnet-5").press("return");
  expect(stage.deeds).toEqual([]);
  expect(stage.live).toContain("> /model claude-sonnet-5\nNot while a turn runs.");
});

function lines({ home }: Place): Line[] {
  const [project = ""] = readdirSync(join(home, "projects"));
  const [log = ""] = readdirSync(join(home, "projects", project));
  return readLog(readFileSync(join(home, "projects", project, log))).lines.map(({ line }) => line);
}

function operations(logged: readonly Line[]): unknown[] {
  return logged
    .filter(({ type }) => type === "queue-operation" || type === "user")
    .map((line) => {
      const message = line["message"] as { content: unknown } | undefined;
      const content = message
        ? typeof message.content === "string"
          ? message.content
          : "result"
        : line["content"];
      return [line["operation"] ?? "user", content].filter((each) => each !== undefined).join(" ");
    });
}

test("bug report 131: what was queued when the process ended is found again, and sent when the person says so", async () => {
  const here = place();
  const call = { type: "tool_use", id: "t1", name: "Bash", input: { command: "sleep 60" } };
  const text = (words: string) => ({ content: [{ type: "text", text: words }] });
  const script = here.file("replies.json", JSON.stringify([text("One."), { content: [call] }]));
  const glass = new ReplProcess(here, ["--script", script, "--permission-mode", "bypassPermissions"]);
  await glass.sees("mode bypassPermissions");
  await glass.say("one", /One\.[\s\S]*end_turn/);
  await glass.say("sleep", "tools run");
  await glass.say("then list", "queued: then list");
  await glass.say("and count", "queued: and count");
  // What was queued is no longer waited for by the process that ends.
  glass.press("/exit\r");
  expect(await glass.ended).toBe(0);
  const logged = operations(lines(here));
  expect(logged.slice(2, 5)).toEqual(["enqueue then list", "enqueue and count", "user result"]);

  const more = here.file("more.json", JSON.stringify([text("Listed."), text("Counted.")]));
  const before = lines(here).length;
  const again = new ReplProcess(here, ["-c", "--script", more]);
  await again.sees(/queued when the session ended[\s\S]*> then list[\s\S]*and count/);
  expect(lines(here)).toHaveLength(before);
  again.press("\r");
  await again.sees(/Listed\.[\s\S]*end_turn/);
  expect(operations(lines(here)).slice(-4)).toEqual([
    "popAll then list\nand count",
    "enqueue then list\nand count",
    "dequeue",
    "user then list\nand count",
  ]);
  expect(leftInQueue(lines(here))).toEqual([]);
  for (const line of lines(here).filter(({ type }) => type === "queue-operation")) {
    expect(line).toMatchObject({ timestamp: expect.any(String), sessionId: expect.any(String) });
  }
});

test("a queue of the real client is read: removed by its text, or the oldest where its lines do not say which", () => {
  const line = (operation: string, content?: string): Line => ({
    type: "queue-operation",
    operation,
    content,
  });
  expect(leftInQueue([line("enqueue", "a"), line("enqueue", "b"), line("remove", "b")])).toEqual(["a"]);
  expect(leftInQueue([line("enqueue", "a"), line("enqueue", "b"), line("remove")])).toEqual(["b"]);
  expect(leftInQueue([line("enqueue", "a"), line("enqueue", "b"), line("popAll", "a\nb")])).toEqual([
    "a",
    "b",
  ]);
});
