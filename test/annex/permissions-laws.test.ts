/** What permission rules promise, held against a real bash and a real disk (D-32, C-1.3). */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { permissionsAsk } from "#src/annex/permissions/ask.ts";
import { shownCall } from "#src/annex/permissions/calls.ts";
import type { PermissionMode } from "#src/annex/permissions/modes.ts";
import { nodeDisk } from "#src/host/disk.ts";
import type { AskedCall, Shell } from "#src/index.ts";
import { confine } from "#src/tools/confine.ts";
import { anyFileLine, HIDDEN } from "../support/file-lines.ts";
import { law, shownAs } from "../support/law.ts";
import { build, deepFolder } from "../support/layouts.ts";
import { contentsOf, freshFolder } from "../support/real-folder.ts";
import { rulesOf } from "../support/rules.ts";
import { scripted } from "../support/scripted.ts";
import { anyAttack, anyHarmless, anySigns } from "../support/shell-lines.ts";
import { Stubs } from "../support/stubs.ts";
import { World } from "../support/world.ts";

const bash = (command: string): AskedCall => ({ id: "t1", tool: "Bash", kind: "shell", input: { command } });

/** The lines that run when nobody can be asked. */
async function unasked(
  lines: readonly string[],
  cwd: string,
  mode: PermissionMode,
  rules: Parameters<typeof rulesOf>[0],
) {
  const ask = permissionsAsk({ mode: () => mode, rules: rulesOf(rules), disk: nodeDisk, cwd, home: cwd });
  const answers = await Promise.all(lines.map((line) => ask.permit(bash(line))));
  return [...new Set(lines.filter((_, index) => answers[index]?.allowed))];
}

const anyLine = fc.oneof(
  { weight: 3, arbitrary: anyAttack },
  { weight: 2, arbitrary: anySigns },
  { weight: 1, arbitrary: anyHarmless },
);
const lines = fc.array(anyLine, { minLength: 60, maxLength: 60, size: "max" });
const anyDeny = fc.constantFrom(
  "Bash(wipe:*)",
  "Bash(wipe *)",
  "Bash(wipe)",
  "Bash(wipe*)",
  "Bash(./wipe:*)",
);
const anyAllow = fc.constantFrom<string[]>(
  [],
  ["Bash"],
  ["Bash(safe:*)", "Bash(echo *)", "Bash(find *)", "Bash(awk *)", "Bash(env *)", "Bash(cp *)", "Bash(./*)"],
);

law(
  "deny-kept",
  "a program that a deny rule names never runs unasked, whatever the command, the mode and the other rules",
  [lines, anyDeny, anyAllow, fc.constantFrom<PermissionMode>("default", "acceptEdits", "bypassPermissions")],
  async (commands, deny, allow, mode) => {
    const stubs = new Stubs(freshFolder());
    stubs.run([]);
    const allowed = await unasked(commands, stubs.cwd, mode, { deny: [deny], allow });
    expect(stubs.run(allowed), allowed.join("\n")).not.toContain("wipe");
  },
  { runs: 12, timeout: 60_000 },
);

law(
  "allow-by-part",
  "where rules allow one program, no other one runs unasked, wherever in a command it stands",
  [lines, fc.constantFrom<PermissionMode>("default", "acceptEdits")],
  async (commands, mode) => {
    const stubs = new Stubs(freshFolder());
    const allowed = await unasked(commands, stubs.cwd, mode, {
      allow: ["Bash(safe:*)", "Bash(echo *)", "Bash(true)"],
    });
    expect(stubs.run(allowed), allowed.join("\n")).not.toContain("wipe");
  },
  { runs: 12, timeout: 60_000 },
);

test("the generated commands are dangerous: most of them do run the program when nothing stops them", () => {
  const stubs = new Stubs(freshFolder());
  const attacks = fc.sample(anyAttack, { numRuns: 80, seed: 1 });
  expect(stubs.run(attacks).filter((program) => program === "wipe").length).toBeGreaterThan(40);
});

