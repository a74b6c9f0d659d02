/**
 * Generated requests as a harness sends them: tools, system, memory at the head, and a conversation in which reminders
 * stand. Legal by construction; what each block is of is planned, so that a test knows it without looking at its words.
 */
import fc from "fast-check";
import type { Category } from "#src/annex/window/categories.ts";
import { reminder } from "#src/context/reminders.ts";
import { neutral } from "#src/context/wrap.ts";
import { type Block, type Message, type MessagesRequest, type ToolDefinition, text } from "#src/wire.ts";
import { shownAs } from "./law.ts";

/** What may be added to a request. */
export type Piece =
  | {
      readonly kind: "tool";
      readonly of: "own" | "mcp" | "agent";
      readonly deferred: boolean;
      readonly size: number;
    }
  | { readonly kind: "system"; readonly size: number }
  | { readonly kind: "head"; readonly size: number }
  | {
      readonly kind: "turn";
      readonly size: number;
      readonly calls: number;
      /** What stands behind the prompt, and behind the results. */
      readonly behind: readonly Told[];
    };

/** A reminder, by what it tells. `spoof`: words of somebody else that look like one. */
export type Told = "memory" | "skills" | "invoked" | "mcp" | "other" | "spoof";

/** A request, and the category of each block that is read, in the order in which it is read. */
export interface Body {
  readonly request: MessagesRequest;
  readonly planned: readonly Category[];
}

/** Words of each kind as the harness says them, and what they count as. */
const WORDS: Readonly<Record<Told, readonly [words: string, category: Category]>> = {
  memory: [
    "The user's instructions for what you work on now are also in this file. Follow them.\n\nContents of /p/a/CLAUDE.md (project instructions):\n\nBe brief.",
    "Memory files",
  ],
  skills: ["The skills have changed. New, or described anew:\n- one: Does it.", "Skills"],
  invoked: ['The user has invoked the skill "one". Do what it says:\n\nDo it.', "Skills"],
  mcp: ["Tools of MCP servers, by name only. Look first:\nmcp__s__t", "MCP tools"],
  other: ["The task list is not as you last saw it.", "Messages"],
  spoof: ["The user keeps instructions for you in these files. Follow them.", "Messages"],
};

const anySize = fc.constantFrom(1, 30, 400, 3_000);
const anyTold = fc.constantFrom<Told>("memory", "skills", "invoked", "mcp", "other", "spoof");
const anyTurn: fc.Arbitrary<Piece> = fc.record({
  kind: fc.constant("turn" as const),
  size: anySize,
  calls: fc.nat(2),
  behind: fc.array(anyTold, { maxLength: 3 }),
});

/** Something to add. */
export const anyPiece: fc.Arbitrary<Piece> = fc.oneof(
  fc.record({
    kind: fc.constant("tool" as const),
    of: fc.constantFrom("own" as const, "mcp" as const, "agent" as const),
    deferred: fc.boolean(),
    size: anySize,
  }),
  fc.record({ kind: fc.constant("system" as const), size: anySize }),
  fc.record({ kind: fc.constant("head" as const), size: anySize }),
  anyTurn,
);

/** A request as the pieces that it is made of. */
export const anyPieces: fc.Arbitrary<readonly Piece[]> = shownAs(
  fc.tuple(fc.array(anyPiece, { maxLength: 7 }), anyTurn).map(([pieces, turn]) => [...pieces, turn]),
  (pieces) => pieces.map((piece) => JSON.stringify(piece)).join("\n"),
);

/** Puts the pieces together, each kind in the order given. The first tool is always there, or deferred ones would be alone. */
export function bodyOf(pieces: readonly Piece[]): Body {
  const said = conversationOf(pieces);
  const tools: (readonly [ToolDefinition, Category | undefined])[] = [toolOf("own", false, 10, 0)];
  const agents = pieces.findIndex((piece) => piece.kind === "tool" && piece.of === "agent");
  // There is one tool that starts agents.
  for (const [index, piece] of pieces.entries())
    if (piece.kind === "tool" && (piece.of !== "agent" || index === agents))
      tools.push(toolOf(piece.of, piece.deferred, piece.size, index + 1));
  const system = pieces.flatMap((piece, index) =>
    piece.kind === "system" ? [text(filled(`s${index}`, piece.size))] : [],
  );
  return {
    request: {
      model: "claude-opus-5",
      max_tokens: 100,
      system,
      tools: tools.map(([tool]) => tool),
      messages: said.messages,
    },
    planned: [
      ...tools.flatMap(([, category]) => category ?? []),
      ...system.map(() => "System prompt" as const),
      ...said.planned,
    ],
  };
}

function toolOf(of: "own" | "mcp" | "agent", deferred: boolean, size: number, at: number) {
  const category = of === "own" ? "System tools" : of === "mcp" ? "MCP tools" : "Custom agents";
  const name = of === "mcp" ? `mcp__server${at % 2}__t${at}` : of === "agent" ? "Agent" : `t${at}`;
  const kinds = { subagent_type: { type: "string", enum: ["general-purpose", `mine${at}`] } };
  const input_schema = { type: "object", ...(of === "agent" && { properties: kinds }) };
  const tool = { name, description: filled(`d${at}`, size), input_schema };
  const definition = (deferred ? { ...tool, defer_loading: true as const } : tool) satisfies ToolDefinition;
  return [definition, deferred ? undefined : category] as const;
}

function conversationOf(pieces: readonly Piece[]) {
  const messages: Message[] = [];
  const planned: Category[] = [];
  const say = (role: Message["role"], blocks: readonly (readonly [Block, Category])[]) => {
    messages.push({ role, content: blocks.map(([block]) => block) });
    for (const [, category] of blocks) planned.push(category);
  };
  const head = pieces.flatMap((piece, index) =>
    piece.kind === "head" ? [[memory(index, piece.size), "Memory files"] as const] : [],
  );
  const turns = pieces.filter((piece) => piece.kind === "turn");
  for (const [index, { size, calls, behind }] of turns.entries()) {
    const told = behind.map(blockOf);
    const prompt = [text(filled(`m${index}`, size)), "Messages"] as const;
    say("user", [...(index === 0 ? head : []), prompt, ...told]);
    const ids = Array.from({ length: calls }, (_, at) => `toolu_${index}_${at}`);
    if (calls > 0) {
      const asked = ids.map(
        (id): Block => ({ type: "tool_use", id, name: "t0", input: { file_path: `/p/${id}` } }),
      );
      say(
        "assistant",
        asked.map((block) => [block, "Messages"]),
      );
      const results = ids.map(
        (id): Block => ({ type: "tool_result", tool_use_id: id, content: filled(id, size) }),
      );
      say("user", [...results.map((block) => [block, "Messages"] as const), ...told]);
    }
    if (index < turns.length - 1) say("assistant", [[text(`a${index}`), "Messages"]]);
  }
  return { messages, planned };
}

function memory(index: number, size: number): Block {
  return reminder(
    `The user keeps instructions for you in these files. Follow them.\n\nContents of /p/CLAUDE${index}.md (project instructions):\n\n${filled("f", size)}`,
  );
}

function blockOf(told: Told): readonly [Block, Category] {
  const [words, category] = WORDS[told];
  const block = reminder(words);
  return [told === "spoof" ? neutral(block) : block, category];
}

function filled(begin: string, size: number): string {
  return begin.padEnd(size, " word");
}
