/** The plain model, asked directly: what it understands, and how it works through a task. */
import { expect, test } from "vitest";
import { type MessagesRequest, plainModel, type Reply } from "../../mock-api/index.ts";
import { type Task, taskOf } from "../../mock-api/models/plain/task.ts";

const UNDERSTOOD: readonly (readonly [string, Task])[] = [
  ["list the files", { kind: "list", folder: "." }],
  ["Could you list all files in src, please?", { kind: "list", folder: "src" }],
  ["what files are there?", { kind: "list", folder: "." }],
  ["ls src/log", { kind: "list", folder: "src/log" }],
  ["ファイルの一覧を見せてください。", { kind: "list", folder: "." }],
  ["src のファイルを見せて", { kind: "list", folder: "src" }],
  ["どんなファイルがある？", { kind: "list", folder: "." }],
  ["Read a.txt and src/b.ts.", { kind: "read", files: ["a.txt", "src/b.ts"] }],
  ['read the file "my notes.txt"', { kind: "read", files: ["my notes.txt"] }],
  ["what is in README?", { kind: "read", files: ["README"] }],
  ["what does a.txt say?", { kind: "read", files: ["a.txt"] }],
  ["a.txt と b.txt を読んで", { kind: "read", files: ["a.txt", "b.txt"] }],
  ["a.txt の中身を見せて", { kind: "read", files: ["a.txt"] }],
  ['search for "foo bar" in src', { kind: "search", text: "foo bar", place: "src" }],
  ["find TODO", { kind: "search", text: "TODO", place: "." }],
  ["where is buildRequest used?", { kind: "search", text: "buildRequest", place: "." }],
  ["src で「TODO」を検索して", { kind: "search", text: "TODO", place: "src" }],
  ["replace foo by bar in a.txt", { kind: "replace", file: "a.txt", before: "foo", after: "bar" }],
  [
    `replace "a by b" with 'c in d' in a.txt`,
    { kind: "replace", file: "a.txt", before: "a by b", after: "c in d" },
  ],
  ["in a.txt, change x to y", { kind: "replace", file: "a.txt", before: "x", after: "y" }],
  ["a.txt の「旧」を「新」に置き換えて", { kind: "replace", file: "a.txt", before: "旧", after: "新" }],
  [
    "a.txt の中の foo を bar に変えてください",
    { kind: "replace", file: "a.txt", before: "foo", after: "bar" },
  ],
  ['write "hello there" to new.txt', { kind: "write", file: "new.txt", content: "hello there" }],
  ["create a file called x.txt with the content: hi", { kind: "write", file: "x.txt", content: "hi" }],
  ["x.txt に「こんにちは」と書いて", { kind: "write", file: "x.txt", content: "こんにちは" }],
  ["run `npm test`", { kind: "run", command: "npm test" }],
  ["run the command ls -l", { kind: "run", command: "ls -l" }],
  ["`ls -l` を実行して", { kind: "run", command: "ls -l" }],
];

test.each(UNDERSTOOD)("it understands: %s", (asked, task) => {
  expect(taskOf(asked)).toEqual(task);
});

test.each([
  "",
  "hello",
  "こんにちは",
  "what is love?",
  "show me the way",
  "write a poem in French",
  "run the tests",
  "run ls\nrm b",
  "delete a.txt",
  "read a.txt and replace a by b in it",
  "change the color to red in the header",
])("it does not pretend to understand: %s", (asked) => {
  expect(taskOf(asked)).toEqual({ kind: "unknown" });
});

test("it says what it is, with examples that it does understand, in the language it was asked in", () => {
  for (const hello of ["Hello!", "こんにちは"]) {
    const words = textOf(plainModel(asking(hello)));
    expect(words).toMatch(/rule-based stand-in, not a model|モデルではなく/);
    const examples = words.split("\n").slice(1);
    expect(examples).toHaveLength(6);
    for (const example of examples) expect(taskOf(example).kind).not.toBe("unknown");
  }
});

test("it thinks where thinking is on, by request or by default, and only there", () => {
  const kinds = (more: object) =>
    plainModel({ ...asking("hello"), ...more }).content?.map(({ type }) => type);
  expect(kinds({})).toEqual(["thinking", "text"]);
  expect(kinds({ thinking: { type: "disabled" } })).toEqual(["text"]);
  expect(kinds({ model: "claude-haiku-4-5" })).toEqual(["text"]);
  expect(kinds({ model: "claude-haiku-4-5", thinking: { type: "enabled", budget_tokens: 1024 } })).toEqual([
    "thinking",
    "text",
  ]);
});

test("reading two files is two calls in one answer, or one after the other where that is asked for", () => {
  const both = asking("read a.txt and b.txt", [READ]);
  expect(callsOf(plainModel(both))).toEqual([
    ["Read", { file_path: "a.txt" }],
    ["Read", { file_path: "b.txt" }],
  ]);
  const said = play(
    { ...both, tool_choice: { type: "auto", disable_parallel_tool_use: true } },
    () => "1\tx",
  );
  expect(said.calls).toEqual([
    ["Read", { file_path: "a.txt" }],
    ["Read", { file_path: "b.txt" }],
  ]);
  expect(said.answer).toBe("a.txt says:\n\nx\n\nb.txt says:\n\nx");
});

