/** After each turn one line: what the cache did, what it cost, and why less was read than could have been. */
import type { Exchange } from "../../annex/cache/exchange.ts";
import { exchangesOf } from "../../annex/cache/from-log.ts";
import { frozenIn } from "../../annex/cache/frozen.ts";
import { cacheLine } from "../../annex/cache/report-text.ts";
import { CacheWatch } from "../../annex/cache/watch.ts";
import { CACHE_WORDS } from "../../annex/cache/words.ts";
import type { Listener } from "../../events.ts";
import type { ReadLog } from "../../log/read.ts";
import type { Session } from "../../session.ts";
import type { Language } from "../language.ts";
import type { Input } from "./input.ts";

/** Tells the view of each event, and after the last one of a turn, in words of a language, what the cache did in it. */
export function tellingCache(
  tell: (input: Input) => void,
  before: () => Exchange | undefined,
  language: Language,
): Listener {
  const watch = new CacheWatch(before);
  return (event) => {
    tell({ type: "event", event });
    const text = cacheLine(watch.hear(event, Date.now()), CACHE_WORDS[language]);
    if (text !== undefined) tell({ type: "told", text });
  };
}

/** The exchange that stands last in the log of a session that was taken up, as far as the log tells of it. */
export function lastExchange(log: ReadLog, session: Session): Exchange | undefined {
  const streams = exchangesOf(log, session.id, frozenIn(session));
  return streams.find(({ agentId }) => agentId === undefined)?.exchanges.at(-1);
}
