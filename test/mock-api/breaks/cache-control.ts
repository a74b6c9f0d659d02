/** Ways to break the rules of rules/cache-control.ts. */
import type { RequestBlock } from "../../../mock-api/index.ts";
import { assistant, call, LONG, result, SHORT, text, thought, user } from "../blocks.ts";
import { markablePlaces } from "../legal-conversations.ts";
import { adding, type Break, changing, saying } from "./break.ts";

/** A break in which nothing else carries a marker, so that the count and the order are its own. */
function marking(
  rule: string,
  how: string,
  content: RequestBlock[],
  refused?: (at: number) => string | readonly string[],
  whole: object = {},
): Break {
  const make: Break["make"] = (legal) => {
    const bare = structuredClone(legal);
    for (const place of markablePlaces(bare)) delete place.cache_control;
    const longer = (...said: RequestBlock[]) => [...bare.messages, assistant(text("z")), user(...said)];
    return {
      broken: { ...bare, messages: longer(...content), ...whole },
      ...saying(refused?.(legal.messages.length + 1)),
      sound: { body: { ...bare, messages: longer(text("y")) } },
    };
  };
  return { rule, how, make };
}

const marked = (count: number): RequestBlock[] =>
  Array.from({ length: count }, (_, nth) => text(`z${nth}`, SHORT));
const clash = (whole: string, last: string) => (): string =>
  `Top-level cache_control has ttl='${whole}' but the target block already has cache_control with ttl='${last}'`;
const late = (path: string): string => `${path}.cache_control.ttl: ${LATE}`;
const LATE = `a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: \`tools\`, \`system\`, \`messages\`.`;

const ofOrder: Break[] = [
  marking(
    "MR-52",
    "five markers",
    marked(5),
    () => "A maximum of 4 blocks with cache_control may be provided. Found 5.",
  ),
  marking("MR-52", "four markers and one for the whole request", [...marked(4), text("z")], undefined, SHORT),
  marking("MR-53", "1h after 5m", [text("y", SHORT), text("z", LONG)], (at) =>
    late(`messages.${at}.content.1`),
  ),
  // How the place of that marker is written is not known.
  marking("MR-53", "1h for the whole request after 5m", [text("y", SHORT), text("z")], () => [LATE], LONG),
  marking("MR-54", "5m for the whole request on 1h", [text("z", LONG)], clash("5m", "1h"), SHORT),
  marking("MR-54", "1h for the whole request on 5m", [text("z", SHORT)], clash("1h", "5m"), LONG),
];

const CITATION = {
  type: "web_search_result_location",
  cited_text: "y",
  encrypted_index: "y",
  title: null,
  url: "y",
};

const ofForm: Break[] = [
  marking(
    "MR-55",
    "a marker on an empty text",
    [text("y"), text("", SHORT)],
    (at) => `messages.${at}.content.1.text: cache_control cannot be set for empty text blocks`,
  ),
  marking(
    "MR-55",
    "a life that there is not",
    [text("y", { cache_control: { type: "ephemeral", ttl: "1d" } })],
    (at) => `messages.${at}.content.0.text.cache_control.ephemeral.ttl: Input should be '5m' or '1h'`,
  ),
  marking("MR-55", "a kind of marker that there is not", [
    text("y", { cache_control: { type: "persistent" } }),
  ]),
  marking(
    "MR-55",
    "a scope in the conversation",
    [text("y", { cache_control: { type: "ephemeral", scope: "global" } })],
    (at) => `messages.${at}.content.0.text.cache_control.ephemeral.scope: Extra inputs are not permitted`,
  ),
  changing(
    "MR-55",
    "a marker on an empty system text",
    { system: [text("", SHORT)] },
    "system.0: cache_control cannot be set for empty text blocks",
  ),
  adding("MR-55", "a marker on thinking", (at) => ({
    messages: [assistant({ ...thought(0, 1), ...SHORT }, call("x")), user(result("x"))],
    sound: [assistant(thought(0, 1), call("x")), user(result("x"))],
    text: `messages.${at}.content.0.thinking.cache_control: Extra inputs are not permitted`,
  })),
  adding("MR-55", "a marker on a citation", (at) => ({
    messages: [assistant(text("z", { citations: [{ ...CITATION, ...SHORT }] })), user(text("z"))],
    sound: [assistant(text("z", { citations: [CITATION] })), user(text("z"))],
    text: `messages.${at}.content.0.text.citations.0.web_search_result_location.cache_control: Extra inputs are not permitted`,
  })),
];

export const ofMarkers: Break[] = [...ofOrder, ...ofForm];
