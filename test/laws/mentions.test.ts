/** What a prompt names is read before the model is asked (C-4.3, D-16). */
import fc from "fast-check";
import { expect } from "vitest";
import { law } from "../support/law.ts";
import { anyPrompt, expectRead, pairsIn, playMentions, readByTheModel } from "../support/mentions.ts";

law(
  "mentions-read",
  "what a prompt names is read once, before the model is asked, through the gates of a Read of the model's own and with the same result, and stands in every later request; what merely looks like a name is let be",
  [anyPrompt, fc.constantFrom("claude-opus-5", "claude-opus-5-5")],
  async ({ named }, model) => {
    const played = await playMentions(named, { settings: { model } });
    expectRead(named, played);
    expect(pairsIn(played.requests[0])).toEqual(await readByTheModel(named));
  },
  { runs: 27 },
);
