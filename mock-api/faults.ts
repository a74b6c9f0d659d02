/** Faults on demand: what goes wrong with the connection or the service, at which call. */
import { FAULTS, type FaultKind, USUAL_KINDS } from "./fault-table.ts";
import { checkMishap } from "./models/script-reader.ts";
import type { Mishap } from "./models/scripted.ts";

/** Faults by chance: the same seed brings the same faults to the same calls. */
export interface SeededFaults {
  seed: number;
  /** How many calls meet a fault, from 0, none, to 1, all. */
  rate: number;
  /** Left out: those that a client may survive when it tries again; of `hang` it needs a timeout. */
  kinds?: readonly FaultKind[];
}

/** A fault, or none, for the calls in order, or for some of them by their number. */
export type ListedFaults = readonly (Mishap | null | undefined)[];
export type NumberedFaults = Readonly<Record<number, Mishap>>;

/**
 * Which call, counted from 1 among those that pass the checks and the limits, meets which fault. A reply of a scripted
 * list that a fault keeps from the client is not used up: it is the next one again (D-26).
 */
export type FaultPlan =
  | ((call: number) => Mishap | null | undefined)
  | ListedFaults
  | NumberedFaults
  | SeededFaults;

/**
 * Asks the plan, call by call.
 *
 * Law: faults-keep-the-script.
 *
 * @throws Error with one sentence that says what is wrong with the plan.
 */
export function faultsOf(plan: FaultPlan | undefined): () => Mishap | undefined {
  const at = faultAt(plan);
  let call = 0;
  return () => {
    call += 1;
    return at(call) ?? undefined;
  };
}

function faultAt(plan: FaultPlan = []): (call: number) => Mishap | null | undefined {
  if (typeof plan === "function") return plan;
  if (typeof plan !== "object" || plan === null) throw new Error("A plan of faults is a list or an object.");
  if (isList(plan)) {
    for (const [index, mishap] of plan.entries()) if (mishap != null) checkMishap(index + 1, mishap);
    return (call) => plan[call - 1];
  }
  return isSeeded(plan) ? seeded(plan) : numbered(plan as NumberedFaults);
}

function numbered(plan: NumberedFaults): (call: number) => Mishap | undefined {
  for (const [call, mishap] of Object.entries(plan)) {
    if (!/^[1-9]\d*$/.test(call))
      throw new Error(`"${call}" is not the number of a call; they are counted from 1.`);
    if (mishap != null) checkMishap(Number(call), mishap);
  }
  return (call) => plan[call];
}

function isList(value: unknown): value is readonly never[] {
  return Array.isArray(value);
}

function isSeeded(plan: object): plan is SeededFaults {
  return "seed" in plan;
}

function seeded({ seed, rate, kinds = USUAL_KINDS }: SeededFaults): (call: number) => Mishap | undefined {
  if (!Number.isInteger(seed) || typeof rate !== "number")
    throw new Error('"seed" must be a whole number and "rate" a number.');
  if (!isList(kinds)) throw new Error('"kinds" must be a list.');
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
