/** A process killed between two lines of its log, and the one that takes the session up after it (D-34). */
import fc from "fast-check";
import type { MessagesRequest, Session, SessionOptions } from "#src/index.ts";
import { shownAs } from "./law.ts";
import { scripted } from "./scripted.ts";
import type { World } from "./world.ts";

/** The line after which a process is killed, counted round. */
export const anyLine = shownAs(
  fc.record({ line: fc.nat(60) }),
  ({ line }) => `(killed after line ${line + FIRST}, counted round)`,
);

/** The first line of a log is a ledger line and no conversation; the second is. */
const FIRST = 2;

/** Leaves of a log what a process that was killed after this line had written. Returns the lines that are left. */
export function killAfterLine(world: World, { path }: Session, line: number): string[] {
  const lines = world.text(path).trimEnd().split("\n");
  const cut = lines.slice(0, FIRST + (line % (lines.length - 1)));
  world.setText(path, `${cut.join("\n")}\n`);
  return cut;
}

/** A fresh process takes the session up, and is asked something. Returns the request that it sends. */
export async function resumeAndAsk(
  world: World,
  { id, path }: Session,
  more: Partial<SessionOptions> = {},
): Promise<MessagesRequest> {
  const requests: MessagesRequest[] = [];
  const before = world.text(path);
  const session = world.start(scripted([{ content: [{ type: "text", text: "yes" }] }])).resume(id, {
    ...more,
    emit: (event) => {
      if (event.type === "request") requests.push(event.request);
    },
  });
  if (world.text(path) !== before) throw new Error("Opening the session has changed its log.");
  await session.prompt("And now?");
  const [request] = requests;
  if (!request) throw new Error("No request was sent.");
  return request;
}
