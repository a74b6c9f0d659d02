/** What a process sends in front of every conversation, as far as the digests in a log tell of it (D-14). */
import { memoryReminder } from "../../context/memory.ts";
import type { Line } from "../../log/entry.ts";
import { digestsOf } from "../../request/digest.ts";
import type { RequestSettings, StableParts } from "../../request/stable.ts";
import type { Session } from "../../session.ts";
import { type Block, spelled, text } from "../../wire.ts";

/** The parts that are frozen for a process, and how it asks. */
export interface Frozen extends Pick<StableParts, "tools" | "system" | "memory"> {
  readonly asked: Pick<RequestSettings, "thinking" | "effort">;
}

const NOTHING: Frozen = {
  tools: [],
  system: [],
  memory: [],
  asked: { thinking: "adaptive", effort: "high" },
};

/**
 * The parts behind a line of digests: today's where they are the same, else stand-ins, equal where the digests are equal.
 * Without a line, as in another client's log, nothing is known of them, and nothing stands for them.
 */
export function frozenBehind(digest: Line | undefined, today: Frozen = NOTHING): Frozen {
  if (!digest) return NOTHING;
  const now = digests(today);
  const { tools, system, memory, thinking, effort } = digest;
  const standIn = (name: string) => `(not in the log; its digest is ${name})`;
  const asked = thinking && effort ? ({ thinking, effort } as Frozen["asked"]) : NOTHING.asked;
  return {
    tools:
      now.tools === tools
        ? today.tools
        : [{ name: standIn(spelled(tools)), description: "", input_schema: {} }],
    system: now.system === system ? today.system : [text(standIn(spelled(system)))],
    memory: now.memory === memory ? today.memory : standInMemory(standIn(spelled(memory))),
    asked,
  };
}

function standInMemory(content: string): Block[] {
  return memoryReminder([{ path: "CLAUDE.md", scope: "project", content }]);
}

function digests({ tools, system, memory, asked }: Frozen) {
  return digestsOf({
    tools,
    system,
    memory,
    settings: { ...asked, model: "", maxTokens: 0, cacheTtl: "1h" },
  });
}

/** What an open session, in which something has been said, sends in front of it. */
export function frozenIn(session: Session): Frozen {
  const { tools, system, messages } = session.nextRequest();
  const said = session.conversation().messages[0]?.content.length ?? 0;
  const first = messages[0]?.content ?? [];
  return {
    tools,
    system: system.map(bare),
    memory: first.slice(0, first.length - said).map(bare),
    asked: session.settings,
  };
}

function bare({ cache_control: _marker, ...block }: Block): Block {
  return block as Block;
}
