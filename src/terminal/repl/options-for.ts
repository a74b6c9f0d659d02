/** What a half-written word in the line may become: the commands and skills there are, the files of the project. */
import { mentionsFrom } from "../../annex/completion/paths.ts";
import { COMMANDS } from "./command-table.ts";
import type { OpenSession } from "./open.ts";

/** In the order in which they are shown. Law: completed-there */
export function optionsFor({ parts, session }: OpenSession, word: string): readonly string[] {
  if (word.startsWith("@")) return mentionsFrom(session.options.ports.disk, parts.cwd, word);
  const skills = parts.skills.found().skills.filter(({ isForUser }) => isForUser);
  const names = [...COMMANDS.map(({ name }) => name), ...skills.map(({ name }) => name)];
  return [...new Set(names)].map((name) => `/${name}`).filter((name) => name.startsWith(word));
}