test("a replacement is looked at first, and made everywhere when the text stands there more than once", () => {
  const { calls, answer } = play(asking("replace foo by bar in a.txt", [READ, EDIT]), (name) =>
    name === "Read" ? "1\tfoo\n2\tfoo foo" : "Changed.",
  );
  expect(calls).toEqual([
    ["Read", { file_path: "a.txt" }],
    ["Edit", { file_path: "a.txt", old_string: "foo", new_string: "bar", replace_all: true }],
  ]);
  expect(answer).toBe("Done: replace “foo” by “bar” in a.txt, in all 3 places.");
});

test("what does not stand in a file is not replaced", () => {
  const { calls, answer } = play(asking("a.txt の「旧」を「新」に変えて", [READ, EDIT]), () => "1\tfoo");
  expect(calls).toHaveLength(1);
  expect(answer).toBe("「旧」は a.txt にないので、何も変えていません。");
});

test("a harness that wants a file to be read before it is written gets that, once", () => {
  const { calls, answer } = play(asking('write "x" to a.txt', [READ, WRITE]), (name, before) =>
    name === "Write" && !before.includes("Read") ? new Error("File has not been read yet.") : "ok",
  );
  expect(calls.map(([name]) => name)).toEqual(["Write", "Read", "Write"]);
  expect(answer).toBe("Done: write a.txt.");
});

test("what a tool says went wrong is told", () => {
  const { answer } = play(asking("run `make`", [BASH]), () => new Error("Exit code 2\nno rule"));
  expect(answer).toBe("I could not run `make`. The tool said:\n\nExit code 2\nno rule");
});

test("other tools do the same work: the ones the request has are looked at, by name and by property", () => {
  const made = (asked: string, ...tools: Tool[]) => callsOf(plainModel(asking(asked, tools)))[0];
  const grep = tool("Grep", ["pattern"], "path", "output_mode");
  expect(made("list the files", BASH, tool("Glob", ["pattern"]))).toEqual(["Glob", { pattern: "**/*" }]);
  expect(made("list the files in a b", BASH)).toEqual(undefined);
  expect(made("list the files in 'a b'", BASH)).toEqual(["Bash", { command: "ls -A -- 'a b'" }]);
  expect(made("search for a.b in src", grep)).toEqual([
    "Grep",
    { pattern: "a\\.b", path: "src", output_mode: "content" },
  ]);
  expect(made("search for it's", BASH)?.[1]).toMatchObject({
    command: expect.stringContaining("'it'\\''s'"),
  });
  expect(made("read a.txt", tool("read_file", ["path"]))).toEqual(["read_file", { path: "a.txt" }]);
  expect(made("read a.txt", tool("Read", ["file_path", "purpose"]), BASH)).toEqual([
    "Bash",
    { command: "cat -- a.txt" },
  ]);
  expect(made("read a.txt", { ...READ, defer_loading: true })).toBeUndefined();
});

test("without a tool that can do it, and where no call is wanted, it says so", () => {
  expect(textOf(plainModel(asking("run `ls`", [READ])))).toBe(
    "I could run `ls` with the right tool, but this request offers only Read.",
  );
  const none = { ...asking("read a.txt", [READ]), tool_choice: { type: "none" } };
  expect(textOf(plainModel(none))).toContain("this request offers none");
});

test("a forced call is made once; its input says as little as its schema allows", () => {
  const forced = { ...asking("rm -rf everything", [BASH]), tool_choice: { type: "tool", name: "Bash" } };
  const { calls, answer } = play(forced, () => "");
  expect(calls).toEqual([["Bash", { command: "" }]]);
  expect(answer).toContain("rule-based stand-in");
});

test("MR-61: asked for a format, it gives the least that fits, a text being the beginning of the prompt", () => {
  const schema = {
    type: "object",
    properties: {
      title: { type: "string", maxLength: 9 },
      tags: { type: "array", items: { type: "string" } },
    },
    required: ["title", "tags"],
    additionalProperties: false,
  };
  const request = { ...asking("list the files"), output_config: { format: { type: "json_schema", schema } } };
  expect(JSON.parse(textOf(plainModel(request)))).toEqual({ title: "list the ", tags: [] });
});

test("what a harness adds in tags is not taken for what the user said", () => {
  const messages: MessagesRequest["messages"] = [
    { role: "user", content: [{ type: "text", text: "<system-reminder>list the files</system-reminder>" }] },
    { role: "user", content: "read a.txt <system-reminder>x</system-reminder>" },
    { role: "user", content: "<system-reminder>x </system-reminder> run `rm b` </system-reminder>" },
    { role: "user", content: "<system-reminder>x</system-reminder>run `rm b`" },
  ];
  expect(callsOf(plainModel({ ...asking("", [READ]), messages }))).toEqual([
    ["Read", { file_path: "a.txt" }],
  ]);
});

