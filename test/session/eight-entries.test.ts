/** The example turn of the article's §3.1 (C-3.6): one prompt, one tool call, one answer make these eight entries. */
import { expect, test } from "vitest";
import { type ChainEntry, CORE_TOOLS, type HarnessEvent, isChainEntry, type Session } from "#src/index.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

const PROMPT = "Find out why the build fails";
const ERROR = "Error TS2345: Argument of type 'string' is not assignable";

/** What hooks and reminders leave behind, and after what. */
function attachmentAfter(event: HarnessEvent): string | undefined {
  if (event.type !== "append" || event.line.type !== "user") return undefined;
  return isPrompt(event.line["message"]) ? "task_reminder" : "hook_success";
}

function isPrompt(message: unknown): boolean {
  return JSON.stringify(message) === JSON.stringify({ role: "user", content: PROMPT });
}

async function playTurn(): Promise<ChainEntry[]> {
  const process = new World().start(
    scripted([
      {
        content: [
          { type: "thinking", thinking: "Run the build first and see the error." },
          { type: "text", text: "I will run the build." },
          { type: "tool_use", name: "Bash", input: { command: "npm run build" } },
        ],
      },
      { content: [{ type: "text", text: "login() is given a string." }] },
    ]),
  );
  const shell = { run: async () => ({ output: ERROR, exitCode: 2, timedOut: false }) };
  const entries: ChainEntry[] = [];
  const session: Session = process.begin({
    ports: { ...process.ports, shell },
    tools: CORE_TOOLS,
    emit: (event) => {
      if (event.type === "append" && isChainEntry(event.line)) entries.push(event.line);
      const attachment = attachmentAfter(event);
      if (attachment) session.log.attach({ type: attachment });
    },
  });
  await session.prompt(PROMPT);
  return entries;
}

/** A row of the article's table: type, block or kind of attachment, own name, parent's name. */
function row(entry: ChainEntry, names: ReadonlyMap<string, string>): unknown[] {
  const message = entry["message"] as { content: string | { type: string }[] } | undefined;
  const attachment = entry["attachment"] as { type: string } | undefined;
  const block = typeof message?.content === "string" ? "-" : message?.content.map(({ type }) => type).join();
  return [
    entry.type,
    block ?? attachment?.type,
    names.get(entry.uuid),
    names.get(entry.parentUuid ?? "") ?? "--",
  ];
}

test("a turn with one tool call makes the eight entries of the article's table", async () => {
  const entries = await playTurn();
  const names = new Map(entries.map(({ uuid }, index) => [uuid, `e${index + 1}`]));
  expect(entries.map((entry) => row(entry, names))).toEqual([
    ["user", "-", "e1", "--"],
    ["attachment", "task_reminder", "e2", "e1"],
    ["assistant", "thinking", "e3", "e2"],
    ["assistant", "text", "e4", "e3"],
    ["assistant", "tool_use", "e5", "e4"],
    ["user", "tool_result", "e6", "e5"],
    ["attachment", "hook_success", "e7", "e6"],
    ["assistant", "text", "e8", "e7"],
  ]);
});

test("entries 3 to 5 are one response, entry 8 is another, and each carries the usage of its call", async () => {
  const messages = (await playTurn()).map(
    (entry) => entry["message"] as { id?: string; usage?: { output_tokens: number } } | undefined,
  );
  const ids = messages.map((message) => message?.id);
  expect(new Set(ids.slice(2, 5)).size).toBe(1);
  expect(ids[7]).toMatch(/^msg_/);
  expect(ids[7]).not.toBe(ids[2]);
  expect(messages[2]?.usage).toEqual(messages[4]?.usage);
  expect(messages[7]?.usage?.output_tokens).toBeGreaterThan(0);
});

test("the result is what the harness sends back for the call: an error result with the command's output", async () => {
  const entries = await playTurn();
  const call = { tool_use_id: contentOf(entries[4])[0]?.["id"], content: `Exit code 2\n${ERROR}` };
  expect(contentOf(entries[5])).toEqual([{ type: "tool_result", is_error: true, ...call }]);
});

function contentOf(entry: ChainEntry | undefined): Record<string, unknown>[] {
  return (entry?.["message"] as { content: Record<string, unknown>[] } | undefined)?.content ?? [];
}
