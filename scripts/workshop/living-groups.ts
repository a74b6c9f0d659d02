/** Process groups that are started here and may never end: they end with this process, however that ends. */

/** A signal alone would end this process without an `exit`, and leave them in their loops. */
const EXITS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

const living = new Set<number>();

/** From now on the group ends with this process; what is returned ends it, where it still lives, and lets go of it. */
export function endsWithThis(pid: number): () => void {
  if (living.size === 0) {
    process.on("exit", endAll);
    for (const signal in EXITS) process.on(signal, exitAt);
  }
  living.add(pid);
  return () => {
    endGroup(pid);
    living.delete(pid);
    if (living.size > 0) return;
    process.off("exit", endAll);
    for (const signal in EXITS) process.off(signal, exitAt);
  };
}

/** Ends a group of processes at once, with all that has been started in it. */
export function endGroup(pid: number): void {
  // Group 0 would be this process's own; it is what a process has that could not be started.
  if (pid <= 0) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function endAll(): void {
  for (const pid of living) endGroup(pid);
}

function exitAt(signal: NodeJS.Signals): void {
  process.exit(EXITS[signal as keyof typeof EXITS]);
}
