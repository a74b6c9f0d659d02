/**
 * The task list of a session. It is nowhere kept but in what the tools have logged, each time the whole task, so the list
 * is what a log says, whoever reads it; and nothing pastes it into the context: the model fetches it (C-4.5).
 */
import type { ToolContext } from "../../tools/tool.ts";
import { isRecord } from "../../wire.ts";

/** How far a task is. A deleted one is not in the list any more. */
export const STATUSES = ["pending", "in_progress", "completed", "deleted"] as const;

/** One task. Ids count up from 1 and are never given again. */
export interface Task {
  readonly id: string;
  readonly subject: string;
  readonly description: string;
  /** What is said while it is worked on, such as "Fixing the build"; empty for nothing. */
  readonly activeForm: string;
  readonly status: (typeof STATUSES)[number];
}

/** All tools for tasks wait for each other: what one does the next one sees. */
export const taskLane = (): string => "Tasks";

/** Every task that there ever was on this path, in the order of their making; the last word on each counts. Law: tasks-logged */
export function tasksIn(past: ReturnType<ToolContext["past"]>): Task[] {
  const tasks = new Map<string, Task>();
  for (const { task, tasks: carried } of past) {
    // What a compaction has carried over is the whole list, whatever of it stands in what was kept.
    if (Array.isArray(carried)) tasks.clear();
    for (const each of Array.isArray(carried) ? carried : [task])
      if (isRecord(each) && typeof each["id"] === "string") tasks.set(each["id"], taskOf(each["id"], each));
  }
  return [...tasks.values()];
}

/** A task as a log holds it; what it does not say is as with a new task. */
function taskOf(id: string, { subject, description, activeForm, status }: Record<string, unknown>): Task {
  return {
    id,
    subject: String(subject ?? ""),
    description: String(description ?? ""),
    activeForm: String(activeForm ?? ""),
    status: STATUSES.find((each) => each === status) ?? "pending",
  };
}

/** A task in one line. */
export function taskLine({ id, status, subject }: Task): string {
  return `#${id} [${status}] ${subject}`;
}
