/** What looks like a fault and is none. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { refusal } from "../../mock-api/index.ts";
import { assistant, call, HELLO, LONG, request, result, SHORT, text, thought, user } from "./blocks.ts";
import { found, SEARCH } from "./breaks/endings.ts";
import { planned } from "./signing.ts";

describe("these are accepted", () => {
  const redacted = planned("redacted", { answer: "msg_a", ordinal: 1, total: 2, text: "" });
  const accepted: [why: string, body: object][] = [
    [
      "MR-19: neighbours of one role",
      request([HELLO, HELLO, assistant(text("a")), assistant(text("b")), HELLO]),
    ],
    [
      "MR-19: results split over neighbouring messages",
      request([HELLO, assistant(call("a"), call("b")), user(result("b")), user(result("a"))]),
    ],
    ["MR-22: whitespace beside a text", request([user(text("hello"), text("\n"))])],
    ["MR-22: an assistant who says nothing", request([HELLO, { role: "assistant", content: "" }, HELLO])],
    ["MR-22: an empty system prompt", request([HELLO], { system: "" })],
    ...["", [], " ", [text("")], undefined].map((content): [string, object] => [
      `MR-22: a result of ${JSON.stringify(content)}`,
      request([HELLO, assistant(call("a")), user(result("a", content === undefined ? {} : { content }))]),
    ]),
    [
      "MR-20: a summary of a living threshold edit begins",
      request([assistant({ type: "compaction", content: "s" }), HELLO], {
        context_management: { edits: [{ type: "compact_20260112" }] },
      }),
    ],
    [
      "MR-29: what a server tool gave back once the client's own results were there",
      request(
        [HELLO, assistant(SEARCH, call("a")), user(result("a")), assistant(found(), text("b")), HELLO],
        { tools: [{ type: "web_search_20260318", name: "web_search" }] },
      ),
    ],
    [
      "MR-29: a call and a result of an MCP server's tool",
      request([
        HELLO,
        assistant(
          { type: "mcp_tool_use", id: "m", name: "a", server_name: "s", input: {} },
          { type: "mcp_tool_result", tool_use_id: "m", content: "b" },
          text("c"),
        ),
        HELLO,
      ]),
    ],
    [
      "MR-39: a result out of a toolset says which, as its call did",
      request([
        HELLO,
        assistant({ ...call("a"), name: "screenshot", toolset_name: "computer" }),
        user(result("a", { toolset_name: "computer" })),
      ]),
    ],
    [
      "MR-105: a task budget of 20,000 tokens",
      request([HELLO], { output_config: { task_budget: { type: "tokens", total: 20_000 } } }),
    ],
    [
      "MR-25: prefill on a 4.5 model",
      request([HELLO, assistant(text("a"))], { model: "claude-haiku-4-5-20251001" }),
    ],
    [
      "MR-91: the thinking of the loop whole and in order",
      request([HELLO, assistant(thought(0, 2), text("a"), redacted, call("a")), user(result("a"))]),
    ],
    ["MR-91: all of the loop's thinking missing", request([HELLO, assistant(call("a")), user(result("a"))])],
    [
      "MR-69: thinking whose text was omitted",
      request([HELLO, assistant({ ...thought(0, 1), thinking: "" }, call("a")), user(result("a"))]),
    ],
    [
      "MR-47: part of an earlier turn's thinking missing",
      request([HELLO, assistant(thought(1, 2), text("a")), HELLO]),
    ],
    ["MR-52: four markers", request([user(...[1, 2, 3, 4].map((n) => text(`${n}`, SHORT)))])],
    [
      "MR-54: a marker for all that falls on a marked block",
      request([user(...[1, 2, 3, 4].map((n) => text(`${n}`, SHORT)))], SHORT),
    ],
    ["MR-53: 5m after 1h", request([user(text("a", LONG), text("b", SHORT))])],
    ["MR-55: no marker, said explicitly", request([user(text("a", { cache_control: null }))])],
  ];
  test.each(accepted)("%s", (_why, body) => {
    expect(refusal(body)).toBeNull();
  });
});

test("D-25: foreign thinking is refused unless it is asked to be accepted", () => {
  const recorded = assistant({ type: "thinking", thinking: "hm", signature: "c2ln2980777046" }, text("a"));
  const body = request([HELLO, recorded, HELLO]);
  expect(refusal(body)?.message).toBe("messages.1.content.0: Invalid `signature` in `thinking` block");
  expect(refusal(body, { foreignSignatures: "accept" })).toBeNull();
});

test("every recorded conversation is accepted with a next prompt after it", () => {
  const folder = new URL("../recorded/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".messages.json"),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const messages = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as unknown[];
    expect(refusal(request([...messages, HELLO]), { foreignSignatures: "accept" }), file).toBeNull();
  }
});
