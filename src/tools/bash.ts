/** The Bash tool: a command line. It starts in the project folder and is not confined to it (D-31). */
import { inputs, type Tool } from "./tool.ts";

const DEFAULT_TIMEOUT_MS = 120_000;
const LONGEST_TIMEOUT_MS = 600_000;

export const bashTool: Tool = {
  name: "Bash",
  kind: "shell",
  description: `Runs a command line with bash, starting in the project folder. Returns standard output and error together, cut when they are very long. The command is not confined to the project folder: it can do whatever the user can. It is stopped after ${DEFAULT_TIMEOUT_MS / 1000} seconds unless timeout_ms says otherwise. Several commands in one response run one after the other. For files, the file tools are better.`,
  inputSchema: inputs(["command"], {
    command: { type: "string", description: "The command line." },
    description: { type: "string", description: "What it does, in a few words, for the user." },
    timeout_ms: {
      type: "integer",
      description: `Milliseconds after which it is stopped, at most ${LONGEST_TIMEOUT_MS}.`,
    },
  }),
  // They share a folder, and what one says is often what the next is about.
  lane: () => "Bash",
  run: async (input, { shell, cwd, signal }) => {
    const timeoutMs = Math.min(
      LONGEST_TIMEOUT_MS,
      Math.max(1, Number(input["timeout_ms"] ?? DEFAULT_TIMEOUT_MS)),
    );
    const result = await shell.run(String(input["command"]), { cwd, timeoutMs, signal });
    const output = result.output.trimEnd();
    if (result.timedOut) return failed(`Stopped after ${timeoutMs / 1000} s`, output);
    if (result.exitCode === null) return failed("Stopped by a signal", output);
    if (result.exitCode !== 0) return failed(`Exit code ${result.exitCode}`, output);
    return { content: output === "" ? "(no output)" : output, isError: false };
  },
};

function failed(why: string, output: string): { content: string; isError: true } {
  return { content: output === "" ? why : `${why}\n${output}`, isError: true };
}
