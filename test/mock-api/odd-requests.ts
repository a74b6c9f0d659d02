/** Requests that no client means to send: any bytes, any JSON, legal requests that were damaged on the way. */
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { KNOWN_BETAS, RULES } from "../../mock-api/index.ts";
import { fixedBecause, switchOf } from "../../mock-api/rules/rule.ts";
import { shownAs } from "../support/law.ts";
import { anyRequest } from "./legal-conversations.ts";

type Path = (string | number)[];

/** One way to damage a value: where, as a share of all its places; how; and what else there may be. */
interface Wound {
  place: number;
  /** `alike` leaves the shape as it is, so that what comes after the shape is met too. */
  how: "alike" | "else" | "gone";
  nth: number;
  put: unknown;
}

const anyWound: fc.Arbitrary<Wound> = fc.record({
  place: fc.nat(9_999),
  how: fc.constantFrom("alike", "alike", "alike", "alike", "alike", "else", "gone"),
  nth: fc.nat(99),
  put: fc.oneof(
    fc.constantFrom<unknown>(null, true, "", " ", "x", 0, -1, 1e300, 0.5, [], {}, [[]], [null], "\ud800"),
    fc.constantFrom<unknown>(
      { type: "text" },
      { type: "thinking" },
      { type: "tool_result" },
      { type: "compaction" },
    ),
    fc.jsonValue({ maxDepth: 3 }),
  ),
});

/** Words that mean something somewhere in a request. */
const WORDS =
  "user assistant system text tool_use tool_result thinking redacted_thinking server_tool_use compaction image adaptive " +
  "enabled disabled between_tools any tool none auto low high xhigh max omitted updates 5m 1h ephemeral tool0 toolu_1 " +
  "claude-opus-5 claude-opus-5-5 claude-haiku-4-5-20251001 claude-2";
const STRINGS = ["", " ", "x", ...WORDS.split(" ")];
const NUMBERS = [0, 1, 1_023, 1_024, 64_000, 2_000_000];

/** Another value of the same kind. */
function alike(value: unknown, nth: number): unknown {
  if (typeof value === "string") return STRINGS[nth % STRINGS.length];
  if (typeof value === "number") return NUMBERS[nth % NUMBERS.length];
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) {
    const at = nth % (value.length || 1);
    const ways = [
      value.toReversed(),
      value.toSpliced(at, 1),
      value.toSpliced(at, 0, ...value.slice(at, at + 1)),
    ];
    return ways[nth % ways.length];
  }
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value);
  return Object.fromEntries(fields.toSpliced(nth % (fields.length || 1), 1));
}

/** Every place within a value. */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const inside = Object.entries(value).flatMap(([key, each]) =>
    placesOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...inside];
}

function damaged(value: unknown, [step, ...rest]: Path, wound: Wound): unknown {
  if (step === undefined) {
    if (wound.how === "alike") return alike(value, wound.nth);
    return wound.how === "else" ? wound.put : undefined;
  }
  if (Array.isArray(value)) return value.map((each, at) => (at === step ? damaged(each, rest, wound) : each));
  const fields = value as Record<string, unknown>;
  return { ...fields, [step]: damaged(fields[step], rest, wound) };
}

/** A legal request that was damaged in one to three places. */
export const anyDamaged: fc.Arbitrary<unknown> = fc
  .tuple(anyRequest, fc.array(anyWound, { minLength: 1, maxLength: 3 }))
  .map(([legal, wounds]) =>
    wounds.reduce<unknown>((value, wound) => {
      const places = placesOf(value);
      return damaged(value, places[Math.floor((wound.place / 10_000) * places.length)] ?? [], wound);
    }, legal),
  );

/** The bytes of a legal request with one byte changed, or cut off. */
const anyTorn: fc.Arbitrary<Uint8Array> = fc
  .tuple(anyRequest, fc.nat(9_999), fc.option(fc.nat(255)))
  .map(([legal, share, byte]) => {
    const bytes = bytesOf(legal);
    const at = Math.floor((share / 10_000) * bytes.length);
    if (byte === null) return bytes.slice(0, at);
    bytes[at] = byte;
    return bytes;
  });

function bytesOf(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value) ?? "");
}

/** A body, and the headers it comes with. */
export interface OddRequest {
  body: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/** Any body. */
export const anyBody = fc.oneof(
  fc.uint8Array({ maxLength: 64 }),
  fc.jsonValue({ maxDepth: 4 }).map(bytesOf),
  { weight: 4, arbitrary: anyDamaged.map(bytesOf) },
  anyTorn,
  anyRequest.map((legal) => bytesOf({ ...legal, stream: true })),
) as fc.Arbitrary<Uint8Array<ArrayBuffer>>;

const anyValue = fc.string({ unit: fc.constantFrom(..."abz019-_,. /;=\t\u00e9"), maxLength: 20 });

/** Most often one of the usual values, now and then another, or none. */
function mostly(...usual: string[]): fc.Arbitrary<string | undefined> {
  return fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom<string | undefined>(...usual) },
    { weight: 1, arbitrary: fc.option(anyValue, { nil: undefined }) },
  );
}

/** Any headers; most often they are right. */
export const anyHeaders: fc.Arbitrary<Record<string, string>> = fc
  .record({
    "anthropic-version": mostly("2026-10-21", "2023-06-01"),
    "x-api-key": mostly("test"),
    authorization: mostly("Bearer test", "Bearer wrong"),
    "anthropic-beta": mostly(
      "context-management-2025-06-27",
      "message-threads-2026-08-12,compact-2026-09-04",
      KNOWN_BETAS.join(),
    ),
    "content-type": mostly("application/json"),
    "content-encoding": mostly(...new Array<string>(9).fill("identity"), "gzip"),
    "content-length": mostly("10"),
  })
  .map((headers) => {
    const given = Object.entries(headers).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    return Object.fromEntries(given);
  });

const TURNABLE = RULES.filter((rule) => fixedBecause(rule) === undefined);

/** Rules turned the other way than they stand, of all those that can be turned. */
export const anySwitches: fc.Arbitrary<Record<string, boolean>> = fc
  .subarray(TURNABLE)
  .map((rules) =>
    Object.fromEntries(rules.map((rule) => [switchOf(rule), !(rule.on ?? rule.confidence !== "L")])),
  );

/** Any request; most often its headers are right, so that the body is looked at too. */
export const anyOddRequest: fc.Arbitrary<OddRequest> = shownAs(
  fc
    .record({ body: anyBody, headers: anyHeaders, gzipped: fc.nat(9).map((one) => one === 0) })
    .map(({ body, headers, gzipped }) =>
      gzipped
        ? { body: new Uint8Array(gzipSync(body)), headers: { ...headers, "content-encoding": "gzip" } }
        : { body, headers },
    ),
  ({ body, headers }) => `${JSON.stringify(headers)}\n${new TextDecoder().decode(body)}`,
);
