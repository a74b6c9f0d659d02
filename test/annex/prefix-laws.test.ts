/** The prefix law (D-13) with everybody at once who tells the model something: skills, memory, servers, hooks. */
import { allTold, invoking } from "../support/all-told.ts";
import { anyReminders, anyShownSession } from "../support/arbitraries.ts";
import { anyLine, killAfterLine, resumeAndAsk } from "../support/kills.ts";
import { law } from "../support/law.ts";
import { play } from "../support/play.ts";
import { bytesOf, expectPrefix, markedPrefix } from "../support/prefix.ts";
import { World } from "../support/world.ts";

law(
  "prefix-all-told",
  "whoever tells the model what, hooks, mentions, reminders, skills, memory, servers, a request begins with the bytes of the one before up to that one's last marker, and so does the first one after a kill",
  [anyShownSession, anyLine, anyReminders],
  async (plan, { line }, settings) => {
    const world = new World();
    const how = { ...allTold(world), appendSystemPrompt: "Be brief.", settings };
    const sent: { prefix: string; lines: number }[] = [];
    const { requests, session, options } = await play(invoking(plan), {
      world,
      session: how,
      observe: ({ event, session: { path } }) => {
        if (event.type !== "request") return;
        const lines = world.text(path).split("\n").length - 1;
        sent.push({ prefix: markedPrefix(event.request), lines });
      },
    });
    for (const [index, request] of requests.entries()) {
      const before = requests[index - 1];
      if (before) expectPrefix(markedPrefix(before), bytesOf(request));
    }
    const left = killAfterLine(world, session, line).length;
    const last = sent.findLast(({ lines }) => lines <= left);
    const next = await resumeAndAsk(world, session, options);
    if (last) expectPrefix(last.prefix, bytesOf(next));
  },
  { runs: 30 },
);
