/** From what was planned to what this request allows: the reply. */
import fc from "fast-check";
import { traitsOf } from "../../catalog/traits.ts";
import type { MessagesRequest, RequestTool } from "../../wire.ts";
import { type Chooser, instanceOf } from "../instance.ts";
import type { Reply, ReplyBlock, ReplyCall } from "../scripted.ts";
import type { Saying } from "./saying.ts";

/** The reply to a request, legal whatever was planned; undefined is the end of the plan. */
export function replyTo(request: MessagesRequest, saying: Saying | undefined): Reply {
  const said = new Sayer(request);
  if (saying === undefined) return { content: [said.text("word")] };
  const thoughts = thoughtsFor(request, saying).map((thought) => said.thought(thought));
  const texts = saying.texts.map((text) => said.text(text));
  const calls = callsOf(saying, request);
  return ended(request, saying, { thoughts, texts, calls, more: () => said.text("word") });
}

interface Parts {
  thoughts: ReplyBlock[];
  texts: ReplyBlock[];
  calls: ReplyCall[];
  more: () => ReplyBlock;
}

function ended(request: MessagesRequest, { ending }: Saying, parts: Parts): Reply {
  const { thoughts, texts, calls, more } = parts;
  const words = texts.length > 0 ? texts : [more()];
  switch (ending) {
    case "nothing":
      return { content: [] };
    case "refusal":
      return { content: [...thoughts, ...texts, ...calls], stop_reason: "refusal" };
    case "max_tokens":
    case "model_context_window_exceeded":
      return { content: [...thoughts, ...texts, ...calls], stop_reason: ending };
    case "cut_call": {
      const [call] = calls;
      if (call) return { content: [...thoughts, ...texts, cut(call)], stop_reason: "max_tokens" };
      break;
    }
    case "stop_sequence": {
      const [stop_sequence] = (request["stop_sequences"] ?? []) as string[];
      if (stop_sequence !== undefined)
        return { content: [...thoughts, ...words], stop_reason: ending, stop_sequence };
      break;
    }
    case "pause_turn": {
      const search = searchOf(request);
      if (search) return { content: [...thoughts, ...texts, ...search], stop_reason: ending };
    }
  }
  return { content: [...thoughts, ...(calls.length > 0 ? [...texts, ...calls] : words)] };
}

/** Says something that is not quite the same each time: numbered by the place in the conversation. */
class Sayer {
  readonly #turn: number;
  #count = 0;

  constructor({ messages }: MessagesRequest) {
    this.#turn = messages.length;
  }

  text(kind: Saying["texts"][number]): ReplyBlock {
    const words = { word: "said", lines: "first line\n\n- second line\n", signs: 'é 漢字 🎉 \\ " <b> ' }[
      kind
    ];
    return { type: "text", text: `${words}${this.#next()}` };
  }

  thought(kind: Saying["thoughts"][number]): ReplyBlock {
    return kind === "shown"
      ? { type: "thinking", thinking: `thought ${this.#next()}` }
      : { type: "redacted_thinking" };
  }

  #next(): string {
    this.#count += 1;
    return ` ${this.#turn}.${this.#count}`;
  }
}

/** MR-43: with a budget for it, an answer always begins with thinking. */
function thoughtsFor({ model, thinking }: MessagesRequest, { thoughts }: Saying): Saying["thoughts"] {
  const mode = thinking?.type ?? traitsOf(model).thinking;
  if (mode === "disabled") return [];
  return mode === "enabled" && thoughts.length === 0 ? ["shown"] : thoughts;
}

/** The planned calls, of tools that may be called; where one is forced, there is one (MR-37). */
function callsOf({ calls }: Saying, { tools = [], tool_choice }: MessagesRequest): ReplyCall[] {
  const forced = tool_choice?.type === "tool" || tool_choice?.type === "any";
  const open = tools.filter(
    (tool) => isClientTool(tool) && (tool_choice?.type !== "tool" || tool.name === tool_choice.name),
  );
  if (open.length === 0 || tool_choice?.type === "none") return [];
  const planned = calls.length === 0 && forced ? [{ tool: 0, seed: 0 }] : calls;
  const most = tool_choice?.disable_parallel_tool_use === true ? 1 : planned.length;
  return planned.slice(0, most).map(({ tool, seed }) => {
    const { name, input_schema } = open[Math.floor((tool / 100) * open.length)] as RequestTool;
    return { type: "tool_use", name, input: instanceOf(input_schema, seededChooser(seed)) };
  });
}

function isClientTool({ input_schema, defer_loading }: RequestTool): boolean {
  return typeof input_schema === "object" && input_schema !== null && defer_loading !== true;
}

/** MR-75: the answer breaks off in the middle of the input. */
function cut(call: ReplyCall): ReplyCall {
  const json = JSON.stringify(call.input);
  return { ...call, partial_json: json.slice(0, Math.floor(json.length / 2)) };
}

/** MR-75: the server's own tools have run for long enough; the client sends all of it back. */
function searchOf({ tools = [], messages }: MessagesRequest): ReplyBlock[] | undefined {
  const search = tools.find(({ type }) => typeof type === "string" && type.startsWith("web_search_"));
  if (!search) return undefined;
  return [
    { type: "server_tool_use", name: search.name, input: { query: `query ${messages.length}` } },
    { type: "web_search_tool_result", content: [] },
  ];
}

/** Choices drawn from a seed: the same seed makes the same input. */
function seededChooser(seed: number): Chooser {
  let draws = 0;
  const draw = <Value>(arbitrary: fc.Arbitrary<Value>): Value => {
    draws += 1;
    const [value] = fc.sample(arbitrary, { seed: seed * 1_000 + draws, numRuns: 1 });
    return value as Value;
  };
  return {
    optional: () => draw(fc.boolean()),
    integer: (least, most) => draw(fc.integer({ min: least, max: most })),
    words: (least, most) =>
      draw(fc.string({ unit: fc.constantFrom("a", "b", "é", "漢", " "), minLength: least, maxLength: most })),
    matching: (pattern) => draw(fc.stringMatching(new RegExp(pattern))),
  };
}
