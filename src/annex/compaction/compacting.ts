/** What compaction does in a session beside `/compact` itself. */
import { NO_HOOKS } from "../../hooks.ts";
import type { SessionOptions } from "../../opened.ts";
import type { Session } from "../../session.ts";
import { together } from "../context/together.ts";
import type { Skill } from "../skills/skill.ts";
import { automatic } from "./automatic.ts";
import { carryingOver, type RestoredFiles } from "./carry-over.ts";
import { summaryThatFits } from "./summary-that-fits.ts";

/** What the settings say of it, and the skills as their files are now. */
export interface CompactingHost {
  /** Is a conversation compacted by itself before its window is full? */
  readonly auto: boolean;
  readonly restoreFiles: RestoredFiles;
  readonly skills: () => readonly Skill[];
}

/** The options of a session that makes room for itself, and brings back behind a summary what is to come back. */
export function compacting(
  options: SessionOptions,
  session: () => Session,
  host: CompactingHost,
): SessionOptions {
  const carried = together(options.hooks ?? NO_HOOKS, carryingOver({ ...host, session }));
  const summing = { ...options, summarize: summaryThatFits };
  if (!host.auto) return { ...summing, hooks: carried };
  const { makeRoom, hooks } = automatic(session);
  return { ...summing, hooks: together(carried, hooks), makeRoom };
}
