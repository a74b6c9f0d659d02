/** What a request may hold only with its beta in the header (MR-9). Asked once the shape holds, betas or not. */

import type { RequestBlock } from "../wire.ts";
import { isObject } from "../wire.ts";
import {
  type AnyOf,
  BLOCK_TYPES,
  EDIT_TYPES,
  MESSAGE_FIELDS,
  NESTED_FIELDS,
  ON_DEMAND,
  REQUEST_FIELDS,
} from "./beta-fields.ts";
import type { Call } from "./call.ts";
import { BLOCKS } from "./fields/blocks.ts";
import { SERVER_BLOCKS } from "./fields/server-blocks.ts";
import { unknownTag } from "./fields/tagged.ts";
import { firstOf, type RefusalRule } from "./rule.ts";

/** Order: the fields, then what stands in them. */
export const betaRules: RefusalRule[] = [
  {
    id: "MR-9",
    part: "fields",
    checks: "a field that belongs to a beta comes with that beta",
    kind: "refusal",
    confidence: "H",
    check: (call) => {
      const path = lockedFields(call).next().value;
      return path && `${path}: Extra inputs are not permitted`;
    },
  },
  {
    id: "MR-9",
    part: "compaction",
    checks: "the compaction parameter comes with its beta, of which the refusal speaks",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      call.request["compaction"] !== undefined && !has(call, ON_DEMAND)
        ? "compaction: This field requires anthropic-beta: compact-2026-09-04"
        : undefined,
  },
  {
    id: "MR-9",
    part: "types",
    checks: "a block or an edit of a type that belongs to a beta comes with that beta",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      firstOf(call.request.messages.entries(), ([at, { content }]) => checkBlocks(call, content, at)) ??
      checkEdits(call),
  },
  {
    id: "MR-9",
    part: "values",
    checks: 'thinking is displayed as "updates" only with the beta of that',
    kind: "refusal",
    confidence: "H",
    check: (call) => {
      const { type, display } = call.request.thinking ?? {};
      return display === "updates" && !call.head.hasBeta("thinking-display-updates-2026-08-18")
        ? `thinking.${type}.display: Input should be 'summarized' or 'omitted'`
        : undefined;
    },
  },
];

/** The paths of fields whose beta was not asked for; a field that is null is there (MR-10). */
function* lockedFields(call: Call): Generator<string, undefined> {
  yield* lockedIn(call, call.request, REQUEST_FIELDS, "");
  for (const [field, fields] of Object.entries(NESTED_FIELDS)) {
    const owner = call.request[field];
    // In a path the mode of thinking follows its field (MR-49).
    const path = isObject(owner) && field === "thinking" ? `${field}.${owner["type"]}.` : `${field}.`;
    if (isObject(owner)) yield* lockedIn(call, owner, fields, path);
  }
  for (const [at, message] of call.request.messages.entries()) {
    yield* lockedIn(call, message, MESSAGE_FIELDS, `messages.${at}.`);
  }
}

function* lockedIn(
  call: Call,
  owner: object,
  fields: Readonly<Record<string, AnyOf>>,
  path: string,
): Generator<string, undefined> {
  for (const [field, betas] of Object.entries(fields)) {
    if (Reflect.get(owner, field) !== undefined && !has(call, betas)) yield `${path}${field}`;
  }
}

function checkBlocks(
  call: Call,
  content: string | RequestBlock[] | undefined,
  message: number,
): string | undefined {
  if (!Array.isArray(content)) return undefined;
  return firstOf(content.entries(), ([at, { type, tool }]) => {
    const path = `messages.${message}.content.${at}`;
    if (isLocked(call, type, BLOCK_TYPES)) return `${path}: ${unknownTag(type, OPEN_TYPES)}`;
    const defines = type === "tool_addition" && isObject(tool) && tool["type"] === "tool_definition";
    return defines && !call.head.hasBeta("inline-tools-2026-09-15")
      ? `${path}.tool_addition.tool: ${unknownTag("tool_definition", TOOL_REFERENCES)}`
      : undefined;
  });
}

function checkEdits(call: Call): string | undefined {
  const { context_management: management } = call.request;
  const edits = isObject(management) && Array.isArray(management["edits"]) ? management["edits"] : [];
  const open = Object.keys(EDIT_TYPES).filter((type) => !isLocked(call, type, EDIT_TYPES));
  return firstOf((edits as { type: string }[]).entries(), ([at, { type }]) =>
    open.includes(type) ? undefined : `context_management.edits.${at}: ${unknownTag(type, open)}`,
  );
}

const OPEN_TYPES = [...Object.keys(BLOCKS), ...Object.keys(SERVER_BLOCKS)].filter(
  (type) => !Object.hasOwn(BLOCK_TYPES, type),
);
const TOOL_REFERENCES = ["tool_reference", "mcp_tool_reference", "mcp_toolset_reference"];

function isLocked(call: Call, type: string, types: Readonly<Record<string, AnyOf>>): boolean {
  const betas = Object.hasOwn(types, type) ? types[type] : undefined;
  return betas !== undefined && !has(call, betas);
}

function has({ head }: Call, betas: AnyOf): boolean {
  return betas.some((beta) => head.hasBeta(beta));
}
