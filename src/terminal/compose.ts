/**
 * Puts a session together, out of the command line, the settings files and this machine: for one turn and for a
 * conversation alike.
 */
import { homedir } from "node:os";
import { historyLines } from "../annex/checkpoint/history-lines.ts";
import { rewinder } from "../annex/checkpoint/rewinder.ts";
import { hooksFrom } from "../annex/hooks/hooks.ts";
import { fittingImages } from "../annex/images/fit.ts";
import { tailReader } from "../annex/log/fast/tail.ts";
import { latestLines } from "../annex/log/latest-lines.ts";
import { openerFor } from "../annex/log/sessions/continued-log.ts";
import { permissionsAsk } from "../annex/permissions/ask.ts";
import { restoredMode, startingMode } from "../annex/permissions/modes.ts";
import { searchableDisk } from "../annex/permissions/searchable.ts";
import { agentTool } from "../annex/subagents/agent-tool.ts";
import { agentLogs } from "../annex/subagents/files.ts";
import { tellingThinking } from "../annex/thinking/told.ts";
import { allTools } from "../annex/tools/table.ts";
import { checkpointing } from "../checkpoint/snapshot.ts";
import { gitBranch } from "../host/git-branch.ts";
import { runHookCommand } from "../host/hook-runner.ts";
import { nodeShelf } from "../host/log-shelf.ts";
import { hostPorts } from "../host/ports.ts";
import { hostFindLines } from "../host/ripgrep.ts";
import { watchedLogs } from "../host/watched-logs.ts";
import type { SessionOptions } from "../opened.ts";
import type { Ports } from "../ports.ts";
import type { RequestSettings } from "../request/stable.ts";
import { Session } from "../session.ts";
import type { SessionCommand } from "./command.ts";
import type { Company, Composed } from "./composed.ts";
import { type Configured, configured } from "./configured.ts";
import { projectFolder, sessionToTakeUp } from "./open-session.ts";

/** Opens the session that a command names. Throws `SettingsError`, `SetupError`, `SessionError`. */
export function compose(command: SessionCommand, company: Company): Composed {
  const cwd = projectFolder(command.cwd);
  const tell = (text: string) => company.emit({ type: "notice", text });
  const logs = watchedLogs(command.fsync, tell);
  const taken = sessionToTakeUp(command, nodeShelf, cwd);
  const ports = hostPorts({
    model: company.model,
    ask: { permit: (call) => ask.permit(call) },
    openLog: taken ? openerFor(taken, logs.openLog) : logs.openLog,
  });
  const found = configured(ports.disk, command.root, cwd);
  const id = taken?.id;
  let settings = settingsFor(command, found, id === undefined);
  let mode = startingMode({
    launch: command.permissionMode,
    restored: taken && restoredMode(tailReader()(ports.openLog(taken.path), { sessionId: taken.id })),
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
    tell,
    endTurn: company.endTurn,
  });
  const logNow = () => ({ path: session.path, file: ports.openLog(session.path) });
  const files = {
    ...ports,
    root: command.root,
    cwd,
    session: () => session,
    lines: historyLines(logNow),
    tell,
  };
  const disk = searchableDisk(found.rules, place);
  const fixed = { ...fixedOptions(command, company, { ...ports, disk }, cwd), logPath: taken?.path };
  const open = (taken: string | undefined): Session => {
    const emit = tellingThinking(settings, company.emit);
    const own = { ...fixed, settings, permissionMode: () => mode, hooks, emit };
    const agents = agentTool({ options: () => own, parent: () => session });
    // Behind what agents are given: of their edits there are no checkpoints (C-5.3d).
    const options = { ...own, tools: [...(own.tools ?? []), agents], hooks: checkpointing(hooks, files) };
    return taken === undefined ? Session.begin(options) : Session.resume(options, taken);
  };
  for (const text of found.told) tell(text);
  let session = open(id);
  logs.look(session.path);
  const isBegun = () => session.conversation().messages.length > 0;
  return {
    session: () => session,
    isBegun,
    logs: () => logsOf(ports, session.path),
    latest: () => latestLines(ports.openLog(session.path)),
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
    rewinder: rewinder(files),
    close: logs.close,
  };
}

function logsOf(ports: Ports, path: string): { name: string; bytes: Uint8Array }[] {
  return [path, ...agentLogs(ports.disk, path)].map((name) => ({ name, bytes: ports.openLog(name).read() }));
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
    readLog: tailReader(),
  };
}

/** What is said on the command line wins over the files; a session that is taken up keeps its own model (C-5.4b). */
function settingsFor(command: SessionCommand, found: Configured, isNew: boolean): Partial<RequestSettings> {
  const model = isNew && found.model !== undefined ? { model: found.model } : {};
  return { ...model, ...found.settings, ...command.settings };
}
