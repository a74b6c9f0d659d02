/** Session logs in memory, in folders as a data root has them. */
import type { LogShelf } from "../../src/annex/log/sessions/candidates.ts";

/** A shelf of logs. */
export type Shelved = LogShelf;

/** The nth session's id. */
export function idOf(number: number): string {
  return `0000000${number.toString(16)}-0000-4000-8000-000000000000`;
}

/** An entry of a person's words in a directory. Its uuid is made of the words. */
export function entry(words: string, cwd: string | undefined, more: object = {}) {
  return {
    type: "user",
    uuid: `uuid-of-${words.replaceAll(" ", "-")}`.slice(0, 36).padEnd(36, "."),
    parentUuid: null,
    isSidechain: false,
    ...(cwd === undefined ? {} : { cwd }),
    message: { role: "user", content: words },
    ...more,
  };
}

/** The data root `/root` with these folders, and in them the lines of these logs; what stands later changed later. */
export function shelf(
  folders: Readonly<Record<string, Readonly<Record<string, readonly object[]>>>>,
): Shelved {
  const files = new Map<string, Uint8Array>();
  for (const [folder, logs] of Object.entries(folders)) {
    for (const [name, lines] of Object.entries(logs)) {
      const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
      files.set(`/root/projects/${folder}/${name}.jsonl`, new TextEncoder().encode(text));
    }
  }
  const paths = [...files.keys()];
  return {
    realPath: () => undefined,
    open: (path, use) => use({ read: (offset, length) => bytesOf(path).subarray(offset, offset + length) }),
    list: (folder) => {
      const names = new Set(
        paths.flatMap((path) =>
          path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1).split("/")[0] ?? ""] : [],
        ),
      );
      return [...names].map((name) => {
        const bytes = files.get(`${folder}/${name}`);
        const changed = paths.indexOf(`${folder}/${name}`);
        return {
          name,
          kind: bytes ? ("file" as const) : ("folder" as const),
          changed,
          bytes: bytes?.length ?? 0,
        };
      });
    },
  };

  function bytesOf(path: string): Uint8Array {
    return files.get(path) ?? new Uint8Array();
  }
}
