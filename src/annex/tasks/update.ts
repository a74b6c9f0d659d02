/** The TaskUpdate tool: how far a task is, or what it is. */
import { inputs, type Tool, ToolError } from "../../tools/tool.ts";
import { STATUSES, type Task, taskLane, taskLine, tasksIn } from "./tasks.ts";

/** What can be changed of a task. */
const FIELDS = ["status", "subject", "description", "activeForm"] as const;

export const taskUpdateTool: Tool = {
  name: "TaskUpdate",
  kind: "read",
  description:
    "Changes a task of this session's list: its status or its words. Set a task to in_progress when you begin it and to completed when it is done and was seen to work; deleted takes it off the list.",
  inputSchema: inputs(["taskId"], {
    taskId: { type: "string", description: 'The number of the task, such as "1".' },
    status: { type: "string", enum: STATUSES, description: "How far it is." },
    subject: { type: "string", description: "What is to be done, in a few words." },
    description: { type: "string", description: "What belongs to it, and when it is done." },
    activeForm: { type: "string", description: "What is said while it is worked on." },
  }),
  lane: taskLane,
  run: async (input, { past }) => {
    const id = String(input["taskId"]).replace(/^#/, "");
    const before = tasksIn(past()).find((task) => task.id === id && task.status !== "deleted");
    if (!before) throw new ToolError(`There is no task #${id}. TaskList shows those that there are.`);
    const changes = FIELDS.filter((field) => input[field] !== undefined);
    if (changes.length === 0) throw new ToolError(`Nothing was changed. Give one of ${FIELDS.join(", ")}.`);
    if (String(input["subject"] ?? before.subject).trim() === "")
      throw new ToolError("The subject is blank.");
    const task = { ...before, ...Object.fromEntries(changes.map((field) => [field, input[field]])) } as Task;
    return { content: `Updated task ${taskLine(task)}`, isError: false, details: { task } };
  },
};
