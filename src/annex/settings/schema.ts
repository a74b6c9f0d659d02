/** What a settings file may hold. Names that do not stand here are another program's, and are let be. */
import { REMINDERS, type Reminders } from "../../context/attachments.ts";
import { EFFORTS, type Effort } from "../../request/models.ts";
import { RESTORED_FILES, type RestoredFiles } from "../compaction/carry-over.ts";
import type { HooksPart } from "../hooks/configured.ts";
import { MCP_SETTINGS, type McpSettings } from "../mcp/settings.ts";

/** The longest that a hook may be waited for, in seconds. */
const A_DAY = 86_400;

const HOOK = {
  type: "object",
  properties: {
    type: { type: "string" },
    command: { type: "string", pattern: "\\S" },
    timeout: { type: "number", exclusiveMinimum: 0, maximum: A_DAY },
    onFailure: { enum: ["block", "continue"] },
  },
  required: ["type"],
  if: { properties: { type: { const: "command" } } },
  // biome-ignore lint/suspicious/noThenProperty: the schema's own word.
  then: { required: ["command"] },
};

const HOOK_GROUP = {
  type: "object",
  properties: {
    matcher: { type: "string", format: "regular expression" },
    hooks: { type: "array", items: HOOK },
  },
  required: ["hooks"],
};

/** The JSON Schema of a settings file. */
export const SETTINGS_SCHEMA = {
  type: "object",
  properties: {
    hooks: { type: "object", additionalProperties: { type: "array", items: HOOK_GROUP } },
    permissions: { type: "object" },
    model: { type: "string", pattern: "\\S" },
    effortLevel: { enum: EFFORTS },
    alwaysThinkingEnabled: { type: "boolean" },
    reminders: { enum: REMINDERS },
    outputStyle: { type: "string", pattern: "\\S" },
    cleanupPeriodDays: { type: "integer", minimum: 1 },
    autoCompact: { type: "boolean" },
    restoreFiles: { enum: RESTORED_FILES },
    ...MCP_SETTINGS,
  },
};

/** A settings file that fits the schema. */
export interface SettingsFile extends McpSettings {
  readonly hooks?: HooksPart;
  readonly permissions?: unknown;
  readonly model?: string;
  readonly effortLevel?: Effort;
  readonly alwaysThinkingEnabled?: boolean;
  readonly reminders?: Reminders;
  readonly outputStyle?: string;
  readonly cleanupPeriodDays?: number;
  readonly autoCompact?: boolean;
  readonly restoreFiles?: RestoredFiles;
}
