/** A rewind of the conversation, in logs of any kind: what it leaves out stays out (C-5.3a). */
import fc from "fast-check";
import { expect } from "vitest";
import { promptsOf, rewind, SessionError } from "#src/index.ts";
import { anyTangle } from "../support/forests.ts";
import { law } from "../support/law.ts";
import { TakenUp } from "../support/taken-up.ts";

law(
  "rewind-leaves-out",
  "whatever a log's links say, a prompt that was gone back to is on the path no more, nor is anything that it led to, in this process and in a fresh one, and the log loses no byte",
  [anyTangle, fc.nat(19)],
  ({ lines }, pick) => {
    const taken = takenUp(lines);
    const prompts = taken ? promptsOf(taken.session) : [];
    const prompt = prompts[pick % Math.max(1, prompts.length)];
    if (!taken || !prompt) return;
    const { session, world } = taken;
    const [text, tree] = [taken.log(), session.log.tree()];
    const isBehind = (uuid: string | null | undefined, passed = new Set<string>()): boolean => {
      for (let at = uuid; at && !passed.has(at); at = tree.byUuid.get(at)?.entry.parentUuid) {
        if (at === prompt.uuid) return true;
        passed.add(at);
      }
      return false;
    };
    expect(rewind(session, prompt.uuid)).toBe(prompt.text);
    // A result comes along with its call, wherever it hangs, and what a compaction keeps with its boundary.
    const entries = session.log.way().items.flatMap((item) => {
      return item.kind === "entry" && !item.joined ? [item.node.entry] : [];
    });
    const isCut = entries.some(({ subtype }) => subtype === "compact_boundary");
    const left = entries.filter(({ uuid }) => uuid === prompt.uuid || (!isCut && isBehind(uuid)));
    expect(left).toEqual([]);
    expect(taken.log().startsWith(text)).toBe(true);
    const fresh = world.start().resume(session.id);
    expect(fresh.nextRequest()).toEqual(session.nextRequest());
  },
  { runs: 80 },
);

/** Undefined for a log in which there is no conversation. */
function takenUp(lines: ConstructorParameters<typeof TakenUp>[0]): TakenUp | undefined {
  try {
    return new TakenUp(lines);
  } catch (error) {
    if (error instanceof SessionError) return undefined;
    throw error;
  }
}
