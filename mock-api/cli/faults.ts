/** Reads a plan of faults that comes from a file. */
import { type FaultPlan, faultsOf, type SeededFaults } from "../faults.ts";
import { parseScript } from "../models/script-reader.ts";

/**
 * A plan from parsed JSON: a list with a fault or null for each call; an object with a fault by the number of the
 * call; or `{"seed": 7, "rate": 0.2, "kinds": ["overloaded"]}`.
 *
 * @throws Error with one sentence that says what is wrong.
 */
export function readFaults(json: unknown): FaultPlan {
  if (typeof json !== "object" || json === null) throw new Error("It must be a list or an object.");
  if ("seed" in json) return seeded(json as Partial<SeededFaults>);
  const entries = Object.entries(json);
  const call = entries.find(([number]) => !Array.isArray(json) && !/^[1-9]\d*$/.test(number));
  if (call) throw new Error(`"${call[0]}" is not the number of a call; they are counted from 1.`);
  for (const [number, fault] of entries)
    if (fault !== null) check(Number(number) + (Array.isArray(json) ? 1 : 0), fault);
  return json as FaultPlan;
}

function seeded({ seed, rate, kinds }: Partial<SeededFaults>): FaultPlan {
  if (!Number.isInteger(seed) || typeof rate !== "number")
    throw new Error('"seed" must be a whole number and "rate" a number.');
  if (kinds !== undefined && !Array.isArray(kinds)) throw new Error('"kinds" must be a list.');
  const plan: SeededFaults = { seed: seed as number, rate, ...(kinds && { kinds }) };
  faultsOf(plan);
  return plan;
}

/** A fault is a reply that has nothing to say. */
function check(call: number, fault: unknown): void {
  try {
    const [read] = parseScript([fault]);
    if (read && "content" in read) throw new Error('"content" is no part of a fault');
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^Reply 0 of the script is wrong: /, "") : "";
    throw new Error(`The fault of call ${call} is wrong: ${reason}`);
  }
}
