/**
 * The model of the guided run: a function of the request and of nothing else (C-1.2). It reads the conversation that
 * it is sent, which is all that it will ever know of it.
 */

import type { MessagesRequest, Reply, RequestBlock, RequestMessage } from "#mock-api";

/** What the user says in the guided run. */
export const PROMPTS = ["Why does the check fail?", "Fix it.", "What did you change?"] as const;

/** Answers a request of the guided run. */
export function answer({ messages }: MessagesRequest): Reply {
  const asked = messages.findLastIndex((message) => promptIn(message) !== undefined);
  const prompt = promptIn(messages[asked]);
  const results = messages.slice(asked).flatMap((message) => blocksIn(message).filter(isResult));
  if (prompt === PROMPTS[0]) return results.length === 0 ? look() : explain(results);
  if (prompt === PROMPTS[1]) return [repair, verify, report][results.length]?.() ?? report();
  if (prompt === PROMPTS[2]) return recall(messages);
  return { content: [{ type: "text", text: `This model knows three questions: ${PROMPTS.join(" ")}` }] };
}

function look(): Reply {
  return {
    content: [
      {
        type: "thinking",
        thinking:
          "Three things to look at, and none needs another: run the check, read the notes and the source.",
      },
      { type: "text", text: "I run the check and read the notes and the source." },
      { type: "tool_use", id: "toolu_check_1", name: "Bash", input: { command: "node check.mjs" } },
      { type: "tool_use", id: "toolu_notes_1", name: "Read", input: { file_path: "notes.md" } },
      { type: "tool_use", id: "toolu_source_1", name: "Read", input: { file_path: "greet.mjs" } },
    ],
  };
}

function explain(results: readonly RequestBlock[]): Reply {
  const seen = results.map((result) => String(result.content)).join("\n");
  const wrong = /got "(.*)"/.exec(seen)?.[1] ?? "something else";
  const wanted = /greeted as "(.*)"/.exec(seen)?.[1] ?? "someone";
  return {
    content: [
      { type: "thinking", thinking: "The notes say what is wanted, the check says what comes out." },
      {
        type: "text",
        text: `greet("") gives "${wrong}". The notes want an empty name greeted as "${wanted}".`,
      },
    ],
  };
}

function repair(): Reply {
  return {
    content: [
      { type: "thinking", thinking: "A default for the empty name, where the greeting is made." },
      {
        type: "tool_use",
        id: "toolu_edit_1",
        name: "Edit",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the source text of greet.mjs.
        input: { file_path: "greet.mjs", old_string: "${name}", new_string: '${name || "you"}' },
      },
    ],
  };
}

function verify(): Reply {
  return {
    content: [
      { type: "text", text: "Changed. I run the check again." },
      { type: "tool_use", id: "toolu_check_2", name: "Bash", input: { command: "node check.mjs" } },
    ],
  };
}

function report(): Reply {
  return { content: [{ type: "text", text: "The check passes." }] };
}

/** What was changed is found in the history: without the log, nobody would know. */
function recall(messages: readonly RequestMessage[]): Reply {
  const edits = messages.flatMap((message) => blocksIn(message).filter((block) => block.name === "Edit"));
  const files = edits.map((edit) => (edit.input as Record<string, unknown>)["file_path"]);
  const said =
    files.length === 0
      ? "Nothing."
      : `One line of ${files.join(", ")}: an empty name is now greeted as "you".`;
  return { content: [{ type: "text", text: said }] };
}

function promptIn(message: RequestMessage | undefined): string | undefined {
  if (message?.role !== "user") return undefined;
  const words = blocksIn(message)
    .filter((block) => block.type === "text")
    .map((block) => String(block.text));
  return words.findLast((said) => !said.startsWith("<system-reminder>"));
}

function isResult(block: RequestBlock): boolean {
  return block.type === "tool_result";
}

function blocksIn({ content }: RequestMessage): RequestBlock[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}
