/** Faults on demand: what goes wrong with the connection or the service, at which call. */
import type { Mishap } from "./models/scripted.ts";

/**
 * What happens to an answer or in place of it. A reply of a scripted list that it keeps from the client is not used up:
 * it is the next one again (D-26).
 */
export type InjectedFault = Mishap;

/** The faults that a seed can choose from. */
export const FAULTS = {
  rate_limited: { status: 429, headers: { "retry-after": "1", "retry-after-ms": "1" } },
  server_error: { status: 500, headers: { "retry-after-ms": "1" } },
  overloaded: { status: 529, headers: { "retry-after-ms": "1" } },
  reset: { fault: "reset" },
  hang: { fault: "hang" },
  truncated: { fault: "truncate" },
  mid_stream_error: { error: { type: "overloaded_error", message: "Overloaded" }, after_events: 3 },
} as const satisfies Record<string, InjectedFault>;

export type FaultKind = keyof typeof FAULTS;

/** Faults by chance: the same seed brings the same faults to the same calls. */
export interface SeededFaults {
  seed: number;
  /** How many calls meet a fault, from 0, none, to 1, all. */
  rate: number;
  /** Left out: every kind but `hang`, which only a client with a timeout survives. */
  kinds?: readonly FaultKind[];
}

/** A fault, or none, for the calls in order, or for some of them by their number. */
export type ListedFaults = readonly (InjectedFault | null | undefined)[];
export type NumberedFaults = Readonly<Record<number, InjectedFault>>;

/** Which call, counted from 1 among those that pass the checks and the limits, meets which fault. */
export type FaultPlan =
  | ((call: number) => InjectedFault | null | undefined)
  | ListedFaults
  | NumberedFaults
  | SeededFaults;

/**
 * Asks the plan, call by call.
 *
 * Law: faults-keep-the-script.
 *
 * @throws Error when a plan by seed has a rate or a kind that does not exist.
 */
export function faultsOf(plan: FaultPlan | undefined): () => InjectedFault | undefined {
  const at = faultAt(plan);
  let call = 0;
  return () => {
    call += 1;
    return at(call) ?? undefined;
  };
}

function faultAt(plan: FaultPlan = []): (call: number) => InjectedFault | null | undefined {
  if (typeof plan === "function") return plan;
  if (isList(plan)) return (call) => plan[call - 1];
  if (isSeeded(plan)) return seeded(plan);
  return (call) => plan[call];
}

function isList(plan: object): plan is ListedFaults {
  return Array.isArray(plan);
}

function isSeeded(plan: object): plan is SeededFaults {
  return "seed" in plan;
}

function seeded({
  seed,
  rate,
  kinds = MOST_KINDS,
}: SeededFaults): (call: number) => InjectedFault | undefined {
  if (!(rate >= 0 && rate <= 1)) throw new Error(`The rate of faults is from 0 to 1, not ${rate}.`);
  const unknown = kinds.find((kind) => !Object.hasOwn(FAULTS, kind));
  if (unknown !== undefined)
    throw new Error(`There is no fault "${unknown}"; there are ${Object.keys(FAULTS).join(", ")}.`);
  return (call) => {
    if (chance(seed, 2 * call) >= rate) return undefined;
    const kind = kinds[Math.floor(chance(seed, 2 * call + 1) * kinds.length)];
    return kind && FAULTS[kind];
  };
}

const MOST_KINDS = (Object.keys(FAULTS) as FaultKind[]).filter((kind) => kind !== "hang");

/** From 0 to below 1, spread evenly over the draws of a seed: the mixing step of the generator mulberry32. */
function chance(seed: number, draw: number): number {
  let mixed = (Math.imul(seed, 0x9e3779b1) + Math.imul(draw, 0x6d2b79f5)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** Does a mishap leave nothing of the answer? Then the model need not be asked. */
export function replacesAnswer(mishap: Mishap, streamed: boolean): boolean {
  const { status = 200, error, fault } = mishap;
  if (status >= 400 || (error !== undefined && !streamed)) return true;
  const within = streamed && (mishap.after_events !== undefined || mishap.after_bytes !== undefined);
  return (fault === "reset" || fault === "hang") && !within;
}

/** Does a mishap keep the answer from arriving whole? A mere delay, or headers more, do not. */
export function hidesAnswer({ error, fault }: Mishap): boolean {
  return error !== undefined || fault !== undefined;
}

/**
 * The connection broke before the response was whole. Thrown by `MockApi.handle` and `MockApi.fetch` in place of a
 * response, and by the body of a response that had begun. It looks as a real `fetch` reports it: a `TypeError` whose
 * cause has the code ECONNRESET.
 *
 * A door that has a real connection answers it by destroying that connection. Whatever else a body's stream fails with
 * is the reason of an aborted request.
 */
export class ConnectionReset extends TypeError {
  override readonly name = "ConnectionReset";

  constructor(during: "the request" | "the body") {
    super(during === "the request" ? "fetch failed" : "terminated", {
      cause: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }),
    });
  }
}
