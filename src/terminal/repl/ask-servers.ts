/** Asks at the terminal, before a conversation begins, whether a server that a project names may be started. */

import { oneLine } from "../../annex/log/one-line.ts";
import type { AskToStart } from "../../annex/mcp/chosen.ts";
import { shownCall } from "../../annex/permissions/calls.ts";
import { isRecord } from "../../wire.ts";
import type { Terminal } from "./terminal.ts";

/** The way to ask there. The whole entry is shown, as it stands in its file. What is neither yes nor no is asked again next time. */
export function askingAt({ input, output }: Terminal): AskToStart {
  return async ({ name, entry, place }) => {
    const shown = shownCall({ tool: name, input: isRecord(entry) ? entry : {} });
    output.write(
      `${oneLine(place)} names an MCP server. It is a program with all your rights:\n\n${indented(shown)}\n\n` +
        "Start it here, now and later, while this stays the same?  y yes · n no · Enter not now\n",
    );
    const [answer = ""] = (await lineFrom(input)).trim().toLowerCase();
    return answer === "y" ? "yes" : answer === "n" ? "no" : "later";
  };
}

function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}

/** One line; what has been typed of it when the input ends. */
function lineFrom(input: NodeJS.ReadStream): Promise<string> {
  return new Promise((resolve) => {
    let typed = "";
    const take = (chunk: Buffer | string) => {
      typed += String(chunk);
      if (/[\r\n]/.test(typed)) done();
    };
    const done = () => {
      input.off("data", take);
      input.off("end", done);
      input.pause();
      resolve(typed);
    };
    input.on("data", take);
    input.once("end", done);
  });
}
