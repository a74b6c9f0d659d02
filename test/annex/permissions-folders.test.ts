/** Where a command stands and which files it means: what a line does not say plainly is not allowed unasked (D-32). */
import { expect, test } from "vitest";
import { permissionsAsk } from "#src/annex/permissions/ask.ts";
import type { PermissionMode } from "#src/annex/permissions/modes.ts";
import { MemoryDisk } from "../../scripts/stage/memory-disk.ts";
import { rulesOf } from "../support/rules.ts";

const CWD = "/home/user/demo";

/** Does a command run where nobody can be asked? */
async function runs(
  command: string,
  rules: NonNullable<Parameters<typeof rulesOf>[0]>,
  mode: PermissionMode = "default",
): Promise<boolean> {
  const disk = new MemoryDisk();
  for (const path of ["secrets/key", ".env", ".claude/settings.json", "src/a.ts"])
    disk.put(`${CWD}/${path}`, "x");
  const place = { disk, cwd: CWD, home: "/home/user" };
  const ask = permissionsAsk({ ...place, mode: () => mode, rules: rulesOf(rules) });
  return (await ask.permit({ id: "t1", tool: "Bash", kind: "shell", input: { command } })).allowed;
}

const MOVING = { allow: ["Bash(cd:*)", "Bash(pushd:*)", "Bash(popd:*)", "Bash(echo:*)", "Bash(cat:*)"] };

test.each([
  "cd ~ && echo x > .bashrc",
  "cd && echo x > .bashrc",
  "cd -- .claude && echo {} > settings.local.json",
  "cd -- .git && echo x > config",
  "cd .clau* && echo x > settings.json",
  "cd -P / && echo x > etc",
  "cd - && echo x > a",
  "cd ~root && echo x > q",
  "pushd -- .. && echo x > q",
  "popd && echo x > q",
  "echo x > link/../escaped",
  "cd link/.. && echo x > escaped",
])("a file is not written where the line does not say plainly where it stands: %s", async (command) => {
  expect(await runs(command, MOVING, "acceptEdits")).toBe(false);
});

test("a folder that is named plainly is followed", async () => {
  expect(await runs("cd src && echo x > b.ts", MOVING, "acceptEdits")).toBe(true);
  expect(await runs("cd .. && echo x > b.ts", MOVING, "acceptEdits")).toBe(false);
});

test.each([
  ["Read(.env)", "cat .en?"],
  ["Read(.env)", "cat .e*"],
  ["Read(.env)", "cat --file=.env"],
  ["Read(.env)", "cat -f.env"],
  ["Read(.env)", "cat .env $X"],
  ["Read(.env)", 'cat "$PWD/.env"'],
  ["Read(secrets/key)", "cat secrets/k*"],
  ["Read(secrets/key)", "cat ~+/secrets/key"],
  ["Read(secrets/key)", "cat src/../secrets/key"],
  ["Read(secrets/key)", "cd -- secrets && cat key"],
  ["Read(secrets/key)", "cd -P secrets && cat key"],
  ["Read(secrets/key)", "cd sec* && cat key"],
  ["Read(secrets/key)", "pushd -n secrets && cat key"],
])("while %s is denied, this is not read unasked: %s", async (rule, command) => {
  expect(await runs(command, { ...MOVING, deny: [rule] })).toBe(false);
  expect(await runs(command, { deny: [rule] }, "bypassPermissions")).toBe(false);
});

test("what is plainly another file is read", async () => {
  expect(await runs("cat src/a.ts", { ...MOVING, deny: ["Read(.env)"] })).toBe(true);
});
