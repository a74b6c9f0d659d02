/** The entries of a session that make up its conversation now, as whoever reads its log finds them. */
import type { ChainEntry } from "../../log/entry.ts";
import { pathTo } from "../../log/path.ts";
import { openLog, type SessionOptions } from "../../opened.ts";

/** In the order of the conversation. `options` are those that the session was opened with. */
export function entriesOnPath(
  options: SessionOptions,
  session: { readonly id: string; readonly path: string },
): ChainEntry[] {
  const file = options.ports.openLog(session.path);
  const { tree, leaf } = openLog(options, file, session.path, { sessionId: session.id });
  return pathTo(tree, leaf).items.flatMap((item) => (item.kind === "entry" ? [item.node.entry] : []));
}
