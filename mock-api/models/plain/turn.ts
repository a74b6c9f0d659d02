/** The turn that a request stands in: what was asked, and what tools have answered since. */
import type { MessagesRequest, RequestBlock, RequestMessage } from "../../wire.ts";
import { withoutReminders, wordsOfUser } from "./reminders.ts";

/** A call that was made in this turn, and what came of it. */
export interface Answered {
  name: string;
  input: Readonly<Record<string, unknown>>;
  /** The result's text, reminders of the harness left out. */
  said: string;
  failed: boolean;
}

/** A turn so far. */
export interface Turn {
  /** The words of the last prompt; empty where there are none. */
  asked: string;
  /** Answers with calls since then. */
  rounds: number;
  answered: readonly Answered[];
}

/** Reads the turn out of the conversation: it begins at the last message of the user that holds words and no results. */
export function turnOf({ messages }: MessagesRequest): Turn {
  const start = messages.findLastIndex((message) => message.role === "user" && promptOf(message) !== "");
  const since = messages.slice(start + 1).map(blocksOf);
  const results = new Map(
    since
      .flat()
      .filter(isResult)
      .map((block) => [block.tool_use_id, block]),
  );
  const rounds = since.map((blocks) => blocks.filter(({ type }) => type === "tool_use")).filter(hasSome);
  return {
    asked: start < 0 ? "" : promptOf(messages[start] as RequestMessage),
    rounds: rounds.length,
    answered: rounds.flat().map((call) => {
      const result = results.get(call.id);
      const said = result
        ? textOf(blocksOf({ role: "user", content: result.content ?? [] }), withoutReminders)
        : "";
      const input = (call.input ?? {}) as Record<string, unknown>;
      return { name: call.name ?? "", input, said, failed: result?.is_error === true };
    }),
  };
}

/**
 * The text of a message that is a prompt. Results, and what a harness puts beside them, are none; but where the user
 * has broken off, or what was said before is summarized, what stands after the mark of that is new.
 */
function promptOf(message: RequestMessage): string {
  const all = blocksOf(message);
  const blocks = all.slice(all.findLastIndex(({ text }) => BEFORE.test(text ?? "")) + 1);
  return blocks.some(isResult) ? "" : textOf(blocks, wordsOfUser).trim();
}

/** How harnesses mark that the user has stopped a turn, and how the summary begins that stands for what was said before. */
const BEFORE = /^(?:\[Request interrupted by user|This session (?:goes on|is being continued) from )/;

function textOf(blocks: readonly RequestBlock[], read: (text: string) => string): string {
  return blocks
    .flatMap(({ type, text }) => (type === "text" && text ? [read(text)] : []))
    .filter((text) => text.trim() !== "")
    .join("\n");
}

function blocksOf({ content }: RequestMessage): RequestBlock[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function isResult({ type }: RequestBlock): boolean {
  return type === "tool_result";
}

function hasSome(blocks: readonly RequestBlock[]): boolean {
  return blocks.length > 0;
}
