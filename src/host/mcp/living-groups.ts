/** Process groups that live as long as this process does: however it ends, they end with it. */
import { signalGroup } from "../process-group.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const living = new Set<number>();

/** From now on the group ends with this process; the function that is returned lets go of it. */
export function endsWithThis(pid: number): () => void {
  if (living.size === 0) watch();
  living.add(pid);
  return () => {
    living.delete(pid);
    if (living.size === 0) unwatch();
  };
}

function watch(): void {
  process.on("exit", endAll);
  for (const signal of SIGNALS) process.prependListener(signal, onSignal);
}

function unwatch(): void {
  process.off("exit", endAll);
  for (const signal of SIGNALS) process.off(signal, onSignal);
}

function endAll(): void {
  for (const pid of living) signalGroup(pid, "SIGKILL");
}

/** Where nobody else listens the signal would have ended this process: it still does. */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  endAll();
  unwatch();
  process.kill(process.pid, signal);
}
