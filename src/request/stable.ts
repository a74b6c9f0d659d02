/** The parts of a request that a process freezes when it opens a session (D-14). */
import type { Reminders } from "../context/attachments.ts";
import { memoryReminder, readMemory } from "../context/memory.ts";
import { type SystemFacts, systemPrompt } from "../context/system.ts";
import type { Disk } from "../ports.ts";
import type { Block, CacheTtl, ToolDefinition } from "../wire.ts";
import { DEFAULT_MODEL, type Effort } from "./models.ts";

/** What a session asks with; it holds for every request of a process. */
export interface RequestSettings {
  readonly model: string;
  /** Not at all, as the model sees fit, or within a number of tokens (C-2.10); each as far as the model takes it. */
  readonly thinking: "off" | "adaptive" | { readonly budget: number };
  readonly effort: Effort;
  /** The most tokens of one answer. */
  readonly maxTokens: number;
  readonly cacheTtl: CacheTtl;
  /** Left out: `sticky` where the model's thinking is bound to its prefix, else `vanish` (D-15). */
  readonly reminders?: Reminders;
}

/** The parts that a process freezes when it opens a session, so that nothing but the conversation changes (D-14). */
export interface StableParts {
  readonly settings: RequestSettings;
  readonly tools: readonly ToolDefinition[];
  readonly system: readonly Block[];
  /** The memory files; they stand before the user's first words. */
  readonly memory: readonly Block[];
}

/** What is asked with where nothing is said (D-3). */
const DEFAULTS: RequestSettings = {
  model: DEFAULT_MODEL,
  thinking: "adaptive",
  effort: "high",
  maxTokens: 64_000,
  cacheTtl: "1h",
};

/** Reads memory from disk and writes the system prompt, once for a process. `root` is the data root. Law: prefix-survives */
export function stableParts(
  tools: readonly ToolDefinition[],
  settings: Partial<RequestSettings>,
  disk: Disk,
  facts: SystemFacts & { readonly root: string; readonly readMemory?: typeof readMemory | undefined },
): StableParts {
  return {
    settings: { ...DEFAULTS, ...settings },
    tools,
    system: systemPrompt(facts),
    memory: memoryReminder((facts.readMemory ?? readMemory)(disk, facts.root, facts.cwd)),
  };
}
