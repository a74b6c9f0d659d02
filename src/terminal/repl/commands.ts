/** What a line that begins with a slash does. */

import { note } from "./on-event.ts";
import { paragraph, type Row } from "./rows.ts";
import { andThen, type Change, only, type ReplState, shown } from "./state.ts";

/** One command: its name, what stands behind it, what it does. */
interface SlashCommand {
  readonly name: string;
  readonly argument: string;
  readonly tells: string;
}

const COMMANDS: readonly SlashCommand[] = [
  { name: "help", argument: "", tells: "this page" },
  { name: "mode", argument: "[MODE]", tells: "what runs without asking; Shift+Tab goes through the modes" },
  { name: "model", argument: "[NAME]", tells: "which model is asked" },
  { name: "thinking", argument: "[off|adaptive|TOKENS]", tells: "whether and how the model thinks" },
  { name: "usage", argument: "", tells: "the tokens of this session, each API call once" },
  { name: "exit", argument: "", tells: "leave; the session is kept" },
];

const KEYS: readonly (readonly [string, string])[] = [
  ["Enter", "sends; \\ and Enter, Alt+Enter or Ctrl-J begin a new line"],
  ["Esc", "interrupts a turn; so does Ctrl-C"],
  ["Ctrl-C", "clears the line; a second time it leaves; so does Ctrl-D on an empty line"],
  ["↑ ↓", "what was said before"],
  ["Shift+Tab", "the next permission mode"],
  ["y a n", "answer a question: yes, always (adds the rule shown), no"],
];

/** Is this line a command, rather than words for the model? */
export function isCommand(line: string): boolean {
  return /^\/[a-z?-]*(\s|$)/i.test(line);
}

/** Does what a command says, or has it done. */
export function onCommand(state: ReplState, line: string): Change {
  const [, name = "", argument = ""] = /^\/(\S*)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
  const echoed = shown(
    state,
    "prompt",
    paragraph(line, { width: state.width, lead: { text: "> ", tint: "cyan" } }),
  );
  return andThen(echoed, (next) => run(next, name.toLowerCase(), argument.trim()));
}

function run(state: ReplState, name: string, argument: string): Change {
  if (name === "exit" || name === "quit") return only(state, { type: "leave" });
  if (name === "help" || name === "?" || name === "") return shown(state, "note", helpRows(state.width));
  if (COMMANDS.some((command) => command.name === name)) {
    return only(state, { type: "command", name, argument });
  }
  return note(state, `There is no command /${name}. /help lists them.`, "red");
}

function helpRows(width: number): Row[] {
  const commands = COMMANDS.map(
    ({ name, argument, tells }) => [`/${name} ${argument}`.trim(), tells] as const,
  );
  const all = [...commands, ...KEYS];
  const column = Math.min(Math.floor(width / 2), Math.max(...all.map(([what]) => what.length)) + 2);
  return all.flatMap(([what, tells]) =>
    paragraph(tells, { width, tint: "gray", lead: { text: what.padEnd(column) } }),
  );
}
