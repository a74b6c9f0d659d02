/** What a compaction leaves in front of the model, row by row (C-6.4, C-6.5), and how a rule is made to stay (C-6.7). */
import { expect, test } from "vitest";
import type { Reply } from "#mock-api";
import { together } from "#src/annex/context/together.ts";
import { Skills } from "#src/annex/skills/skills.ts";
import { ALL_TOOLS, compact, type Hooks } from "#src/index.ts";
import { remembering } from "../support/remembering.ts";
import { Summed, says } from "../support/summed.ts";
import { World } from "../support/world.ts";

const SCOPED = "---\npaths: src/**\n---\nA RULE FOR SOME.";
const reads: Reply = { content: [{ type: "tool_use", name: "Read", input: { file_path: "src/a.ts" } }] };

/** A session with a row of each kind, in which a file was read and a skill invoked. */
async function begun() {
  const world = new World();
  const files = {
    "CLAUDE.md": "AT THE ROOT.",
    ".claude/rules/all.md": "A RULE FOR ALL.",
    ".claude/rules/some.md": SCOPED,
    "src/CLAUDE.md": "IN A FOLDER.",
    "src/a.ts": "x",
    ".claude/skills/s/SKILL.md": "---\ndescription: Does s.\n---\nTHE BODY.",
  };
  const put = (path: string, text: string) => world.disk.put(`${world.cwd}/${path}`, text);
  for (const [path, text] of Object.entries(files)) put(path, text);
  world.disk.put(`${world.root}/projects/-home-user-demo/memory/MEMORY.md`, "WHAT WAS NOTED.");
  const skills = new Skills({ ...world, disk: world.disk, root: world.root, cwd: world.cwd, tell: () => {} });
  const { memory: _, hooks: remembers = NOBODY, ...more } = remembering(world);
  const moments: string[] = [];
  const hears: Hooks = async ({ event }) => {
    moments.push(event);
    return { attachments: [] };
  };
  const summed = new Summed({
    world,
    answers: [reads, says("a1"), says("a2"), says("a3"), reads, says("a4")],
    more: {
      ...more,
      hooks: together(hears, skills.hooks, remembers),
      tools: [...ALL_TOOLS, skills.tool],
      appendSystemPrompt: "THE STYLE.",
    },
    host: { skills: () => skills.found().skills },
  });
  await summed.session.prompt("Read it.");
  await summed.session.prompt("/s");
  return { summed, put, moments };
}

const NOBODY: Hooks = async () => ({ attachments: [] });

/** Which of the rows the last request holds, each once. */
function standing({ requests }: Summed): string[] {
  const { system, messages } = requests.at(-1) ?? { system: [], messages: [] };
  const all = JSON.stringify([system, messages]);
  const rows = ["THE STYLE.", "AT THE ROOT.", "A RULE FOR ALL.", "WHAT WAS NOTED.", "THE BODY.", ...LATER];
  return rows.filter((row) => all.split(row).length === 2);
}

const LATER = ["A RULE FOR SOME.", "IN A FOLDER."];
const ALWAYS = ["THE STYLE.", "AT THE ROOT.", "A RULE FOR ALL.", "WHAT WAS NOTED.", "THE BODY."];

test("what survives a compaction, row by row; what waits for a file comes with it; hooks are run as before", async () => {
  const { summed, moments } = await begun();
  expect(standing(summed)).toEqual([...ALWAYS, ...LATER]);
  const before = summed.requests.at(-1);
  await compact(summed.session);
  await summed.session.prompt("And now?");
  expect(summed.requests.at(-1)?.system).toEqual(before?.system);
  expect(JSON.stringify(summed.requests.at(-1)?.messages)).toMatch(/The sum\./);
  expect(JSON.stringify(summed.requests.at(-1)?.messages)).not.toContain("Read it.");
  expect(standing(summed)).toEqual(ALWAYS);
  const runs = moments.filter((event) => event === "PostToolUse").length;
  await summed.session.prompt("Read it again.");
  expect(standing(summed)).toEqual([...ALWAYS, ...LATER]);
  expect(moments.filter((event) => event === "PostToolUse")).toHaveLength(runs + 1);
});

test("a rule that must survive loses its paths, or its words go into the CLAUDE.md at the root (C-6.7)", async () => {
  for (const [path, text] of [
    [".claude/rules/some.md", "A RULE FOR SOME."],
    ["CLAUDE.md", "AT THE ROOT. A RULE FOR SOME."],
  ] as const) {
    const { summed, put } = await begun();
    put(path, text);
    await compact(summed.session);
    await summed.session.prompt("And now?");
    expect(standing(summed)).toEqual([...ALWAYS, "A RULE FOR SOME."]);
  }
});
