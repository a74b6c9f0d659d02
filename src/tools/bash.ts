/** The Bash tool: a command line. It starts in the project folder and is not confined to it (D-31). */
import type { ShellResult } from "../ports.ts";
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
    const wished = Math.max(1, Number(input["timeout_ms"] ?? DEFAULT_TIMEOUT_MS));
    const timeoutMs = Math.min(LONGEST_TIMEOUT_MS, wished);
    const result = await shell.run(String(input["command"]), { cwd, timeoutMs, signal });
    const output = result.output.trimEnd();
    const fault = faultOf(result, timeoutMs);
    if (fault === undefined) return { content: output === "" ? "(no output)" : output, isError: false };
    return { content: output === "" ? fault : `${fault}\n${output}`, isError: true };
  },
};

function faultOf({ timedOut, exitCode }: ShellResult, timeoutMs: number): string | undefined {
  if (timedOut) return `Stopped after ${timeoutMs / 1000} s`;
  if (exitCode === null) return "Stopped by a signal";
  return exitCode === 0 ? undefined : `Exit code ${exitCode}`;
}
