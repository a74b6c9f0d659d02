/** The task list taken over a compaction: it is made of what the path holds, so behind the summary it has to stand again. */
import type { Attachment } from "../../hooks.ts";
import { tasksIn } from "./tasks.ts";

/** It says nothing to the model, which is told to look (C-4.5); nothing where there was never a task. Law: carried-over */
export function carriedTasks(past: Parameters<typeof tasksIn>[0]): Attachment[] {
  // Of a deleted one the number stays taken.
  const tasks = tasksIn(past).map(({ id, status, ...task }) =>
    status === "deleted" ? { id, status } : { id, status, ...task },
  );
  return tasks.length > 0 ? [{ type: "tasks_carried", details: { tasks } }] : [];
}
