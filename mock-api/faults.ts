/** Faults on demand: what goes wrong with the connection or the service, at which call. */
import type { Reply } from "./models/scripted.ts";

/** What happens in place of an answer, or to it. */
export type InjectedFault = Pick<Reply, "status" | "error" | "headers" | "delay_ms">;

/** Which call, counted from 1 among those that pass the checks, meets which fault. */
export type FaultPlan = (call: number) => InjectedFault | undefined;

/** Asks the plan, call by call. */
export function faultsOf(plan: FaultPlan | undefined): () => InjectedFault | undefined {
  let call = 0;
  return () => {
    call += 1;
    return plan?.(call);
  };
}
