/** The TaskCreate tool: one more task. */
import { inputs, type Tool, ToolError } from "../../tools/tool.ts";
import { type Task, taskLane, taskLine, tasksIn } from "./tasks.ts";

export const taskCreateTool: Tool = {
  name: "TaskCreate",
  kind: "read",
  description:
    "Adds a task to this session's list. Use it for work of several steps, one task a step. A new task is pending.",
  inputSchema: inputs(["subject"], {
    subject: { type: "string", description: "What is to be done, in a few words." },
    description: { type: "string", description: "What belongs to it, and when it is done." },
    activeForm: { type: "string", description: 'What is said while it is worked on: "Fixing the build".' },
  }),
  lane: taskLane,
  run: async ({ subject, description = "", activeForm = "" }, { past }) => {
    const words = String(subject).trim();
    if (words === "") throw new ToolError("The subject is blank. Say in a few words what is to be done.");
    const ids = tasksIn(past()).map(({ id }) => Number(id) || 0);
    const task: Task = {
      id: String(ids.reduce((most, id) => Math.max(most, id), 0) + 1),
      subject: words,
      description: String(description),
      activeForm: String(activeForm),
      status: "pending",
    };
    return { content: `Created task ${taskLine(task)}`, isError: false, details: { task } };
  },
};
