/**
 * Automatic compaction (C-5.2d): before a request, also between two steps of one turn, when all results are in and so no
 * call is parted from its result.
 */
import { compact } from "../../commands/compact.ts";
import type { Hooks } from "../../hooks.ts";
import { GO_ON } from "../../loop/stops.ts";
import { SessionError } from "../../opened.ts";
import { ApiError } from "../../ports.ts";
import { modelFacts } from "../../request/models.ts";
import type { Session } from "../../session.ts";
import { type Measure, measure } from "./measure.ts";

/** After so many in a row that failed, or that left the window as full as it was, no more are tried (bug report 65). */
const MOST_IN_ROW = 3;

const GIVEN_UP = `No more compactions are tried by themselves, after ${MOST_IN_ROW} in a row without success, until there is room again. /compact with a focus, /rewind to before what is large, or /clear makes room.`;

const TOO_LARGE =
  "What stays is too large by itself: a prompt, memory or tools. /context shows which; /rewind or /clear makes room.";

/** What a session is opened with so that it makes room for itself. */
export interface Automatic {
  readonly makeRoom: (signal?: AbortSignal) => Promise<void>;
  /** Lets a turn go on whose answer was cut off because the window was full: once, for then there is room. */
  readonly hooks: Hooks;
}

/** Makes both for one session of this process. Law: compacts-once, compaction-progress */
export function automatic(session: () => Session): Automatic {
  let inRow = 0;
  const tell = (text: string) => session().emit({ type: "notice", text });
  const found = (): Measure | undefined => {
    const { log, settings, options } = session();
    return measure(log.way(), settings.model, options.injections);
  };
  const compactFor = async ({ used, limit, prompt }: Measure, signal?: AbortSignal) => {
    const { window } = modelFacts(session().settings.model);
    try {
      // What nobody has answered yet follows the summary as it was said (bug report 75).
      const part = prompt === undefined ? undefined : { upTo: prompt };
      const { preTokens, postTokens } = await compact(session(), { trigger: "auto", part }, signal);
      // What was said since was not counted before.
      const after = Math.ceil((used * postTokens) / preTokens);
      tell(
        `Compacted: the conversation took ${count(used)} of ${count(window)} tokens, now about ${count(after)}.`,
      );
      if (after >= limit) tell(TOO_LARGE);
    } catch (error) {
      const isFailure = error instanceof ApiError || error instanceof SessionError;
      if (!isFailure || signal?.aborted) throw error;
      tell(`The conversation is near the end of its window and could not be compacted: ${error.message}`);
    }
  };
  return {
    makeRoom: async (signal) => {
      const now = found();
      if (!now) return;
      const isOver = now.isFull || now.used >= now.limit;
      if (!isOver) inRow = 0;
      if (!isOver || inRow > MOST_IN_ROW) return;
      inRow += 1;
      if (inRow > MOST_IN_ROW) tell(GIVEN_UP);
      else await compactFor(now, signal);
    },
    hooks: async (moment) => {
      const mayGoOn = moment.event === "Stop" && !moment.again && inRow < MOST_IN_ROW;
      return { attachments: [], ...(mayGoOn && found()?.isFull && { blocked: GO_ON }) };
    },
  };
}

function count(tokens: number): string {
  return tokens.toLocaleString("en-US");
}
