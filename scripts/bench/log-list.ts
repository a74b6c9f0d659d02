/** A list of 1,000 sessions with their titles, beside the official reader's. */
import { join } from "node:path";
import { officialEntry } from "../official-sdk.ts";
import { Arena } from "./arena.ts";
import { writeProject } from "./log-project.ts";
import type { Row } from "./log-rows.ts";

/** The rows: two sizes of sessions, since a title may have to be looked for in all of a log. */
export async function* listRows(folder: string): AsyncGenerator<Row> {
  const official = officialEntry(folder);
  const arena = await Arena.of("list-contenders.ts", folder);
  for (const megabytes of [100, 500]) {
    const root = join(folder, `root-${megabytes}`);
    writeProject(root, { sessions: 1_000, megabytes });
    const work = `list 1,000 sessions, ${megabytes} MB in all`;
    const names = [
      "ours",
      ...(megabytes === 100 ? ["parse everything"] : []),
      ...(official ? ["official"] : []),
    ];
    const measured = await arena.measure(names, [root, official ?? ""]);
    const titles = (name: string) =>
      JSON.stringify([...((measured.get(name)?.came as string[] | undefined) ?? [])].sort());
    for (const [contender, { ms, megabytes: memory, note }] of measured) {
      const same = titles(contender) === titles("ours") ? "the same titles" : "other titles";
      const isOurs = contender === "ours";
      yield {
        work,
        contender,
        ms,
        megabytes: memory,
        note: note ?? (isOurs ? "" : same),
        ...(isOurs && { bar: "500 ms" }),
      };
    }
    if (!official) yield { work, contender: "official", ms: undefined, note: "not to be had here" };
  }
}
