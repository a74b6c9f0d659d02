/** What a session is given when it starts, however often that is (C-6.1). */
import fc from "fast-check";
import { expect } from "vitest";
import type { MessagesRequest, Session } from "#src/index.ts";
import { whatHolds } from "../../src/annex/context/now.ts";
import { together } from "../../src/annex/context/together.ts";
import { hooksFrom } from "../../src/annex/hooks/hooks.ts";
import { tellingTools } from "../../src/annex/mcp/told-tools.ts";
import { Skills } from "../../src/annex/skills/skills.ts";
import { anyReminders } from "../support/arbitraries.ts";
import { law, shownAs } from "../support/law.ts";
import { remembering } from "../support/remembering.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

interface Life {
  /** What each of its hooks says at the start; empty for nothing. */
  readonly says: readonly string[];
  readonly prompts: number;
}

const anyLives = shownAs(
  fc.record({
    lives: fc.array(
      fc.record({
        says: fc.array(fc.constantFrom("", "c0", "c1", "c2"), { minLength: 1, maxLength: 3 }),
        prompts: fc.integer({ min: 1, max: 2 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  ({ lives }: { lives: Life[] }) =>
    lives
      .map(
        ({ says, prompts }) =>
          `starts; hooks say ${says.map((each) => each || "nothing").join(", ")}; ${prompts}x asked`,
      )
      .join("\n"),
);

/** What it is given each time: in memory files, by skills and servers, and for the system prompt. */
const ALWAYS = ["c5", "c6", "c7", "c8", "c9"];

law(
  "startup-once",
  "what a session is given when it starts stands in each of its requests once, however often it is taken up: what its hooks say, its memory files and noted memory, its skills, its servers' tools, the mode, the day, and what is put into the system prompt",
  [anyLives, anyReminders],
  async ({ lives }, settings) => {
    const machine = new World();
    const { disk, root, cwd } = machine;
    disk.put(`${cwd}/CLAUDE.md`, "c9\n");
    disk.put(`${root}/projects/-home-user-demo/memory/MEMORY.md`, "c8\n");
    disk.put(`${cwd}/.claude/skills/tell/SKILL.md`, "---\ndescription: c7\n---\nTell.");
    const requests: MessagesRequest[] = [];
    const said = new Set<string>();
    let session: Session | undefined;
    for (const { says, prompts } of lives) {
      const process = machine.start(
        scripted(Array.from({ length: prompts }, () => ({ content: [{ type: "text", text: "s1" }] }))),
      );
      const hooks = hooksFrom(
        says.map((_, at) => ({ event: "SessionStart", matcher: "", command: `hook ${at}`, timeoutMs: 1000 })),
        {
          run: async (command) => {
            const stdout = says[Number(command.split(" ")[1])] ?? "";
            return { stdout, stderr: "", exitCode: 0, timedOut: false };
          },
          clock: machine.clock,
          cwd: machine.cwd,
          session: () => session as Session,
          tell: () => {},
        },
      );
      const memory = remembering(machine);
      const skills = new Skills({ disk, root, cwd, tell: () => {} });
      const servers = tellingTools(() => new Map([["mcp__s__c6", "usable"]]));
      const options = {
        settings,
        ...memory,
        hooks: together(hooks, skills.hooks, servers, memory.hooks ?? hooks),
        appendSystemPrompt: "c5",
        volatile: whatHolds(machine.clock, () => "plan"),
        emit: (event: { type: string; request?: MessagesRequest }) =>
          event.request && requests.push(event.request),
      };
      session = session ? process.resume(session.id, options) : process.begin(options);
      for (const each of says) if (each !== "") said.add(each);
      for (let asked = 0; asked < prompts; asked += 1) {
        await session.prompt("Go on.");
        const { system, messages } = requests.at(-1) ?? {};
        const text = JSON.stringify({ system, messages });
        for (const each of [...said, ...ALWAYS, "The permission mode is", "Today is"])
          expect(text.split(each).length - 1, each).toBe(1);
      }
    }
  },
  { runs: 25 },
);
