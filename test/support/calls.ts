/** Entries of API calls as logs tell of them, with the fields that usage is counted by. */
import { usageOf } from "../../src/annex/log/usage/usage.ts";

/** What an entry tells of its call. */
export interface Told {
  readonly id: string;
  readonly request?: string | undefined;
  readonly model?: string;
  readonly usage: object | null;
  /** When the entry was made; empty: it does not say. */
  readonly time?: string;
  readonly session?: string;
}

/** A time of day, to be put behind a date. */
export const DAY = "T12:00:00.000Z";

let entries = 0;

/** One entry of a response. */
export function said({ id, request, model = "claude-opus-5", usage, time, session = sessionOf(0) }: Told) {
  entries += 1;
  return {
    type: "assistant",
    uuid: `e${entries}`,
    parentUuid: null,
    sessionId: session,
    ...(time === "" ? {} : { timestamp: time ?? `2026-07-28${DAY}` }),
    ...(request === undefined ? {} : { requestId: request }),
    message: { id, role: "assistant", model, content: [], usage },
  };
}

/** The nth session's id. */
export function sessionOf(number: number): string {
  return `00000000-0000-4000-8000-00000000000${number}`;
}

/** A log of these lines. */
export function file(name: string, ...lines: object[]) {
  return { name, bytes: bytesOf(...lines) };
}

/** The bytes of these lines. */
export function bytesOf(...lines: object[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** A conversation in which these responses stand, among much that is not counted. */
export function asked(...ids: readonly string[]): Uint8Array {
  return bytesOf(
    ...ids.flatMap((id) => [
      {
        type: "user",
        uuid: `u-${id}`,
        parentUuid: null,
        message: { role: "user", content: "Wie viele — 何個?" },
      },
      said({ id, usage: { input_tokens: 3, output_tokens: 5 } }),
      { type: "last-prompt", lastPrompt: `"usage":{"input_tokens":9}` },
    ]),
  );
}

/** What one call with this usage costs, in dollars. */
export function costs(usage: object, model = "claude-opus-5"): number | null {
  return usageOf([file("a", said({ id: "m", usage, model }))]).total.cost_usd;
}