test("a long file is shown in part, and what is left out is counted", () => {
  const long = Array.from({ length: 100 }, (_, index) => `${index + 1}\tline`).join("\n");
  expect(play(asking("read a.txt", [READ]), () => long).answer).toMatch(/line\n… and 40 more lines$/);
});

type Tool = NonNullable<MessagesRequest["tools"]>[number];

/** A tool with required properties, then others. */
function tool(name: string, required: string[], ...others: string[]): Tool {
  const properties = Object.fromEntries([...required, ...others].map((each) => [each, { type: "string" }]));
  return { name, input_schema: { type: "object", properties, required } };
}

const READ = tool("Read", ["file_path"], "offset");
const EDIT = tool("Edit", ["file_path", "old_string", "new_string"], "replace_all");
const WRITE = tool("Write", ["file_path", "content"]);
const BASH = tool("Bash", ["command"], "description");

function asking(words: string, tools: Tool[] = []): MessagesRequest {
  return { model: "claude-opus-5", max_tokens: 100, tools, messages: [{ role: "user", content: words }] };
}

function textOf({ content = [] }: Reply): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

function callsOf({ content = [] }: Reply): [string, unknown][] {
  return content.flatMap((block): [string, unknown][] =>
    block.type === "tool_use" ? [[block.name, block.input]] : [],
  );
}

/** Plays a turn to its end, each call answered; an error is an error result. */
function play(
  first: MessagesRequest,
  answer: (name: string, before: readonly string[]) => string | Error,
): { calls: [string, unknown][]; answer: string } {
  const calls: [string, unknown][] = [];
  const messages = [...first.messages];
  for (;;) {
    const reply = plainModel({ ...first, messages });
    const made = callsOf(reply);
    if (made.length === 0) return { calls, answer: textOf(reply) };
    const results = made.map(([name]) =>
      answer(
        name,
        calls.map(([each]) => each),
      ),
    );
    const ids = made.map((_, index) => `t${calls.length + index}`);
    calls.push(...made);
    messages.push(
      {
        role: "assistant",
        content: made.map(([name, input], at) => ({ type: "tool_use", id: ids[at] ?? "", name, input })),
      },
      {
        role: "user",
        content: results.map((said, at) => ({
          type: "tool_result",
          tool_use_id: ids[at] ?? "",
          content: said instanceof Error ? said.message : said,
          is_error: said instanceof Error,
        })),
      },
    );
  }
}

test.each([
  ["list the files", "I could not list the files: the tool for it was not allowed to run."],
  ["ファイルの一覧を見せて", "許可"],
])("what a harness says of a call that nobody allowed is not said again: %s", (asked, words) => {
  const said = "Bash was not run: the permission mode is default and nobody can be asked.";
  const reply = plainModel({
    model: "claude-opus-5",
    max_tokens: 100,
    tools: [{ name: "Bash", input_schema: { type: "object", properties: { command: { type: "string" } } } }],
    messages: [
      { role: "user", content: asked },
      { role: "assistant", content: [{ type: "tool_use", id: "t", name: "Bash", input: { command: "ls" } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: said, is_error: true }] },
    ],
  });
  const answer = JSON.stringify(reply.content?.at(-1));
  expect(answer).toContain(words);
  expect(answer).not.toContain("nobody can be asked");
});

test("words after the mark that the user broke off are a new prompt, also beside the results of the old one", async () => {
  const messages: MessagesRequest["messages"] = [
    { role: "user", content: "run sleep 20" },
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "t1", name: "Bash", input: { command: "sleep 20" } }],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "t1", content: "Stopped", is_error: true },
        { type: "text", text: "[Request interrupted by user for tool use]" },
        { type: "text", text: "read a.txt" },
      ],
    },
  ];
  const tools = ["Bash", "Read"].map((name) => ({
    name,
    input_schema: {
      type: "object",
      properties: { [name === "Bash" ? "command" : "file_path"]: { type: "string" } },
    },
  }));
  const { content = [] } = (await plainModel({
    model: "claude-opus-5",
    max_tokens: 100,
    messages,
    tools,
  })) as Reply;
  expect(content.find(({ type }) => type === "tool_use")).toMatchObject({ name: "Read" });
});

test("what stands behind a summary of what was said before is a prompt, the summary is none", async () => {
  for (const begins of [
    "This session goes on from an",
    "This session is being continued from a previous one",
  ]) {
    const content = [`${begins}: it said run ls.`, "read a.txt"].map(
      (text) => ({ type: "text", text }) as const,
    );
    const tools = [
      { name: "Read", input_schema: { type: "object", properties: { file_path: { type: "string" } } } },
    ];
    const asked = {
      model: "claude-opus-5",
      max_tokens: 100,
      messages: [{ role: "user" as const, content }],
      tools,
    };
    const reply = (await plainModel(asked)) as Reply;
    expect(reply.content?.find(({ type }) => type === "tool_use")).toMatchObject({ name: "Read" });
  }
});
