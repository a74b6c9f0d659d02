/**
 * Who may be started. A server is a program with all rights of the user; a project's files may be anybody's, so a server
 * that they name is started only once the user has agreed to it, and only as it was then.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { projectFolder } from "../../log/place.ts";
import type { Disk } from "../../ports.ts";
import { isRecord } from "../../wire.ts";
import type { NamedServer } from "./configured.ts";
import type { PlacedMcpSettings } from "./settings.ts";

/** May a server be started? `why` it may not is what follows its name. */
export type Consent = "yes" | "ask" | { readonly no: string };

/** What was said to the servers of one project: a digest of each as it was then, and the answer. */
export type Remembered = Readonly<Record<string, unknown>>;

/**
 * Decides by the settings and by what was said before. A project's own settings can forbid, and never allow: they are as
 * much anybody's as what names the server. Law: mcp-consent
 */
export function consentTo(
  server: NamedServer,
  settings: readonly PlacedMcpSettings[],
  remembered: Remembered,
): Consent {
  const { name, isProjects } = server;
  const forbids = settings.find(({ part }) => part.disabledMcpjsonServers?.includes(name));
  if (forbids) return { no: `${forbids.file} says so` };
  if (!isProjects) return "yes";
  const allows = settings.some(
    ({ isUsers, part }) =>
      isUsers && (part.enableAllProjectMcpServers === true || part.enabledMcpjsonServers?.includes(name)),
  );
  if (allows) return "yes";
  const said = remembered[digestOf(server)];
  if (said === "no") return { no: "you said no to it" };
  return said === "yes" ? "yes" : "ask";
}

/** Where the answers of a project are kept: among its logs, which no tool may write to. */
export function consentPath(root: string, cwd: string): string {
  return join(projectFolder(root, cwd), "mcp-servers.json");
}

/** What was said in this project. Projects can share a folder (fact 2), so each stands under its own path. */
export function readConsent(disk: Disk, root: string, cwd: string): Remembered {
  const said = allSaid(disk, consentPath(root, cwd))[cwd];
  return isRecord(said) ? said : {};
}

/** Keeps an answer. */
export function remember(
  disk: Disk,
  { root, cwd }: { readonly root: string; readonly cwd: string },
  server: NamedServer,
  answer: "yes" | "no",
): void {
  const path = consentPath(root, cwd);
  const said = { ...readConsent(disk, root, cwd), [digestOf(server)]: answer };
  disk.write(path, `${JSON.stringify({ ...allSaid(disk, path), [cwd]: said }, null, 2)}\n`);
}

/** A file that cannot be read has no answer in it: then it is asked again. */
function allSaid(disk: Disk, path: string): Record<string, unknown> {
  try {
    const bytes = disk.read(path);
    const all: unknown = bytes ? JSON.parse(new TextDecoder().decode(bytes)) : {};
    return isRecord(all) ? all : {};
  } catch {
    return {};
  }
}

function digestOf({ name, entry }: NamedServer): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([name, entry]))
    .digest("hex");
  return `${name} ${digest.slice(0, 32)}`;
}
