/** What can become of the conversation from a prompt on: the rows of the menu of `/rewind` (C-5.3c, C-5.3e). */

import type { RewindRow } from "../../annex/rewind/rewind-rows.ts";
import { type Compacting, compact } from "../../commands/compact.ts";
import { rewind } from "../../commands/rewind.ts";
import { count } from "../api-pane.ts";
import type { Desk } from "./desk.ts";
import { restoreFiles } from "./restoring.ts";

/** One row. */
export interface RewindWay {
  readonly name: string;
  readonly tells: string;
  /** Does it, from this prompt on. Throws what can be told. */
  readonly go: (desk: Desk, row: RewindRow) => void | Promise<void>;
}

const BACK = "The conversation goes on from before that prompt; what came after it stays in the log (/tree).";

/** The rows, in their order. */
export const REWIND_WAYS: readonly RewindWay[] = [
  {
    name: "code and conversation",
    tells: "The files are as they were when the prompt came, and the conversation goes on from before it.",
    go: async (desk, row) => {
      if (!(await restoreFiles(desk, row.uuid))) return;
      backToPrompt(desk, row);
      desk.say(BACK);
    },
  },
  {
    name: "the conversation",
    tells: "It goes on from before the prompt, whose words come back into the line. Files stay as they are.",
    go: (desk, row) => {
      backToPrompt(desk, row);
      desk.say(`${BACK} Files stay as they are.`);
    },
  },
  {
    name: "the code",
    tells: "The files are as they were when the prompt came; the conversation stays.",
    go: async (desk, { uuid }) => {
      if (await restoreFiles(desk, uuid)) desk.say("The conversation stays where it is.");
    },
  },
  {
    name: "summarize from here",
    tells:
      "A summary takes the place of the prompt and all that came after it; its words come back into the line.",
    go: async (desk, { uuid, text }) => {
      const isDone = await summarize(
        desk,
        { part: { from: uuid } },
        "what came before that prompt stays as it was",
      );
      if (isDone) desk.tell({ type: "line", text });
    },
  },
  {
    name: "summarize up to here",
    tells: "A summary takes the place of all that came before the prompt.",
    go: async (desk, { uuid }) => {
      await summarize(desk, { part: { upTo: uuid } }, "that prompt and what came after it stay as they were");
    },
  },
];

/** Goes back to before the prompt, its words in the line. */
function backToPrompt({ open, tell }: Desk, { uuid }: RewindRow): void {
  tell({ type: "line", text: rewind(open.session, uuid) });
}

/** Puts a summary in the place of what was said, and tells what came of it in one line. Was it done? */
export async function summarize(desk: Desk, what: Compacting, stays: string): Promise<boolean> {
  let isDone = false;
  await desk.busy("what was said is summarized", async (signal) => {
    const { preTokens, postTokens } = await compact(desk.open.session, what, signal);
    isDone = true;
    // Nothing was counted where no answer had come since the compaction before.
    const counted = preTokens > 0 ? `${count(preTokens)} → about ${count(postTokens)} tokens; ` : "";
    desk.say(`Compacted: ${counted}${stays}. The log keeps it all.`);
  });
  return isDone;
}