test("and a rule lets through what it means: ordinary commands run unasked, also next to a rule that denies", async () => {
  const stubs = new Stubs(freshFolder());
  const harmless = fc.sample(anyHarmless, { numRuns: 30, seed: 1 });
  expect(await unasked(harmless, stubs.cwd, "default", { allow: ["Bash(safe:*)"] })).toEqual([
    ...new Set(harmless),
  ]);
  const plain = harmless.filter((line) => !line.includes("wipe") && !line.includes("*"));
  const rules = { allow: ["Bash(safe:*)"], deny: ["Bash(wipe:*)"] };
  expect(plain.length).toBeGreaterThan(5);
  expect(await unasked(plain, stubs.cwd, "default", rules)).toEqual([...new Set(plain)]);
});

const rest = fc.constantFrom("a.txt", "./a.txt", "new.txt", "sub/a.txt", "../a.txt", "");
const anyCall = fc.oneof(
  fc.record({ name: fc.constant("Write"), file_path: rest, content: fc.constantFrom("x", "") }),
  fc.record({ name: fc.constant("Edit"), file_path: rest, old_string: fc.constant("one"), new_string: rest }),
  fc.record({ name: fc.constant("Bash"), command: fc.oneof(anyAttack, anySigns, fc.constant("ls")) }),
  fc.record({ name: fc.constant("Read"), file_path: rest }),
);

law(
  "plan-only-reads",
  "in plan mode no file is changed and no command is run, whatever the model calls, the rules allow and a person says",
  [fc.array(fc.array(anyCall, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }), fc.boolean()],
  async (steps, isAnswered) => {
    const world = new World();
    world.disk.put("/home/user/demo/a.txt", "one\n");
    world.disk.put("/home/user/demo/sub/a.txt", "one\n");
    const written: string[] = [];
    world.disk.write = (path) => void written.push(path);
    const replies = steps.map((calls) => ({
      content: calls.map(({ name, ...input }) => ({ type: "tool_use" as const, name, input })),
    }));
    const end = { content: [{ type: "text" as const, text: "done" }] };
    const process = world.start(scripted([...replies, end]));
    const ran: string[] = [];
    const shell: Shell = {
      run: async (command) => {
        ran.push(command);
        return { output: "", exitCode: 0, timedOut: false };
      },
    };
    const ask = permissionsAsk({
      mode: () => "plan",
      rules: rulesOf({ allow: ["Bash", "Edit", "Write(**)"] }),
      prompt: isAnswered ? async () => ({ kind: "always" }) : undefined,
      ...{ disk: world.disk, cwd: world.cwd, home: "/home/user" },
    });
    const session = process.begin({ ports: { ...process.ports, shell, ask } });
    expect((await session.prompt("go")).stop).toBe("end_turn");
    expect(ran).toEqual([]);
    expect(written).toEqual([]);
  },
  { runs: 40 },
);

/** What is at a path, as the file tools take it. */
function textAt(cwd: string, path: string): string {
  return orNothing(() => new TextDecoder().decode(nodeDisk.read(confine(nodeDisk, cwd, path)))) ?? "";
}

function orNothing<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

const anyLink = fc.record({
  at: fc.constantFrom("l0", "l1"),
  to: fc.constantFrom("sub", "./sub", "../project", "<top>/project/sub", "l0", ".", "nowhere"),
});

/** Links within a project, and a way through them. */
const anyWay = shownAs(
  fc.record({
    links: fc.array(anyLink, { maxLength: 2 }),
    parts: fc.array(fc.constantFrom("l0", "l0", "l1", "sub", ".."), { minLength: 1, maxLength: 3 }),
    absolute: fc.boolean(),
  }),
  ({ links, parts }) => [...links.map(({ at, to }) => `ln -s ${to} ${at}`), parts.join("/")].join("\n"),
);

