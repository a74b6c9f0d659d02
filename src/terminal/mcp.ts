/** The MCP servers of a run: found in files, agreed to, started before the session is opened and ended after it. */
import { mkdirSync } from "node:fs";
import { oneLine } from "../annex/log/one-line.ts";
import { type AskToStart, chosen, type NotStarted, namedServers } from "../annex/mcp/chosen.ts";
import { type NamedServer, serversIn } from "../annex/mcp/configured.ts";
import { readConsent, remember } from "../annex/mcp/consent.ts";
import { listedServers } from "../annex/mcp/listed.ts";
import { goneTools } from "../annex/mcp/references.ts";
import { type OpenServers, openServers } from "../annex/mcp/servers.ts";
import { tellingTools } from "../annex/mcp/told-tools.ts";
import { nodeDisk } from "../host/disk.ts";
import { mcpConnect } from "../host/mcp/connect.ts";
import { projectFolder as projectFolderOf } from "../log/place.ts";
import type { ReadLog } from "../log/read.ts";
import type { SessionCommand } from "./command.ts";
import { configured } from "./configured.ts";
import { projectFolder } from "./open-session.ts";
import { SetupError } from "./setup-error.ts";

/** The servers that are open, and what there is to say of them. */
export interface SessionServers extends OpenServers {
  /** All servers that files name, for a person. */
  readonly listed: () => string;
  /** Whoever listens hears what has been told so far, and all that is told from now on. */
  readonly hear: (listener: (text: string) => void) => void;
}

const OFFLINE = "it is on the network, and without --live no request leaves this machine.";

/** Nobody has looked for servers. */
export const NO_SERVERS: SessionServers = {
  tools: [],
  hooks: tellingTools(() => new Map()),
  servers: [],
  close: async () => {},
  listed: () => "",
  hear: () => {},
};

/** With what stands for the tools that a session has found and goes on without. `past` is its log; undefined: it is new. */
export function withGone(servers: SessionServers, past: ReadLog | undefined): SessionServers {
  return past ? { ...servers, tools: [...servers.tools, ...goneTools(past, servers.tools)] } : servers;
}

/**
 * Starts the servers of a project. `ask` puts a question to the person for each server of the project's that is new; left
 * out: nobody can be asked. Where `signal` is aborted they are ended. Throws `SetupError`, `SettingsError`.
 */
export async function openMcp(
  command: Pick<SessionCommand, "root" | "cwd" | "live" | "mcpConfig">,
  variables: NodeJS.ProcessEnv,
  { ask, signal }: { readonly ask?: AskToStart; readonly signal?: AbortSignal } = {},
): Promise<SessionServers> {
  const { root } = command;
  const cwd = projectFolder(command.cwd);
  const settings = configured(nodeDisk, root, cwd).mcp;
  const named = namedServers(nodeDisk, cwd, settings);
  const { start, not } = await chosen([...named.servers, ...namedOnTheWay(command.mcpConfig)], {
    settings,
    remembered: readConsent(nodeDisk, root, cwd),
    variables,
    offline: command.live ? undefined : OFFLINE,
    ask: ask && remembering(ask, { root, cwd }),
    unasked: `Give --mcp-config FILE, or name it in enabledMcpjsonServers of ${root}/settings.json.`,
  });
  const words = new Words();
  for (const text of [...named.told, ...not.filter(({ isNews }) => isNews).map(notStarted)]) words.tell(text);
  const open = await openServers(start, mcpConnect(cwd), (text) => words.tell(text), signal);
  return { ...open, listed: () => listedServers(open, not), hear: (listener) => words.hear(listener) };
}

/** The servers of the file that was named on the command line; to name it there is to agree to them. */
function namedOnTheWay(file: string | undefined): readonly NamedServer[] {
  if (file === undefined) return [];
  const bytes = nodeDisk.read(file);
  if (bytes === undefined) throw new SetupError(`--mcp-config: there is no file ${file}.`);
  const read = serversIn(new TextDecoder().decode(bytes), file, false);
  if ("fault" in read) throw new SetupError(`--mcp-config: ${read.fault}`);
  return read.servers;
}

function remembering(ask: AskToStart, place: { root: string; cwd: string }): AskToStart {
  return async (server) => {
    const answer = await ask(server);
    if (answer === "later") return answer;
    // What lies in this folder is for its user's eyes only.
    mkdirSync(projectFolderOf(place.root, place.cwd), { recursive: true, mode: 0o700 });
    remember(nodeDisk, place, server, answer);
    return answer;
  };
}

function notStarted({ name, why }: NotStarted): string {
  return `The MCP server ${name} is not started: ${why}`;
}

/** What is told before anybody listens is kept until somebody does. */
class Words {
  #listener: ((text: string) => void) | undefined;
  readonly #waiting: string[] = [];

  tell(text: string): void {
    // Names and reasons are text of others.
    if (this.#listener) this.#listener(oneLine(text));
    else this.#waiting.push(oneLine(text));
  }

  hear(listener: (text: string) => void): void {
    this.#listener = listener;
    for (const text of this.#waiting.splice(0)) listener(text);
  }
}
