/** Cause cards and cache reports in English. */
import type { CacheWords } from "./words.ts";

const at = (place: string) => (place === "" ? "" : ` at ${place}`);

/** English. */
export const ENGLISH: CacheWords = {
  kinds: {
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
      what: (place) =>
        `The system prompt is not the same${at(place)}. All of the conversation comes after it.`,
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
  },
  pause: {
    minutes: (count) => `${count} minutes`,
    hours: (count) => `${count} hours`,
    days: (count) => `${count} days`,
  },
  costsNothing: "It cost nothing more.",
  cost: (tokens, more) =>
    more === undefined
      ? `${tokens} tokens were paid as new; their price is not known.`
      : `${tokens} tokens were paid as new: ${more} more than reading them.`,
  amounts: (read, written, fresh) => `${read} read, ${written} written, ${fresh} fresh`,
  turn: "cache",
  nothing: "No request was answered in this session, so there is nothing to tell.",
  head: ["#", "time", "read", "written", "fresh", "out", "cost", "why not all was read"],
  agent: (name) => `Agent ${name}`,
  bases: {
    sent: "The causes are found in the requests as they were sent.",
    rebuilt:
      "The requests are rebuilt from the log. Tools, system prompt and memory files are not in it: its digests tell whether they changed, not where.",
    estimated:
      "The requests are estimated: this log, or a part of it, is another client's, and does not hold tools, system prompt, memory files, nor how the model was asked. What changed there has the cause unknown.",
  },
  total: (requests, amounts, cost) =>
    `In all: ${requests} ${requests === 1 ? "request" : "requests"}, ${amounts}, ${cost}`,
  unpriced: (requests) => ` (and ${requests} whose price is not known)`,
  paidAgain: (cost) => `; ${cost} of it for what the cards tell`,
  end: ".",
  share: (share) => `${share} of all input was read from the cache.`,
};
