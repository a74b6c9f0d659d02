/** The beginnings of a request that are counted, so that it is known what each run of one category costs. */
import type { MessagesRequest } from "../../wire.ts";
import { SOME_WORDS } from "./first-words.ts";
import type { Part } from "./parts.ts";

/** The most requests that are counted for one report. */
const MOST_COUNTS = 24;

/** A beginning of a request that is counted: how many parts it holds, and whether words stand in at its end. */
export interface Beginning {
  readonly upTo: number;
  readonly request: MessagesRequest;
  readonly standsIn: boolean;
}

/** The beginnings of a request, shortest first; the whole is none of them. */
export function beginningsOf(request: MessagesRequest, parts: readonly Part[]): Beginning[] {
  return endsOf(parts).map((upTo) => beginningOf(request, parts, upTo));
}

/** The places where one category ends and another begins, and where the messages do; where that is too often, the first. */
function endsOf(parts: readonly Part[]): number[] {
  const ends = parts.flatMap(({ category, place }, index) => {
    const next = parts[index + 1];
    if (!next) return [];
    const isEnd = category !== next.category || (place.tier !== "messages" && next.place.tier === "messages");
    return isEnd ? [index + 1] : [];
  });
  return ends.slice(0, MOST_COUNTS);
}

/** The request as it is up to and including its `upTo`th part. Where no request may end so, words stand in. */
function beginningOf(request: MessagesRequest, parts: readonly Part[], upTo: number): Beginning {
  const { place } = parts[upTo - 1] ?? {};
  const nobodyYet = { upTo, standsIn: true };
  if (place?.tier === "tools") {
    // One that is deferred costs nothing, but may not be all there is (D-17).
    const tools = request.tools.filter((tool, index) => index <= place.index && !tool.defer_loading);
    return { ...nobodyYet, request: { ...request, tools, system: [], messages: [SOME_WORDS] } };
  }
  if (place?.tier !== "messages") {
    const system = request.system.slice(0, (place?.index ?? -1) + 1);
    return { ...nobodyYet, request: { ...request, system, messages: [SOME_WORDS] } };
  }
  const whole = request.messages.slice(0, place.message);
  const { role = "user", content = [] } = request.messages[place.message] ?? {};
  const messages = [...whole, { role, content: content.slice(0, place.index + 1) }];
  const standsIn = role === "assistant";
  return {
    upTo,
    standsIn,
    request: { ...request, messages: standsIn ? [...messages, SOME_WORDS] : messages },
  };
}
