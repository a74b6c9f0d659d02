/** What a session is opened with that does not depend on who takes part in it. */
import { whyCacheIsLost } from "../annex/cache/lost.ts";
import { ANNEX_INJECTIONS } from "../annex/context/injections.ts";
import { fittingImages } from "../annex/images/fit.ts";
import { tailReader } from "../annex/log/fast/tail.ts";
import { PRINTING } from "../annex/log/sessions/listing-glance.ts";
import { knownReferences } from "../annex/mcp/references.ts";
import { mentionsAsWords } from "../annex/mentions/as-words.ts";
import { agentLogs } from "../annex/subagents/files.ts";
import { atLeastWords } from "../annex/window/first-words.ts";
import { gitBranch } from "../host/git-branch.ts";
import type { SessionOptions } from "../opened.ts";
import type { Ports } from "../ports.ts";
import type { RequestSettings } from "../request/stable.ts";
import type { SessionCommand } from "./command.ts";
import type { Company } from "./composed.ts";
import type { Configured } from "./configured.ts";
import { NO_SERVERS } from "./mcp.ts";

/** The log of a session and those of its agents (O-28). */
export function logsOf(ports: Ports, path: string): { name: string; bytes: Uint8Array }[] {
  return [path, ...agentLogs(ports.disk, path)].map((name) => ({ name, bytes: ports.openLog(name).read() }));
}

/** What stays as it is as long as the process lives. */
export function fixedOptions(
  { root }: SessionCommand,
  { emit, servers = NO_SERVERS, isPrinting = false, maxSteps }: Company,
  ports: Ports,
  cwd: string,
): SessionOptions {
  return {
    ports,
    root,
    cwd,
    platform: process.platform,
    gitBranch: gitBranch(cwd),
    ...(isPrinting && { entrypoint: PRINTING }),
    ...(maxSteps !== undefined && { maxSteps }),
    lastLook: (messages, model) =>
      fittingImages(atLeastWords(knownReferences(messages, servers.tools)), model),
    injections: ANNEX_INJECTIONS,
    emit,
    readLog: tailReader(),
    explainChange: whyCacheIsLost,
    mentionsAsWords,
  };
}

/** What is said on the command line wins over the files; a session that is taken up keeps its own model (C-5.4b). */
export function settingsFor(
  command: SessionCommand,
  found: Configured,
  isNew: boolean,
): Partial<RequestSettings> {
  const model = isNew && found.model !== undefined ? { model: found.model } : {};
  return { ...model, ...found.settings, ...command.settings };
}

/** The flags of a command that a resume does not bring back (C-5.4b), by name. */
export function launchFlags({ mcpConfig, appendSystemPrompt, settings }: SessionCommand): string[] {
  const given = {
    "--mcp-config": mcpConfig !== undefined,
    "--append-system-prompt": appendSystemPrompt !== "",
    "--thinking": settings.thinking !== undefined,
    "--effort": settings.effort !== undefined,
    "--reminders": settings.reminders !== undefined,
  };
  return Object.entries(given).flatMap(([flag, isGiven]) => (isGiven ? [flag] : []));
}
