/** Reports of branches, forks and rewinds that took too much along, or too little. */
import { expect, test } from "vitest";
import { allTools } from "#src/annex/tools/table.ts";
import { branch, compact, isChainEntry, promptsOf, readLog, rewind, type Session } from "#src/index.ts";
import { pathTo } from "#src/log/path.ts";
import { rebuild } from "../support/conversation.ts";
import { assistant, call, logOf, result, SESSION, user, words } from "../support/log-lines.ts";
import { scripted } from "../support/scripted.ts";
import { SAYS, TakenUp } from "../support/taken-up.ts";
import { World } from "../support/world.ts";

function texts(session: Session): string[] {
  return session.nextRequest().messages.flatMap(({ content }) => content.map(({ text }) => String(text)));
}

function linesOf(world: World, path: string) {
  return readLog(world.bytes(path)).lines.map(({ line }) => line);
}

/** A session of three turns on a world, and who answers. */
async function threeTurns(...more: string[]) {
  const world = new World();
  const answers = ["a1", "a2", "a3", ...more].map((text) => ({ content: [{ type: "text" as const, text }] }));
  const process = world.start(scripted(answers));
  const session = process.begin();
  for (const prompt of ["p1", "p2", "p3"]) await session.prompt(prompt);
  return { world, process, session };
}

test("bug report 88: rewound to before the first prompt a session begins at a new root, and the old tree is not sent", async () => {
  const { process, session } = await threeTurns("b1");
  rewind(session, promptsOf(session)[0]?.uuid ?? "");
  expect(session.nextRequest().messages).toEqual([]);
  await session.prompt("q1");
  expect(texts(process.resume(session.id))).toEqual(["q1", "b1"]);
});

test("bug report 89: rewound messages are not copied into a branch, and no call is without its result there", async () => {
  const lines = [
    user({ uuid: "u1", parent: null }, "m0"),
    assistant({ uuid: "a1", parent: "u1" }, "msg1", words("s0")),
    user({ uuid: "u2", parent: "a1" }, "rewound"),
    assistant({ uuid: "a2", parent: "u2" }, "msg2", call("t1")),
    user({ uuid: "u3", parent: "a1" }, "m1"),
    assistant({ uuid: "a3", parent: "u3" }, "msg3", call("t2")),
    result({ uuid: "r3", parent: "a3" }, "t2", "done"),
  ];
  const world = new World();
  world.ids.uuid();
  const taken = new TakenUp(lines, [SAYS, SAYS], {}, world);
  const child = branch(taken.session);
  expect(world.text(child.path)).not.toMatch(/rewound|t1/);
  await child.prompt("And now?");
  expect(taken.calls.map(({ refusal }) => refusal)).toEqual([undefined]);
});

test("bug report 90: a branch of a long session is one copy of what leads to it, and opens like any other", async () => {
  const { world, session } = await threeTurns();
  const long = "x".repeat(3_000_000);
  session.log.entry({ type: "user", message: { role: "user", content: long } });
  const before = world.bytes(session.path).length;
  const child = branch(session);
  const added = linesOf(world, child.path).filter(isChainEntry).length * 200;
  expect(world.bytes(child.path).length).toBeLessThan(before + added);
  expect(texts(child).at(-1)).toBe(long);
});

test("bug report 92: what is said in a branch is written into it alone", async () => {
  const { world, session } = await threeTurns("b1");
  const before = world.text(session.path);
  const child = branch(session);
  await child.prompt("q1");
  expect(world.text(session.path)).toBe(before);
  expect(linesOf(world, child.path).filter(({ sessionId }) => sessionId !== child.id)).toEqual([]);
});

test("bug report 93: a branch has a task list of its own", async () => {
  const world = new World();
  const task = (name: string, input: object) => ({ content: [{ type: "tool_use" as const, name, input }] });
  const done = { content: [{ type: "text" as const, text: "ok" }] };
  const create = (subject: string) => task("TaskCreate", { subject, description: subject });
  const replies = [create("shared"), done, create("the branch's"), done, task("TaskList", {}), done];
  const process = world.start(scripted(replies));
  const origin = process.begin({ tools: allTools() });
  await origin.prompt("p1");
  const child = branch(origin);
  await child.prompt("q1");
  await origin.prompt("p2");
  const listed = JSON.stringify(origin.nextRequest().messages.at(-2));
  expect(listed).toContain("shared");
  expect(listed).not.toContain("the branch's");
});

test("bug report 94: compacted, a branch still says which session it comes from, and from which entries", async () => {
  const { world, process, session } = await threeTurns("the summary", "b1");
  const child = branch(session);
  await compact(child);
  await child.prompt("q1");
  const { tree, leaf } = rebuild(world.bytes(process.resume(child.id).path), child.id);
  const [boundary] = pathTo(tree, leaf).items;
  const last = boundary?.kind === "entry" ? boundary.node.entry["logicalParentUuid"] : undefined;
  const origin = { sessionId: session.id, messageUuid: last };
  expect(tree.byUuid.get(String(last))?.entry["forkedFrom"]).toEqual(origin);
});

test("bug report 74: what a compaction keeps is known in a branch by the same names: the payload is as long as before", async () => {
  const { session } = await threeTurns("the summary", "b1");
  await compact(session, { part: { from: promptsOf(session)[1]?.uuid ?? "" } });
  const child = branch(session);
  expect(texts(child)).toEqual(texts(session));
  await child.prompt("q1");
  expect(texts(child).length).toBe(texts(session).length + 2);
});

test("bug report 95: the live path is the one that was spoken on last, not one that was left", () => {
  const log = logOf([
    user({ uuid: "u1", parent: null }, "m0"),
    assistant({ uuid: "a1", parent: "u1" }, "msg1", words("s0")),
    user({ uuid: "u2", parent: "a1" }, "left"),
    assistant({ uuid: "a2", parent: "u2" }, "msg2", words("left too")),
    user({ uuid: "u3", parent: "a1" }, "m1"),
  ]);
  const { path } = rebuild(log, SESSION);
  expect(path.items.map((item) => item.kind === "entry" && item.node.entry.uuid)).toEqual(["u1", "a1", "u3"]);
});
