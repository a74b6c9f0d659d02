/** Which servers a session has: all that files name, those that may be started, and why the others are not. */
import { join } from "node:path";
import type { Disk } from "../../ports.ts";
import { configOf, type NamedServer, serversIn } from "./configured.ts";
import { consentTo, type Remembered } from "./consent.ts";
import { serverName } from "./names.ts";
import type { ServerToStart } from "./servers.ts";
import type { PlacedMcpSettings } from "./settings.ts";

/** A server that is not started, and why, as a sentence for a person. */
export interface NotStarted {
  readonly name: string;
  readonly why: string;
  /** Is it told at each start? What the user has decided is not. */
  readonly isNews: boolean;
}

/** What came of it. */
export interface Chosen {
  readonly start: readonly ServerToStart[];
  readonly not: readonly NotStarted[];
}

/** The servers that the user's settings and the project's `.mcp.json` name; of two with one name the project's counts. */
export function namedServers(
  disk: Disk,
  cwd: string,
  settings: readonly PlacedMcpSettings[],
): { readonly servers: readonly NamedServer[]; readonly told: readonly string[] } {
  const told: string[] = [];
  const ofSettings = settings.flatMap(({ file, isUsers, part }) => {
    if (!isUsers && part.enabledMcpjsonServers !== undefined)
      told.push(`${file}: enabledMcpjsonServers does not count here, where a project would allow itself.`);
    if (!isUsers && part.enableAllProjectMcpServers === true)
      told.push(
        `${file}: enableAllProjectMcpServers does not count here, where a project would allow itself.`,
      );
    return Object.entries(part.mcpServers ?? {}).map(([name, entry]): NamedServer => {
      return { name, entry, place: file, isProjects: !isUsers };
    });
  });
  const file = join(cwd, ".mcp.json");
  const source = textOf(disk, file);
  if (source === undefined) return { servers: ofSettings, told };
  const read = serversIn(source, file, true);
  if ("fault" in read) return { servers: ofSettings, told: [...told, `${read.fault} It is left aside.`] };
  return { servers: [...ofSettings, ...read.servers], told };
}

/** Asks a person whether a server may be started. */
export type AskToStart = (server: NamedServer) => Promise<"yes" | "no" | "later">;

/** Chooses among servers: the later of two with one name, as their tools would be called, wins. */
export async function chosen(
  servers: readonly NamedServer[],
  given: {
    readonly settings: readonly PlacedMcpSettings[];
    readonly remembered: Remembered;
    readonly variables: Readonly<Record<string, string | undefined>>;
    /** Why a server on the network is not reached; undefined: it is. */
    readonly offline: string | undefined;
    /** Undefined: nobody can be asked. */
    readonly ask: AskToStart | undefined;
    /** What to do then. */
    readonly unasked: string;
  },
): Promise<Chosen> {
  const start: ServerToStart[] = [];
  const not: NotStarted[] = [];
  for (const server of lastOfEachName(servers)) {
    const { name, place } = server;
    const leave = (why: string, isNews = true) => not.push({ name, why, isNews });
    const config = configOf(server.entry, given.variables);
    if (typeof config === "string") {
      leave(`${place}: ${config}.`);
      continue;
    }
    if (config.kind === "http" && given.offline !== undefined) {
      leave(given.offline);
      continue;
    }
    const consent = consentTo(server, given.settings, given.remembered);
    const answer = consent === "ask" ? await given.ask?.(server) : consent;
    if (answer === undefined) leave(`${place} names it, and nobody has agreed to it. ${given.unasked}`);
    else if (typeof answer === "object") leave(`${answer.no}.`, false);
    else if (answer !== "yes") leave("you have not agreed to it.", false);
    else start.push({ name, config });
  }
  return { start, not };
}

function lastOfEachName(servers: readonly NamedServer[]): NamedServer[] {
  return [...new Map(servers.map((server) => [serverName(server.name), server])).values()];
}

/** The text of a file that is there. A link is followed; what is then no file is not read. */
function textOf(disk: Disk, path: string): string | undefined {
  const real = disk.realPath(path);
  const bytes = real !== undefined && disk.kind(real) === "file" ? disk.read(real) : undefined;
  return bytes && new TextDecoder().decode(bytes);
}
