/**
 * A model made of rules, for trying a harness without a key: asked in plain English or Japanese it lists, reads,
 * searches, edits and writes files and runs commands, through whatever tools the request offers. It never pretends to
 * be more than it is.
 */
import { traitsOf } from "../catalog/traits.ts";
import type { MessagesRequest } from "../wire.ts";
import { instanceOf, SMALLEST } from "./instance.ts";
import { InstanceTooLarge } from "./instance-budget.ts";
import { nextMove } from "./plain/plan.ts";
import { languageOf, taskOf } from "./plain/task.ts";
import { toolboxOf } from "./plain/toolbox.ts";
import { turnOf } from "./plain/turn.ts";
import { answerWords, thoughtWords } from "./plain/words.ts";
import type { Reply, ReplyBlock } from "./scripted.ts";

/** What the plain model answers: a function of the request, so the mock stays stateless with it (C-1.2). */
export function plainModel(request: MessagesRequest): Reply {
  const turn = turnOf(request);
  const format = request.output_config?.["format"] as { type?: string; schema?: unknown } | null | undefined;
  const wanted = (): ReplyBlock | undefined => {
    if (format?.type === "json_schema") return formatted(format.schema, turn.asked);
    return turn.rounds === 0 ? forcedCall(request) : undefined;
  };
  const made = unlessTooLarge(wanted);
  if (made) return { content: [made] };
  const task = taskOf(turn.asked);
  const language = languageOf(turn.asked);
  const tools = toolboxOf(request);
  const move = nextMove(task, tools, turn);
  const calls = "calls" in move ? move.calls : [];
  const said: ReplyBlock[] =
    "outcome" in move
      ? [{ type: "text", text: answerWords(task, move.outcome, tools.names, language) }]
      : calls.map((call) => ({ type: "tool_use", ...call }));
  const thought: ReplyBlock = { type: "thinking", thinking: thoughtWords(task, calls, language) };
  return { content: thinks(request) ? [thought, ...said] : said };
}

function thinks(request: MessagesRequest): boolean {
  return (request.thinking?.type ?? traitsOf(request.model).thinking) !== "disabled";
}

/** A block made to a schema; where that asks for more than is ever made, the words that say so. */
function unlessTooLarge(make: () => ReplyBlock | undefined): ReplyBlock | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof InstanceTooLarge) return { type: "text", text: error.message };
    throw error;
  }
}

/** MR-61: asked for a shape, it gives the least that has it; a text in it is the beginning of what was asked. */
function formatted(schema: unknown, asked: string): ReplyBlock {
  const line = Array.from(asked.slice(0, 1_000).trim().split("\n")[0] ?? "");
  const words = (least: number, most: number): string =>
    line.slice(0, Math.min(most, 40)).join("").padEnd(least, ".");
  return { type: "text", text: JSON.stringify(instanceOf(schema, { ...SMALLEST, words })) };
}

/** MR-37: where a call is forced, one is made, once a turn, with an input that says as little as may be. */
function forcedCall({ tools = [], tool_choice }: MessagesRequest): ReplyBlock | undefined {
  if (tool_choice?.type !== "tool") return undefined;
  const tool = tools.find(({ name }) => name === tool_choice.name);
  return tool && { type: "tool_use", name: tool.name, input: instanceOf(tool.input_schema, SMALLEST) };
}
