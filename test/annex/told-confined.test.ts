/** What a project's files put before the model unasked: nothing that a rule denies, and nothing from outside. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import { readArgs } from "#src/terminal/args.ts";
import { compose } from "#src/terminal/compose.ts";
import { law } from "../support/law.ts";
import { freshFolder } from "../support/real-folder.ts";
import { scripted } from "../support/scripted.ts";

/** Where a file stands that is told unasked, and how far its words are from there. */
const PLACES = [
  "CLAUDE.md",
  "CLAUDE.local.md",
  ".claude/CLAUDE.md",
  ".claude/rules/all.md",
  ".claude/skills/tell/SKILL.md",
  ".claude/commands/tell.md",
  ".claude/output-styles/mine.md",
  "imported.md",
] as const;

/** What the file is, and which rule denies it. `plain`: nothing is wrong with it. */
const WAYS = ["plain", "denied", "its link is denied", "what it links to is denied", "a link out"] as const;

law(
  "told-confined",
  "of a project's memory, rules, skills and output styles the model is told what no rule for Read denies and no link brings in from outside, and of nothing else",
  [fc.constantFrom(...PLACES), fc.constantFrom(...WAYS), fc.boolean()],
  async (place, way, isGlob) => {
    const folder = freshFolder();
    const [cwd, root] = [join(folder, "project"), join(folder, "root")];
    const put = (path: string, content: string) => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    };
    const there = join(cwd, place);
    const elsewhere = way === "a link out" ? join(folder, "outside.md") : join(cwd, "vault", "kept.md");
    if (place === "imported.md") put(join(cwd, "CLAUDE.md"), "See @imported.md");
    const isLink = way === "a link out" || way.includes("link");
    put(isLink ? elsewhere : there, "SECRET words.");
    if (isLink) {
      mkdirSync(dirname(there), { recursive: true });
      symlinkSync(relative(dirname(there), elsewhere), there);
    }
    const denied = {
      denied: place,
      "its link is denied": place,
      "what it links to is denied": "vault/kept.md",
    };
    const path = way in denied ? denied[way as keyof typeof denied] : undefined;
    const deny =
      path === undefined ? [] : [`Read(${isGlob ? `**/${path.split("/").slice(-2).join("/")}` : path})`];
    put(join(root, "settings.json"), JSON.stringify({ outputStyle: "mine", permissions: { deny } }));
    const sent: string[] = [];
    const model = scripted([{ content: [{ type: "text", text: "done" }] }]);
    const command = readArgs(["-p", "Go on."], cwd, { GLASS_HOME: root });
    if (command.kind !== "print") throw new Error("It is no session.");
    const composed = compose(command, {
      model,
      emit: (event) => event.type === "request" && sent.push(JSON.stringify(event.request)),
      endTurn: () => {},
    });
    await composed.session().prompt("Go on.");
    composed.close();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.includes("SECRET")).toBe(way === "plain");
  },
  { runs: 50 },
);
