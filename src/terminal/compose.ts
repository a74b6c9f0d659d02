/**
 * Puts a session together, out of the command line, the settings files and this machine: for one turn and for a
 * conversation alike.
 */
import { homedir } from "node:os";
import { hooksFrom } from "../annex/hooks/hooks.ts";
import { fittingImages } from "../annex/images/fit.ts";
import type { QueueOperation } from "../annex/log/queue.ts";
import { type Prompt, permissionsAsk } from "../annex/permissions/ask.ts";
import { restoredMode, startingMode } from "../annex/permissions/modes.ts";
import { searchableDisk } from "../annex/permissions/searchable.ts";
import { agentTool } from "../annex/subagents/agent-tool.ts";
import { agentLogs } from "../annex/subagents/files.ts";
import { tellingThinking } from "../annex/thinking/told.ts";
import { allTools } from "../annex/tools/table.ts";
import type { Listener } from "../events.ts";
import { gitBranch } from "../host/git-branch.ts";
import { runHookCommand } from "../host/hook-runner.ts";
import type { PermissionMode } from "../host/modes.ts";
import { hostPorts } from "../host/ports.ts";
import { hostFindLines } from "../host/ripgrep.ts";
import { sessionPath } from "../log/place.ts";
import { readLog } from "../log/read.ts";
import type { SessionOptions } from "../opened.ts";
import type { Model, Ports } from "../ports.ts";
import type { RequestSettings } from "../request/stable.ts";
import { Session } from "../session.ts";
import type { SessionCommand } from "./command.ts";
import { type Configured, configured } from "./configured.ts";
import { projectFolder, sessionToTakeUp } from "./open-session.ts";

/** Who answers, who listens, who can be asked, and what ends a turn before its end. */
export interface Company {
  readonly model: Model;
  readonly emit: Listener;
  /** Left out: nobody can be asked. */
  readonly prompt?: Prompt;
  readonly endTurn: () => void;
}

/** An open session, and what of it may change while it is open. */
export interface Composed {
  readonly session: () => Session;
  /** Its log as it is now, and those of its agents (O-28). */
  readonly logs: () => readonly { readonly name: string; readonly bytes: Uint8Array }[];
  readonly cwd: string;
  readonly mode: () => PermissionMode;
  /** Logs the new mode (O-30); it holds from the next call on. */
  readonly changeMode: (mode: PermissionMode) => void;
  /** Logs what happens to the prompts that wait for the end of a turn (O-7). */
  readonly queued: (change: QueueOperation) => void;
  /** Opens the session again, with what has changed; not while a turn runs. */
  readonly reopen: (changed: Partial<RequestSettings>) => void;
}

/** Opens the session that a command names. Throws `SettingsError`, `SetupError`, `SessionError`. */
export function compose(command: SessionCommand, company: Company): Composed {
  const cwd = projectFolder(command.cwd);
  const ports = hostPorts({ model: company.model, ask: { permit: (call) => ask.permit(call) } });
  const found = configured(ports.disk, command.root, cwd);
  const id = sessionToTakeUp(command, ports.disk, cwd);
  let settings = settingsFor(command, found, id === undefined);
  let mode = startingMode({
    launch: command.permissionMode,
    restored: id === undefined ? undefined : lastMode(ports, sessionPath(command.root, cwd, id)),
    settings: found.mode,
  });
  const place = { disk: ports.disk, cwd, home: homedir() };
  const ask = permissionsAsk({
    ...place,
    own: [`${command.root}/settings.json`, `${command.root}/projects`],
    mode: () => mode,
    rules: found.rules,
    prompt: company.prompt,
  });
  const hooks = hooksFrom(found.hooks, {
    run: runHookCommand,
    clock: ports.clock,
    cwd,
    session: () => session,
    permissionMode: () => mode,
    tell: (text) => company.emit({ type: "notice", text }),
    endTurn: company.endTurn,
  });
  const disk = searchableDisk(found.rules, place);
  const fixed = fixedOptions(command, company, { ...ports, disk }, cwd);
  const open = (taken: string | undefined): Session => {
    const emit = tellingThinking(settings, company.emit);
    const own = { ...fixed, settings, permissionMode: () => mode, hooks, emit };
    const agents = agentTool({ options: () => own, parent: () => session });
    const options = { ...own, tools: [...(own.tools ?? []), agents] };
    return taken === undefined ? Session.begin(options) : Session.resume(options, taken);
  };
  for (const text of found.told) company.emit({ type: "notice", text });
  let session = open(id);
  const isBegun = () => session.conversation().messages.length > 0;
  return {
    session: () => session,
    logs: () => logsOf(ports, session.path),
    cwd,
    mode: () => mode,
    changeMode: (next) => {
      mode = next;
      // A session in which nothing was said has no log yet; its first prompt will name the mode.
      if (isBegun()) session.ledger({ type: "permission-mode", permissionMode: next });
    },
    queued: (change) => {
      session.ledger({ type: "queue-operation", timestamp: ports.clock.now().toISOString(), ...change });
    },
    reopen: (changed) => {
      settings = { ...settings, ...changed };
      session = open(isBegun() ? session.id : undefined);
    },
  };
}

function logsOf(ports: Ports, path: string): { name: string; bytes: Uint8Array }[] {
  return [path, ...agentLogs(ports.disk, path)].map((name) => ({ name, bytes: ports.openLog(name).read() }));
}

function lastMode(ports: Ports, path: string): PermissionMode | undefined {
  return restoredMode(readLog(ports.openLog(path).read()));
}

/** What stays as it is as long as the process lives. */
function fixedOptions(
  { root, appendSystemPrompt }: SessionCommand,
  { emit }: Company,
  ports: Ports,
  cwd: string,
): SessionOptions {
  return {
    ports,
    root,
    cwd,
    platform: process.platform,
    gitBranch: gitBranch(cwd),
    tools: allTools(hostFindLines()),
    lastLook: fittingImages,
    appendSystemPrompt,
    emit,
  };
}

/** What is said on the command line wins over the files; a session that is taken up keeps its own model (C-5.4b). */
function settingsFor(command: SessionCommand, found: Configured, isNew: boolean): Partial<RequestSettings> {
  const model = isNew && found.model !== undefined ? { model: found.model } : {};
  return { ...model, ...found.settings, ...command.settings };
}
