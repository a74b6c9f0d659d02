/** What each command of a conversation does, by its name. */
import { UsageError } from "../args.ts";
import type { Desk, Doing } from "./desk.ts";
import { goBack } from "./going-back.ts";
import { summarize } from "./rewind-ways.ts";
import { branch, clear, rename, resume } from "./session-commands.ts";
import { TOLD } from "./told-commands.ts";
import { tree } from "./tree-command.ts";

const compact: Doing = async (desk, focus) => {
  if (!desk.open.parts.isBegun())
    return desk.say("Nothing was said here yet, so there is nothing to summarize.");
  await summarize(desk, { focus }, "the summary stands in the place of all that was said");
};

const DOINGS: Readonly<Record<string, Doing>> = {
  clear,
  compact,
  rewind: goBack,
  branch,
  rename,
  resume,
  tree,
};

/** Does it. Throws what can be told. */
export async function doCommand(desk: Desk, name: string, argument: string): Promise<void> {
  const doing = Object.hasOwn(DOINGS, name) ? DOINGS[name] : undefined;
  const telling = Object.hasOwn(TOLD, name) ? TOLD[name] : undefined;
  if (doing) await doing(desk, argument);
  else if (!telling) throw new UsageError(`There is no command /${name}.`);
  else {
    const told = telling(desk.open, argument);
    desk.tell(desk.open.facts());
    if (told !== "") desk.say(told);
    return;
  }
  desk.tell(desk.open.facts());
}
