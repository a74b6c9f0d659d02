/** A disk in memory: plain files, no symlinks. A folder is there where it was made, or where a file is in it. */
import type { Disk, DiskEntry } from "#src/index.ts";

/** A `Disk` whose files a test or a play can set and look at. */
export class MemoryDisk implements Disk {
  readonly #files = new Map<string, string | Uint8Array>();
  readonly #modes = new Map<string, number>();
  readonly #folders: string[] = [];

  /** Puts a file there, or replaces it. */
  put(path: string, content: string | Uint8Array): void {
    this.#files.set(path, content);
  }

  /** Makes a folder, empty. */
  makeFolder(path: string): void {
    this.#folders.push(path);
  }

  realPath(path: string): string | undefined {
    return this.kind(path) === undefined ? undefined : path;
  }

  kind(path: string): "file" | "folder" | undefined {
    if (this.#files.has(path)) return "file";
    const folder = path === "/" ? path : `${path}/`;
    const isThere = this.#folders.includes(path) || this.#paths().some((each) => each.startsWith(folder));
    return isThere ? "folder" : undefined;
  }

  read(path: string): Uint8Array | undefined {
    const content = this.#files.get(path);
    return typeof content === "string" ? new TextEncoder().encode(content) : content;
  }

  write(path: string, content: string): void {
    this.#files.set(path, content);
  }

  stat(path: string): { links: number; mode: number } | undefined {
    return this.#files.has(path) ? { links: 1, mode: this.#modes.get(path) ?? 0o644 } : undefined;
  }

  replace(path: string, content: Uint8Array, mode?: number): void {
    this.#files.set(path, content);
    if (mode !== undefined) this.#modes.set(path, mode);
  }

  /** A folder that was not made is gone with its last file anyhow. */
  remove(path: string): void {
    this.#files.delete(path);
    this.#modes.delete(path);
  }

  /** Changes a file's permission bits. */
  chmod(path: string, mode: number): void {
    this.#modes.set(path, mode);
  }

  list(folder: string): readonly DiskEntry[] {
    const start = folder === "/" ? folder : `${folder}/`;
    const inside = this.#paths().filter((path) => path.startsWith(start));
    const names = new Set(inside.map((path) => path.slice(start.length).split("/")[0] ?? ""));
    return [...names].map((name) => {
      const path = `${start}${name}`;
      return { name, kind: this.kind(path), changed: 0, bytes: this.read(path)?.length ?? 0 };
    });
  }

  #paths(): string[] {
    return [...this.#files.keys(), ...this.#folders];
  }
}
