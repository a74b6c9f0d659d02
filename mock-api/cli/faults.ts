/** Reads a plan of faults that comes from a file. */
import { type FaultPlan, faultsOf } from "../faults.ts";

/**
 * A plan from parsed JSON: a list with a fault or null for each call; an object with a fault by the number of the
 * call; or `{"seed": 7, "rate": 0.2, "kinds": ["overloaded"]}`.
 *
 * @throws Error with one sentence that says what is wrong.
 */
export function readFaults(json: unknown): FaultPlan {
  if (typeof json !== "object" || json === null) throw new Error("It must be a list or an object.");
  faultsOf(json as FaultPlan);
  return json as FaultPlan;
}
