/** Ways to break the rules of rules/cache-control.ts. */
import type { RequestBlock } from "../../../mock-api/index.ts";
import { assistant, call, LONG, result, SHORT, text, thought, user } from "../blocks.ts";
import { markablePlaces } from "../legal-conversations.ts";
import { adding, type Break } from "./break.ts";

/** A break in which nothing else carries a marker, so that the count and the order are its own. */
function marking(rule: string, how: string, content: RequestBlock[], refused: (at: number) => string): Break {
  const make: Break["make"] = (legal) => {
    const bare = structuredClone(legal);
    for (const place of markablePlaces(bare)) delete place.cache_control;
    bare.messages.push(assistant(text("z")), user(...content));
    return { broken: bare, text: refused(legal.messages.length + 1) };
  };
  return { rule, how, make };
}

export const ofMarkers = [
  marking(
    "MR-52",
    "five markers",
    [1, 2, 3, 4, 5].map((n) => text(`z${n}`, SHORT)),
    () => "A maximum of 4 blocks with cache_control may be provided. Found 5.",
  ),
  marking(
    "MR-53",
    "1h after 5m",
    [text("y", SHORT), text("z", LONG)],
    (at) =>
      `messages.${at}.content.1.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: \`tools\`, \`system\`, \`messages\`.`,
  ),
  marking(
    "MR-55",
    "a marker on an empty text",
    [text("y"), text("", SHORT)],
    (at) => `messages.${at}.content.1.text: cache_control cannot be set for empty text blocks`,
  ),
  adding("MR-55", "a marker on thinking", (at) => ({
    messages: [assistant({ ...thought(0, 1), ...SHORT }, call("x")), user(result("x"))],
    text: `messages.${at}.content.0.thinking.cache_control: Extra inputs are not permitted`,
  })),
];
