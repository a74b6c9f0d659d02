/** What was said at a launch is not restored, and whoever takes the session up is told (C-5.4b). */
import fc from "fast-check";
import { expect } from "vitest";
import { lastFlags, loggingFlags, lostTold } from "#src/annex/launch/flags.ts";
import type { Line } from "#src/index.ts";
import { law, shownAs } from "../support/law.ts";

/** A process: with which flags it was launched, how often it opened the session anew, and whether anything was said in it. */
interface Launch {
  readonly flags: readonly string[];
  readonly starts: number;
}

const FLAGS = ["--mcp-config", "--append-system-prompt", "--effort"];
const anyLaunches = shownAs(
  fc.array(fc.record<Launch>({ flags: fc.subarray(FLAGS), starts: fc.nat(2) }), { maxLength: 6 }),
  (launches) =>
    launches.map(({ flags, starts }) => `${flags.join(" ") || "no flags"}, ${starts} starts`).join("; "),
);

law(
  "flags-told",
  "a resume tells of just those flags with which the session was last run and which are not given now; they are logged once a process at most, with its first prompt and not before, and only where the log does not say so",
  [anyLaunches],
  async (launches) => {
    const log: Line[] = [];
    let last: readonly string[] = [];
    for (const { flags, starts } of launches) {
      const before = lastFlags(log);
      expect(before).toEqual(last);
      const told = lostTold(before, flags);
      const lost = last.filter((flag) => !flags.includes(flag));
      expect(FLAGS.filter((flag) => told?.includes(flag))).toEqual(
        FLAGS.filter((flag) => lost.includes(flag)),
      );
      const lines = log.length;
      const hooks = loggingFlags(flags, before, () => ({ ledger: (line) => log.push(line) }));
      await hooks({ event: "UserPromptSubmit", prompt: "p", messageId: "u" });
      await hooks({ event: "SessionStart", source: "compact" });
      expect(log.length).toBe(lines);
      for (let start = 0; start < starts; start += 1)
        await hooks({ event: "SessionStart", source: "resume" });
      expect(log.length - lines).toBe(starts > 0 && flags.join() !== last.join() ? 1 : 0);
      if (starts > 0) last = flags;
    }
  },
  { runs: 100 },
);
