/** Waiting that ends when the client hangs up. */
import { setTimeout as timer } from "node:timers/promises";

/** Waits, by the given clock or the real one. Rejects with the signal's reason as soon as it is aborted. */
export async function pause(
  ms: number,
  signal: AbortSignal,
  sleep?: (ms: number) => Promise<void>,
): Promise<void> {
  await unlessAborted(signal, sleep ? sleep(ms) : timer(ms, undefined, { signal }));
}

/** The value waited for. Rejects with the signal's reason as soon as it is aborted. */
export async function unlessAborted<Value>(
  signal: AbortSignal,
  waiting: Value | Promise<Value>,
): Promise<Value> {
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([aborted, waiting]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
