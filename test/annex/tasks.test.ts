/** The tools for tasks: what they say (C-4.5). */
import { expect, test } from "vitest";
import { ALL_TOOLS } from "#src/index.ts";
import { MemoryDisk } from "../../scripts/stage/memory-disk.ts";
import { runTool } from "../support/run-tool.ts";

function list() {
  const log: Record<string, unknown>[] = [];
  const around = { cwd: "/home/user/demo", disk: new MemoryDisk(), tools: ALL_TOOLS, log };
  const use = async (name: string, input: object = {}) => (await runTool(name, input, around)).content;
  return { use, log };
}

test("tasks are made, changed and taken off the list", async () => {
  const { use } = list();
  expect(await use("TaskList")).toBe("There are no tasks.");
  expect(await use("TaskCreate", { subject: "Fix build" })).toBe("Created task #1 [pending] Fix build");
  await use("TaskCreate", { subject: "Test it", description: "All of it." });
  expect(await use("TaskUpdate", { taskId: "1", status: "in_progress" })).toBe(
    "Updated task #1 [in_progress] Fix build",
  );
  expect(await use("TaskList")).toBe("#1 [in_progress] Fix build\n#2 [pending] Test it: All of it.");
  await use("TaskUpdate", { taskId: "#2", status: "deleted" });
  expect(await use("TaskList")).toBe("#1 [in_progress] Fix build");
  expect(await use("TaskCreate", { subject: "Ship it" })).toBe("Created task #3 [pending] Ship it");
});

test.each<[string, string, object, RegExp]>([
  ["a blank subject", "TaskCreate", { subject: " " }, /The subject is blank/],
  [
    "an unknown task",
    "TaskUpdate",
    { taskId: "7", status: "completed" },
    /There is no task #7\. TaskList shows/,
  ],
  ["a deleted task", "TaskUpdate", { taskId: "2", status: "pending" }, /There is no task #2/],
  ["a change of nothing", "TaskUpdate", { taskId: "1" }, /Nothing was changed\. Give one of status, subject/],
  ["a subject made blank", "TaskUpdate", { taskId: "1", subject: "" }, /The subject is blank/],
  ["an unknown status", "TaskUpdate", { taskId: "1", status: "done" }, /must be one of pending, in_progress/],
  ["a number for an id", "TaskUpdate", { taskId: 1, status: "completed" }, /"taskId" must be of type string/],
])("%s is an error that says what is wrong, and changes nothing", async (_name, tool, input, words) => {
  const { use, log } = list();
  await use("TaskCreate", { subject: "One" });
  await use("TaskCreate", { subject: "Two" });
  await use("TaskUpdate", { taskId: "2", status: "deleted" });
  expect(await use(tool, input)).toMatch(words);
  expect(log.length).toBe(3);
});

test("a log of the real client says what tasks there are (fact 19)", async () => {
  const { use, log } = list();
  log.push(
    { stdout: "0" },
    { task: { id: "1", subject: "Fix build" } },
    { task: "odd" },
    { task: { id: 7 } },
  );
  expect(await use("TaskList")).toBe("#1 [pending] Fix build");
});