law(
  "deny-by-real-path",
  "a file that a deny rule names is not changed and not shown, by whatever path, link and command it is named",
  [
    anyWay,
    fc.constantFrom(
      "sub/**",
      "sub",
      "./sub/*",
      "/sub/**",
      "s*b/**",
      "sub/deep.txt",
      "deep.txt",
      "**/deep.*",
      "//<top>/project/sub/**",
    ),
    fc.constantFrom<string[]>(["Read"], ["Edit"], ["Read", "Edit"]),
    fc.array(anyFileLine, { minLength: 16, maxLength: 16, size: "max" }),
  ],
  async ({ links, parts, absolute }, pattern, tools, fileLines) => {
    const top = deepFolder();
    const cwd = build(top, links);
    const path = [...(absolute ? [cwd] : []), ...parts, "deep.txt"].join("/");
    const rules = rulesOf({
      allow: ["Edit"],
      deny: tools.map((tool) => `${tool}(${pattern.replace("/<top>", top)})`),
    });
    const place = { disk: nodeDisk, cwd, home: cwd };
    const ask = permissionsAsk({ ...place, mode: () => "acceptEdits", rules });
    const input = { file_path: path };
    const mayBeRead = (await ask.permit({ id: "t1", tool: "Read", kind: "read", input })).allowed;
    if (mayBeRead && tools.includes("Read")) expect(textAt(cwd, path)).not.toBe("deep");
    const mayBeWritten = (await ask.permit({ id: "t2", tool: "Write", kind: "edit", input })).allowed;
    if (mayBeWritten && tools.includes("Edit")) {
      orNothing(() => nodeDisk.write(confine(nodeDisk, cwd, path), "gone"));
      expect(contentsOf(cwd)["sub/deep.txt"]).toBe("deep");
    }
    const loose = permissionsAsk({ ...place, mode: () => "bypassPermissions", rules });
    for (const line of fileLines.map(({ lineFor }) => lineFor(parts.join("/")))) {
      if (!(await loose.permit(bash(line))).allowed) continue;
      const { shown, changed } = done(line, build(deepFolder(), links));
      if (tools.includes("Read")) expect(shown, line).toBe(false);
      if (tools.includes("Edit")) expect(changed, line).toBe(false);
    }
  },
  { runs: 40 },
);

/** What a line does to the file, in a project of its own. */
function done(line: string, cwd: string): { shown: boolean; changed: boolean } {
  writeFileSync(join(cwd, "sub/deep.txt"), HIDDEN);
  const env = { ...process.env, HOME: cwd };
  const { stdout } = spawnSync("bash", ["-c", line], { cwd, env, input: "" });
  return {
    shown: String(stdout).includes(HIDDEN),
    changed: contentsOf(cwd)["sub/deep.txt"] !== HIDDEN,
  };
}

test("the generated lines are dangerous: most of them do show or change the file when nothing stops them", () => {
  const all = fc.sample(anyFileLine, { numRuns: 30, seed: 1 });
  const harmful = all.filter(({ lineFor }) => {
    const { shown, changed } = done(lineFor("l0"), build(deepFolder(), [{ at: "l0", to: "sub" }]));
    return shown || changed;
  });
  expect(harmful.length).toBeGreaterThan(15);
});

const anyText = fc
  .array(
    fc.constantFrom(
      "# ok",
      "rm -rf x",
      "\n",
      " ",
      "\t",
      "\r",
      "\u001b[2K",
      "\u001b[1A",
      "\u202e",
      "\u200b",
      "\ud800",
      "\u00a0",
      "\u2028",
      "日本",
      "\ufe0f",
      "x".repeat(500),
      "\n".repeat(60),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

/** What was shown, read back. */
function unshown(text: string): string {
  return text
    .replace(/[\u2400-\u241f]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0x2400))
    .replace(/<U\+([0-9A-F]+)>/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

law(
  "whole-call-told",
  "what a person is asked about is the whole call, every line of it, and nothing in it moves or hides what is shown",
  [anyText, anyText],
  (command, content) => {
    const line = shownCall({ tool: "Bash", input: { command } });
    expect(unshown(line)).toBe(`Bash: ${command}`);
    const edit = shownCall({ tool: "Write", input: { file_path: "a", content: `${content}\n` } });
    expect(unshown(edit)).toBe(`Write\nfile_path: a\ncontent:\n${content}\n`);
    expect(line + edit).not.toMatch(/(?![\n ])[\p{C}\p{Z}\p{Variation_Selector}]/u);
  },
);
