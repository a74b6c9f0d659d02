/** What a line that begins with a slash does. */
import { COMMANDS } from "./command-table.ts";
import { paragraph, type Row } from "./rows.ts";
import { andThen, type Change, only, type ReplState, shown } from "./state.ts";
import { settle } from "./stream.ts";

const KEYS: readonly (readonly [string, string])[] = [
  ["Enter", "sends; \\ and Enter, Alt+Enter or Ctrl-J begin a new line"],
  ["", "while a turn runs: queued, and sent when it is over"],
  ["Esc", "takes back what is queued, then interrupts the turn; Ctrl-C does both"],
  ["Ctrl-C", "clears the line; a second time it leaves; so does Ctrl-D on an empty line"],
  ["Esc Esc", "on an empty line: back to an earlier prompt, as /rewind"],
  ["↑ ↓", "what was said before"],
  ["Tab", "completes a command, and a file behind @"],
  ["Shift+Tab", "the next permission mode"],
  ["Ctrl-Z", "back to the shell; fg goes on"],
  ["Ctrl-L", "an empty screen"],
  ["y a n", "answer a question: yes, always (adds the rule shown), no"],
];

/** The names of all commands. A skill of the same name is not called by it. */
export const COMMAND_NAMES: readonly string[] = [...COMMANDS.map(({ name }) => name), "quit"];

/** Is this line a command or the name of a skill, rather than words for the model? A path is neither. */
export function isCommand(line: string): boolean {
  return /^\/[^\s/]*(\s|$)/.test(line);
}

/** Why a prompt of `-p` is none, and what there is in its place; undefined where it is no command of a conversation. */
export function refusedPrompt(prompt: string): string | undefined {
  if (!isCommand(prompt)) return undefined;
  const { name } = parsed(prompt);
  const command = COMMANDS.find((each) => each.name === (name === "quit" ? "exit" : name));
  return command && `/${name} is no prompt, and was not sent. ${command.without}`;
}

/** Does what a command says, or has it done. What is no command is a skill, or is not sent. */
export function onCommand(state: ReplState, line: string): Change {
  const { name, argument } = parsed(line);
  if (!/^\??$/.test(name) && !COMMAND_NAMES.includes(name)) return only(state, { type: "skill", line });
  const lead = { text: "> ", tint: "cyan" } as const;
  const echoed = andThen(settle(state), (next) =>
    shown(next, "prompt", paragraph(line, { width: state.width, lead })),
  );
  return andThen(echoed, (next) => run(next, name, argument));
}

/** Can this command be done only between turns? */
export function mustWait(line: string): boolean {
  const { name } = parsed(line);
  return COMMANDS.some((command) => command.name === name && command.waits);
}

function parsed(line: string): { name: string; argument: string } {
  const [, name = "", argument = ""] = /^\/(\S*)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
  return { name: name.toLowerCase(), argument: argument.trim() };
}

function run(state: ReplState, name: string, argument: string): Change {
  if (name === "exit" || name === "quit") return only(state, { type: "leave" });
  if (name !== "help" && name !== "?" && name !== "") return only(state, { type: "command", name, argument });
  const help = shown(state, "note", helpRows(state.width));
  return andThen(help, (next) => only(next, { type: "command", name: "help", argument }));
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
