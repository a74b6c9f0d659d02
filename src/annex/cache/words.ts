/** Cause cards in plain sentences: what happened, what it cost, and what to do. */
import { dollars } from "../log/usage/prices.ts";
import type { CauseCard, CauseKind } from "./cause.ts";

interface Words {
  /** What happened. `place` is where the request first differs from the one before; empty where that is not known. */
  readonly what: (place: string, pause: string) => string;
  /** What to do so that it does not happen again. */
  readonly todo: string;
}

const at = (place: string) => (place === "" ? "" : ` at ${place}`);

const WORDS: Readonly<Record<CauseKind, Words>> = {
  cold: {
    what: () => "Nothing of this had been kept yet.",
    todo: "Nothing to do: what is written now is what later requests read.",
  },
  expired: {
    what: (_, pause) => `It was sent ${pause} after the one before, and by then what was kept had expired.`,
    todo: "Go on sooner, or ask for the longer life of one hour.",
  },
  model: {
    what: () => "Another model is asked. Each has a cache of its own, so nothing could be read.",
    todo: "Change the model between sessions, or early in one, while little has been said.",
  },
  tools: {
    what: (place) =>
      `The tool definitions are not the same${at(place)}. They come first in every request, so nothing could be read.`,
    todo: "Keep the tools, their order and their descriptions as they are for as long as a session goes on; let what joins later be deferred.",
  },
  system: {
    what: (place) => `The system prompt is not the same${at(place)}. All of the conversation comes after it.`,
    todo: "Let nothing stand in it that changes by itself, such as the time or the state of git; say that in a reminder at the end.",
  },
  memory: {
    what: (place) =>
      `A memory file (CLAUDE.md) is not the same${at(place)}. The conversation comes after it.`,
    todo: "Edit memory files between sessions, and let no program write into them.",
  },
  message: {
    what: (place) =>
      `What had been sent is not the same any more${at(place)}; nothing behind that could be read.`,
    todo: "Only ever add to the end of a conversation; what has changed, say there.",
  },
  compaction: {
    what: (place) => `The conversation was compacted: a summary stands in its place${at(place)}.`,
    todo: "Nothing to do: from here on each request is shorter. Compact seldom, and at the end of a piece of work.",
  },
  rewind: {
    what: (place) =>
      `The conversation goes on from an earlier point${at(place)}; what came after it is gone.`,
    todo: "Nothing to do: what stands before that point is read, as far as a marker reaches it.",
  },
  settings: {
    what: (place) => `The request asks in another way: ${place || "a setting"} has changed.`,
    todo: "Keep how the model is asked (thinking, effort, tool choice, output format) the same while a conversation goes on.",
  },
  thinking: {
    what: (place) =>
      `This model is shown the thinking of one turn only. With the new prompt the API left out what was thought before${at(place)}.`,
    todo: "Nothing to do with this model; newer ones keep what they thought.",
  },
  "too short": {
    what: () => "The request is shorter than what this model caches at all, so nothing was kept.",
    todo: "Nothing to do: it costs what it costs until the conversation is longer.",
  },
  "no marker": {
    what: () => "No block of the request carries a cache marker, so nothing was kept or looked for.",
    todo: "Mark the end of the system prompt and the end of the conversation with cache_control.",
  },
  "out of reach": {
    what: () =>
      "What was kept is there, but more than 20 blocks before the next marker, and none looks further back.",
    todo: "Mark also the block that the request before had marked last.",
  },
  unknown: {
    what: () => "Nothing that is known of the requests explains it.",
    todo: "Look whether another key, workspace or client took part; the API may also have dropped what it kept.",
  },
};

/** A card in words. */
export interface ToldCard {
  readonly what: string;
  readonly cost: string;
  readonly todo: string;
}

/** Says what a card means. */
export function tellCard(card: CauseCard): ToldCard {
  const { what, todo } = WORDS[card.kind];
  return { what: what(card.place ?? "", pauseOf(card.pause ?? 0)), cost: costOf(card), todo };
}

function costOf({ tokens, cost_usd }: CauseCard): string {
  if (tokens === 0) return "It cost nothing more.";
  const paid = `${tokens.toLocaleString("en-US")} tokens were paid as new`;
  return cost_usd === null
    ? `${paid}; their price is not known.`
    : `${paid}: ${dollars(cost_usd)} more than reading them.`;
}

function pauseOf(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / 1_440)} days`;
}
