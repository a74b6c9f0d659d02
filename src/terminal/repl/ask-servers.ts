/** Asks at the terminal, before a conversation begins, whether a server that a project names may be started. */

import type { AskToStart } from "../../annex/mcp/chosen.ts";
import { shownCall } from "../../annex/permissions/calls.ts";
import { isRecord } from "../../wire.ts";
import { SetupError } from "../setup-error.ts";
import { paragraph } from "./rows.ts";
import type { Terminal } from "./terminal.ts";

type Answer = Awaited<ReturnType<AskToStart>>;

/** Each answer by its key, and what is said for it. Any other key is none. */
const KEYS: Readonly<Record<string, readonly [answer: Answer, said: string]>> = {
  y: ["yes", "yes"],
  n: ["no", "no"],
  "\u001b": ["later", "not now"],
};
const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

/**
 * The way to ask there. The whole entry is shown, as it stands in its file. What is neither yes nor no is asked again next
 * time. Throws `SetupError` where the person leaves, or cannot be heard any more.
 */
export function askingAt({ input, output }: Terminal): AskToStart {
  return async ({ name, entry, place }) => {
    const rows = (text: string, indent = "") =>
      paragraph(text, { width: output.columns || 80, lead: { text: indent } });
    const shown = shownCall({ tool: name, input: isRecord(entry) ? entry : {} });
    const asked = [
      ...rows(`${place} names an MCP server. It is a program with all your rights:`),
      [],
      ...rows(shown, "  "),
      [],
      ...rows("Start it here, now and later, while this stays the same?"),
      ...rows("y yes · n no · Esc not now"),
    ];
    output.write(asked.map((row) => `${row.map(({ text }) => text).join("")}\n`).join(""));
    const [answer, said] = await keyFrom(input);
    output.write(`  → ${said}\n\n`);
    return answer;
  };
}

/** The first key that is an answer. */
function keyFrom(input: NodeJS.ReadStream): Promise<(typeof KEYS)[string]> {
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer | string) => {
      const key = String(chunk).trim().toLowerCase();
      const found = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
      if (found === undefined && key !== CTRL_C && key !== CTRL_D) return;
      letGo();
      if (found) resolve(found);
      else leave();
    };
    const leave = () => {
      letGo();
      reject(new SetupError("Nothing was started: the question was not answered."));
    };
    const letGo = () => {
      input.off("data", take);
      input.off("end", leave);
      input.setRawMode(false);
      input.pause();
    };
    input.setRawMode(true);
    input.on("data", take);
    input.once("end", leave);
    // An input that was let go of once gives nothing by itself: the second question would wait for ever.
    input.resume();
  });
}
