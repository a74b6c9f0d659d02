/**
 * Required fields and their types (MR-10). Only what the other rules and the cache rely on is checked; after this
 * family the request has the shape its type says. The wordings other than `Field required` are the mock's own.
 */
import type { MessagesRequest } from "../wire.ts";
import { firstOf, type RefusalRule } from "./rule.ts";

type Fields = Record<string, unknown>;
type Check = (value: unknown, path: string) => string | undefined;

const ROLES = ["user", "assistant", "system"];

const aString: Check = (value, path) =>
  typeof value === "string" ? undefined : `${path}: Input should be a valid string`;
const aCount: Check = (value, path) =>
  Number.isInteger(value) && Number(value) >= 0 ? undefined : `${path}: Input should be a valid integer`;
const anObject: Check = (value, path) =>
  isObject(value) ? undefined : `${path}: Input should be a valid dictionary`;
const aMessage: Check = (value, path) => {
  if (!isObject(value)) return anObject(value, path);
  if (value["role"] === undefined) return `${path}.role: Field required`;
  if (!ROLES.some((role) => role === value["role"]))
    return `${path}.role: Input should be one of ${ROLES.join(", ")}`;
  return required(value, "content", `${path}.`, aContent);
};
const aPart: Check = (value, path) =>
  isObject(value) ? required(value, "type", `${path}.`, aString) : anObject(value, path);
const aBlock: Check = (value, path) => {
  if (!isObject(value)) return anObject(value, path);
  const type = value["type"];
  if (type === undefined) return `${path}.type: Field required`;
  if (typeof type !== "string") return aString(type, `${path}.type`);
  const parts = type === "tool_result" ? value["content"] : undefined;
  const fault = Array.isArray(parts) ? aListOf(aPart)(parts, `${path}.tool_result.content`) : undefined;
  if (fault) return fault;
  const fields = Object.hasOwn(BLOCK_FIELDS, type) ? Object.entries(BLOCK_FIELDS[type] ?? {}) : [];
  return firstOf(fields, ([field, check]) => required(value, field, `${path}.${type}.`, check));
};
const aContent: Check = (value, path) =>
  typeof value === "string" ? undefined : aListOf(aBlock)(value, path);

// `signature` and `data` are left to MR-45, `input` to MR-33: each has its own text for what is wrong there.
const BLOCK_FIELDS: Record<string, Record<string, Check>> = {
  text: { text: aString },
  thinking: { thinking: aString },
  tool_use: { id: aString, name: aString, input: () => undefined },
  tool_result: { tool_use_id: aString },
};

const REQUIRED: [string, Check][] = [
  ["model", aString],
  ["max_tokens", aCount],
  ["messages", aListOf(aMessage)],
];
const OPTIONAL: [string, Check][] = [
  ["system", aContent],
  ["tools", aListOf(anObject)],
  ["tool_choice", aPart],
  ["thinking", aPart],
  ["output_config", anObject],
];

/** Present and of the right type. */
export const fieldRules: RefusalRule[] = [
  {
    id: "MR-10",
    checks: "every field that is required is there, and of its type",
    kind: "refusal",
    confidence: "H",
    check: ({ request }) => checkFields(request),
  },
];

function checkFields(request: MessagesRequest): string | undefined {
  const body: unknown = request;
  if (!isObject(body)) return "Input should be a valid dictionary";
  return (
    firstOf(REQUIRED, ([field]) => (body[field] === undefined ? `${field}: Field required` : undefined)) ??
    firstOf(REQUIRED, ([field, check]) => check(body[field], field)) ??
    firstOf(OPTIONAL, ([field, check]) => (body[field] == null ? undefined : check(body[field], field)))
  );
}

function required(owner: Fields, field: string, path: string, check: Check): string | undefined {
  return owner[field] === undefined ? `${path}${field}: Field required` : check(owner[field], path + field);
}

function aListOf(check: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return `${path}: Input should be a valid list`;
    return firstOf(value.entries(), ([index, item]) => check(item, `${path}.${index}`));
  };
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
