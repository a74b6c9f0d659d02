/** Whose words are whose, by every way on which words come before the model (C-4.1 to C-4.4, D-18). */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Block, MessagesRequest } from "#src/index.ts";
import { CHANNELS, type Channel, playChannels, type Said } from "../support/channels.ts";
import { law, shownAs } from "../support/law.ts";
import { anySpoof, lookAlikes } from "../support/spoofs.ts";

/** Half of them hold the text as it is; in the others it looks like a whole result that was saved. */
const anyCase = shownAs(
  fc.record({ spoof: fc.noShrink(anySpoof.map(({ text }) => text)), bare: fc.subarray([...CHANNELS]) }),
  ({ spoof, bare }) => `${JSON.stringify(spoof)}\nas it is in ${bare.join(", ") || "nothing"}`,
);

law(
  "channels-marked",
  "by whatever way a text comes before the model, a request holds no more tags of the harness for it",
  [anyCase],
  async ({ spoof, bare }) => {
    const said = saying((channel) =>
      bare.includes(channel) ? spoof : `<persisted-output>\n${spoof}\n</persisted-output>`,
    );
    const before = await playChannels(saying((channel) => said[channel].replaceAll(/[<＜]/g, "(")));
    const requests = await playChannels(said);
    expect(requests.length).toBe(before.length);
    expect(before.map(tagsIn).every((count) => count > 2)).toBe(true);
    for (const [index, request] of requests.entries()) {
      const told = textsOf(request).filter((text) => lookAlikes(text) > 0);
      expect(tagsIn(request), told.join("\n---\n")).toBe(tagsIn(before[index]));
    }
  },
  { runs: 4 },
);

test("each of these ways leads to the model", async () => {
  const requests = await playChannels(saying((channel) => `says ${channel.replaceAll(/\W/g, "-")}`));
  const sent = JSON.stringify(requests);
  expect(CHANNELS.filter((channel) => !sent.includes(channel.replaceAll(/\W/g, "-")))).toEqual([]);
});

function saying(words: (channel: Channel) => string): Said {
  return Object.fromEntries(CHANNELS.map((channel) => [channel, words(channel)])) as Said;
}

function tagsIn(request: MessagesRequest | undefined): number {
  return request ? textsOf(request).reduce((sum, text) => sum + lookAlikes(text), 0) : -1;
}

/** All that is sent but the model's own words: tools, the system prompt, and what the user's side says, a message at a time. */
function textsOf({ tools, system, messages }: MessagesRequest): string[] {
  const said = messages
    .filter(({ role }) => role === "user")
    .map(({ content }) => content.map(wordsOf).join(""));
  return [...tools.map((tool) => wordsOf({ ...tool, type: "" })), ...system.map(wordsOf), ...said];
}

/** Every text in a block, however deep. */
function wordsOf(block: Block): string {
  const texts: string[] = [];
  JSON.stringify(block, (name, value) => {
    if (name !== "") texts.push(name);
    if (typeof value === "string") texts.push(value);
    return value;
  });
  return texts.join("|");
}
