/** Reports of content that is too large for a request, and that stays in the conversation. */
import { expect, test } from "vitest";
import { fittingImages } from "#src/annex/images/fit.ts";
import type { Block, Line } from "#src/index.ts";
import { image, png } from "../mock-api/pictures.ts";
import { assistant, call, result, user, words } from "../support/log-lines.ts";
import { TakenUp } from "../support/taken-up.ts";

const SMALL = image(png(10, 10)) as Block;
const TALL = image(png(2, 2400)) as Block;
const TOO_TALL = image(png(1, 8001)) as Block;
const BROKEN = image("AAAA") as Block;

/** A log of one prompt with these pictures, and an answer. */
function logWith(images: readonly Block[]): Line[] {
  return [
    user({ uuid: "U1", parent: null }, [...images, words("See?")]),
    assistant({ uuid: "A1", parent: "U1" }, "m1", words("Yes.")),
  ];
}

/** What is sent of the first message: pictures, and what stands in the place of one. */
async function sent(images: readonly Block[]): Promise<string[]> {
  const taken = new TakenUp(logWith(images), undefined, { lastLook: fittingImages });
  await taken.ask();
  const [first] = taken.requests[0]?.messages ?? [];
  return (first?.content ?? []).map((block) => String(block["text"] ?? block.type));
}

test("bug report 60: in the place of an image that would be refused by itself stands a note, and the session goes on", async () => {
  expect(await sent([TOO_TALL, BROKEN, SMALL])).toEqual([
    expect.stringMatching(/^\[There is an image here .* at most 8000/),
    expect.stringMatching(/^\[There is an image here .* cannot be read/),
    "image",
    "See?",
  ]);
});

test("bug report 60: of many images the tall one is left out, or the ones after it, never one that was sent before", async () => {
  const small = Array.from({ length: 20 }, () => SMALL);
  const note = expect.stringMatching(/^\[There is an image here .* over 2000 pixels, and one has 2400/);
  expect(await sent([...small, TALL])).toEqual([...small.map(() => "image"), note, "See?"]);
  expect(await sent([TALL, ...small])).toEqual(["image", ...small.slice(1).map(() => "image"), note, "See?"]);
});

test("bug report 61: a conversation that has grown over 32 MB gives one clear error a prompt, and nothing is sent", async () => {
  const large = "€".repeat((11 * 2 ** 20) / 3);
  const ids = ["t1", "t2", "t3"];
  const taken = new TakenUp([
    user({ uuid: "U1", parent: null }, "m0"),
    assistant({ uuid: "A1", parent: "U1" }, "m1", ids.map(call)),
    ...ids.map((id) => result({ uuid: `R${id}`, parent: "A1" }, id, large)),
  ]);
  const turn = await taken.session.prompt("And now?");
  expect(turn).toMatchObject({ stop: "api_error", responses: [] });
  expect(turn.message).toMatch(/^The request is 33 MB and was not sent: .* 32 MB at most\..*new session/);
  expect(taken.requests).toHaveLength(1);
  expect(taken.calls).toEqual([]);
});
