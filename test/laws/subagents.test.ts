/** A session on a sidechain: a conversation like any other, in a log that is no main conversation (O-28, fact 9). */
import { expect } from "vitest";
import { buildTree, isChainEntry, readLog } from "#src/index.ts";
import { anySession } from "../support/arbitraries.ts";
import { law } from "../support/law.ts";
import { play } from "../support/play.ts";
import { bytesOf } from "../support/prefix.ts";
import { uuid } from "../support/world.ts";

/** The session's id is the one that the first session of a world has: it is part of every request. */
const SIDECHAIN = { agentId: "a0000000000000001", sessionId: uuid(1), path: "/home/user/.glass/agent.jsonl" };

law(
  "sidechain-alike",
  "a session on a sidechain sends what one on the main chain sends, restarts included, and no main conversation holds any of it",
  [anySession],
  async (plan) => {
    const main = await play(plan);
    const side = await play(plan, { session: { sidechain: SIDECHAIN } });
    expect(side.requests.map(bytesOf)).toEqual(main.requests.map(bytesOf));
    expect(side.session).toMatchObject({ id: SIDECHAIN.sessionId, path: SIDECHAIN.path });
    const log = readLog(side.world.bytes(SIDECHAIN.path));
    const { agentId, sessionId } = SIDECHAIN;
    for (const { line } of log.lines) {
      if (isChainEntry(line)) expect(line).toMatchObject({ isSidechain: true, agentId, sessionId });
    }
    expect(log.lines.find(({ line }) => isChainEntry(line))?.line).toHaveProperty("parentUuid", null);
    expect(buildTree(log, sessionId).nodes).toEqual([]);
  },
  { runs: 8 },
);
