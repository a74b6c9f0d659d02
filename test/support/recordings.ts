/** The recordings of the real client 2.1.220: logs as they stood when it resumed them, and what it then sent. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Message } from "#src/index.ts";

/** One resume: the log's bytes, and the conversation that the client made from them, normalised. */
export interface Recording {
  readonly name: string;
  readonly log: Uint8Array;
  readonly messages: readonly Message[];
}

const FOLDER = join(import.meta.dirname, "..", "recorded");
const LOG = /^resume-\d+\.log\.jsonl$/;

/** All of them, by name. */
export function recordings(): Recording[] {
  return readdirSync(FOLDER)
    .sort()
    .flatMap((session) =>
      readdirSync(join(FOLDER, session))
        .filter((file) => LOG.test(file))
        .sort()
        .map((file) => recording(session, file)),
    );
}

function recording(session: string, file: string): Recording {
  const sent = readFileSync(join(FOLDER, session, file.replace(".log.jsonl", ".messages.json")), "utf8");
  return {
    name: `${session}/${file.replace(".log.jsonl", "")}`,
    log: readFileSync(join(FOLDER, session, file)),
    messages: JSON.parse(sent) as Message[],
  };
}
