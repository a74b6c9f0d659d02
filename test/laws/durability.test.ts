/** What is said is in the log before anything comes of it (C-3.3, D-5). */
import { expect } from "vitest";
import type { Block, ToolResultBlock } from "#src/index.ts";
import { anySession } from "../support/arbitraries.ts";
import { anyConversation } from "../support/campaign/conversations.ts";
import { anyFullDisk } from "../support/campaign/mishaps.ts";
import { playConversation } from "../support/campaign/play.ts";
import { law } from "../support/law.ts";
import { play } from "../support/play.ts";

law(
  "written-first",
  "when a tool begins, all of the response that calls it is in the log, and when a tool is told of as done, its result",
  [anySession],
  async (plan) => {
    let said: readonly Block[] = [];
    await play(plan, {
      observe: ({ event, session, world }) => {
        if (event.type === "response") said = event.response.content;
        const due = event.type === "tool-start" ? said : event.type === "tool-end" ? [event.result] : [];
        const log = due.length > 0 ? world.text(session.path) : "";
        for (const block of due) expect(log).toContain(JSON.stringify(block as Block | ToolResultBlock));
      },
    });
  },
  { runs: 10 },
);

law(
  "full-disk",
  "whichever write fails, whole or in part, the prompt fails in words, and the next one makes a legal request that holds all that was written",
  [anyConversation, anyFullDisk],
  async (conversation, fullDisk) => {
    await playConversation(conversation, fullDisk);
  },
  { runs: 15 },
);
