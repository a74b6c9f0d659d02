/**
 * Whatever a model says, however it is asked to think, and wherever the conversation is broken: every request is taken.
 * `npm run test:deep` plays thousands of the same conversations.
 */
import { beforeEach, vi } from "vitest";
import { anyBoundConversation, anyConversation } from "../support/campaign/conversations.ts";
import { anyInterrupt, anyKill } from "../support/campaign/mishaps.ts";
import { playConversation } from "../support/campaign/play.ts";
import { law } from "../support/law.ts";

// The SDK writes there that a model or a way to think is old.
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));

law(
  "thinking-policies",
  "with any model and any way to think, also switched between turns, a conversation runs to its end, every request is accepted, and the model's own thinking goes back unaltered",
  [anyConversation],
  async (conversation) => {
    await playConversation(conversation, { kind: "none" });
  },
  { runs: 60 },
);

law(
  "bound-thinking",
  "thinking that is bound to what stood before it goes back behind the same tools, system and memory, and behind no others",
  [anyBoundConversation],
  async (conversation) => {
    await playConversation(conversation, { kind: "none" });
  },
  { runs: 30 },
);

law(
  "interrupt-anywhere",
  "interrupted at any event, a turn leaves the finished words, no call that did not run, and a log from which the next prompt makes a legal request with all that was said",
  [anyConversation, anyInterrupt],
  async (conversation, interrupt) => {
    await playConversation(conversation, interrupt);
  },
  { runs: 60 },
);

law(
  "killed-anywhere",
  "killed in any write, with any model and any way to think, a session goes on with a legal request that holds all that was written",
  [anyConversation, anyKill],
  async (conversation, kill) => {
    await playConversation(conversation, kill);
  },
  { runs: 60 },
);
