/** What the version 2026-10-21 no longer takes (MR-4, MR-5). */
import type { RefusalRule } from "./rule.ts";

export const versionRules: RefusalRule[] = [];
