/** Locks in memory, which outlive the processes that made them. */
import type { LockFiles } from "#src/annex/locks/guard.ts";

/** A folder of locks. */
export class MemoryLocks implements LockFiles {
  readonly #texts = new Map<string, string>();

  read(path: string): string | undefined {
    return this.#texts.get(path);
  }

  create(path: string, text: string): boolean {
    if (this.#texts.has(path)) return false;
    this.#texts.set(path, text);
    return true;
  }

  remove(path: string, text: string): void {
    if (this.#texts.get(path) === text) this.#texts.delete(path);
  }

  /** Where locks stand. */
  paths(): string[] {
    return [...this.#texts.keys()];
  }
}
