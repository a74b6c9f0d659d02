/**
 * The task list is not pasted into the context: the model is told that it should look, and fetches it (C-4.5). It is told
 * where the list is not as it last saw it, as when a result never reached it, and where tasks are open and it has not
 * looked for a while. After either, the count begins anew.
 */
import type { Injections } from "../../context/attachments.ts";
import type { Attachment, Hooks } from "../../hooks.ts";
import { blocksOf, responseId } from "../../log/entry.ts";
import { nodesOn, type Path } from "../../log/path.ts";
import { isRecord, isToolResult, isToolUse } from "../../wire.ts";
import { tasksIn } from "./tasks.ts";

/** Responses without a look at the list after which the model is reminded of what is open. */
const A_WHILE = 10;

const LOOKS: ReadonlySet<string> = new Set(["TaskCreate", "TaskUpdate", "TaskList"]);

const CHANGED = "tasks_changed";

/** How the reminder is worded: what stands in the list is not said. Two of one moment are one. */
export const TASK_INJECTIONS: Injections = {
  [CHANGED]: {
    words: ({ why, open }) =>
      why === "changed"
        ? "The task list is not as you last saw it. TaskList shows it as it is now."
        : `Open tasks in the task list: ${Number(open)}. You have not looked at it for a while; TaskList shows it. Where it is out of date, update it.`,
    once: ({ responses }) => responses,
  },
};

/** Leaves such a reminder behind a prompt, and behind results. `path` gives the path on which the session stands. Law: tasks-pulled */
export function taskReminders(path: () => Path): Hooks {
  // Where there was no task there is none before one is made: then the log is not read for each result.
  let isEmpty = false;
  return async (moment) => {
    const isPrompt = moment.event === "UserPromptSubmit";
    const isLook = moment.event === "PostToolUse" && LOOKS.has(moment.call.name);
    if (isPrompt || isLook) isEmpty = false;
    if (isLook || isEmpty || !(isPrompt || moment.event === "PostToolUse")) return { attachments: [] };
    const seen = walk(path());
    isEmpty = seen.list.length === 0;
    const reminder = reminderOf(seen);
    return { attachments: reminder ? [reminder] : [] };
  };
}

function reminderOf({ list, shown, responses, looked }: ReturnType<typeof walk>): Attachment | undefined {
  const open = tasksIn(list).filter(({ status }) => status === "pending" || status === "in_progress").length;
  const isChanged = asText(list) !== asText(shown);
  const isLate = open > 0 && responses - looked >= A_WHILE;
  if (!isChanged && !isLate) return undefined;
  return { type: CHANGED, why: isChanged ? "changed" : "open", open, responses };
}

/** What the list is made of, what of it the model has been shown, and after how many responses it last looked. */
function walk(path: Path) {
  const list: Readonly<Record<string, unknown>>[] = [];
  let shown: typeof list = [];
  const calls = new Map<string, string>();
  const ids = new Set<string>();
  let looked = 0;
  for (const { entry } of nodesOn(path)) {
    const id = responseId(entry);
    if (id !== undefined) ids.add(id);
    const blocks = blocksOf(entry);
    for (const call of blocks.filter(isToolUse)) calls.set(call.id, call.name);
    const details = entry["toolUseResult"];
    if (isRecord(details) && ("task" in details || "tasks" in details)) list.push(details);
    const answered = blocks.filter(isToolResult).map(({ tool_use_id }) => calls.get(tool_use_id) ?? "");
    const attachment = entry["attachment"];
    const isTold = isRecord(attachment) && attachment["type"] === CHANGED;
    if (isTold || answered.includes("TaskList")) shown = [...list];
    else if (isRecord(details) && (answered[0] ?? "") !== "") shown.push(details);
    if (isTold || answered.some((name) => LOOKS.has(name))) looked = ids.size;
  }
  return { list, shown, responses: ids.size, looked };
}

function asText(records: readonly Readonly<Record<string, unknown>>[]): string {
  const tasks = tasksIn(records).filter(({ status }) => status !== "deleted");
  return JSON.stringify(tasks.sort((one, other) => Number(one.id) - Number(other.id)));
}
