/** The TaskList tool: the tasks as they stand. */
import { inputs, type Tool } from "../../tools/tool.ts";
import { taskLane, taskLine, tasksIn } from "./tasks.ts";

export const taskListTool: Tool = {
  name: "TaskList",
  kind: "read",
  description: "Lists the tasks of this session with their numbers and how far each is.",
  inputSchema: inputs([], {}),
  lane: taskLane,
  run: async (_input, { past }) => {
    const listed = tasksIn(past()).filter(({ status }) => status !== "deleted");
    const lines = listed.map((task) =>
      [taskLine(task), task.description].filter((part) => part !== "").join(": "),
    );
    return { content: lines.join("\n") || "There are no tasks.", isError: false };
  },
};
