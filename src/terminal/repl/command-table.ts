/** The commands of a conversation, by name. */

/** One command: its name, what stands behind it, what it does. */
export interface SlashCommand {
  readonly name: string;
  readonly argument: string;
  readonly tells: string;
  /** What there is in its place where there is no conversation, under `-p`. */
  readonly without: string;
  /** Opens a session anew, or moves what a turn stands on, so it has to wait for the end of a turn. */
  readonly waits?: boolean;
}

const AT_A_TERMINAL = "It is for a conversation at a terminal: glass, or glass -c, without -p.";

/** All of them, in the order in which they are listed; what the session commands do stands in one table (C-5.0). */
export const COMMANDS: readonly SlashCommand[] = [
  { name: "help", argument: "", tells: "this page", without: "glass --help lists all options." },
  {
    name: "clear",
    argument: "",
    tells: "a new session; this one is kept",
    without: "Without -c and -r each -p begins a new session.",
    waits: true,
  },
  {
    name: "compact",
    argument: "[FOCUS]",
    tells: "puts a summary in the place of what was said; the log keeps it",
    without: AT_A_TERMINAL,
    waits: true,
  },
  {
    name: "rewind",
    argument: "",
    tells: "back to before an earlier prompt, or a summary from there on or up to there",
    without: AT_A_TERMINAL,
    waits: true,
  },
  {
    name: "btw",
    argument: "QUESTION",
    tells: "a question beside the conversation, of which nothing stays; also while a turn runs",
    without: "With -r ID --fork-session -p asks it in a session of its own, and this one stays as it is.",
  },
  {
    name: "branch",
    argument: "[NAME]",
    tells: "goes on in a session of its own; this one stays as it is",
    without: "-r ID --fork-session goes on in a session of its own.",
    waits: true,
  },
  { name: "rename", argument: "NAME", tells: "what this session is called", without: AT_A_TERMINAL },
  {
    name: "resume",
    argument: "[ID|NAME|TEXT]",
    tells: "another session of this folder",
    without: "-r ID, -r NAME or -r TEXT goes on with that session, -c with the newest one.",
    waits: true,
  },
  {
    name: "tree",
    argument: "",
    tells: "all that was ever said in this session, and where you stand; go anywhere in it",
    without: "glass log tree FILE draws it.",
    waits: true,
  },
  {
    name: "mode",
    argument: "[MODE]",
    tells: "what runs without asking; Shift+Tab goes through the modes",
    without: "It is --permission-mode MODE.",
  },
  {
    name: "model",
    argument: "[NAME]",
    tells: "which model is asked",
    without: "It is --model NAME.",
    waits: true,
  },
  {
    name: "thinking",
    argument: "[off|adaptive|TOKENS]",
    tells: "whether and how the model thinks",
    without: "It is --thinking off|adaptive|TOKENS.",
    waits: true,
  },
  {
    name: "skills",
    argument: "",
    tells: "the skills that there are: whose, how large, where",
    without: AT_A_TERMINAL,
  },
  {
    name: "mcp",
    argument: "",
    tells: "the MCP servers, how they stand, and their tools",
    without: AT_A_TERMINAL,
  },
  {
    name: "memory",
    argument: "",
    tells: "which memory files were loaded, why, and which were not",
    without: AT_A_TERMINAL,
  },
  {
    name: "context",
    argument: "[all]",
    tells: "what fills the window, and what could be done about it",
    without: "It is glass context.",
  },
  {
    name: "usage",
    argument: "",
    tells: "the tokens of this session, each API call once",
    without: "It is glass log usage FILE.",
  },
  { name: "exit", argument: "", tells: "leave; the session is kept", without: AT_A_TERMINAL },
];
