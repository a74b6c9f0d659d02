/**
 * Puts a session together, out of the command line, the settings files and this machine: for one turn and for a
 * conversation alike.
 */
import { homedir } from "node:os";
import { historyLines } from "../annex/checkpoint/history-lines.ts";
import { rewinder } from "../annex/checkpoint/rewinder.ts";
import { compacting } from "../annex/compaction/compacting.ts";
import { whatHolds } from "../annex/context/now.ts";
import { together } from "../annex/context/together.ts";
import { hooksFrom } from "../annex/hooks/hooks.ts";
import { startingBy } from "../annex/hooks/starting.ts";
import { tailReader } from "../annex/log/fast/tail.ts";
import { latestLines } from "../annex/log/latest-lines.ts";
import { openerFor } from "../annex/log/sessions/continued-log.ts";
import { SessionMemory } from "../annex/memory/session-memory.ts";
import { permissionsAsk } from "../annex/permissions/ask.ts";
import { restoredMode, startingMode } from "../annex/permissions/modes.ts";
import { searchableDisk } from "../annex/permissions/searchable.ts";
import { persisting } from "../annex/results/persisting.ts";
import { resultsFolder, savedResult } from "../annex/results/place.ts";
import { hasBegun } from "../annex/rewind/has-begun.ts";
import { Skills } from "../annex/skills/skills.ts";
import { agentTool } from "../annex/subagents/agent-tool.ts";
import { taskReminders } from "../annex/tasks/reminders.ts";
import { tellingThinking } from "../annex/thinking/told.ts";
import { allTools } from "../annex/tools/table.ts";
import { checkpointing } from "../checkpoint/snapshot.ts";
import { runHookCommand } from "../host/hook-runner.ts";
import { hostPorts } from "../host/ports.ts";
import { hostFindLines } from "../host/ripgrep.ts";
import { saveNew } from "../host/save-new.ts";
import { watchedLogs } from "../host/watched-logs.ts";
import { Session } from "../session.ts";
import type { SessionCommand } from "./command.ts";
import type { Company, Composed } from "./composed.ts";
import { configured } from "./configured.ts";
import { NO_SERVERS, withGone } from "./mcp.ts";
import { modelTold } from "./model-told.ts";
import { projectFolder } from "./open-session.ts";
import { fixedOptions, logsOf, settingsFor } from "./session-options.ts";
import { takenUp } from "./taken-up.ts";

/** Opens the session that a command names. Throws `SettingsError`, `SetupError`, `SessionError`. */
export function compose(command: SessionCommand, company: Company): Composed {
  const cwd = projectFolder(command.cwd);
  const tell = (text: string) => company.emit({ type: "notice", text });
  const logs = watchedLogs(command.fsync, tell);
  const { isPrinting } = company;
  const { taken, keepingFlags } = takenUp(command, { cwd, isPrinting, openLog: logs.openLog, tell });
  const ports = hostPorts({
    model: company.model,
    ask: { permit: (call) => ask.permit(call) },
    openLog: taken ? openerFor(taken, logs.openLog) : logs.openLog,
  });
  const found = configured(ports.disk, command.root, cwd);
  const id = taken?.id;
  const past = taken && tailReader()(ports.openLog(taken.path), { sessionId: taken.id });
  let settings = settingsFor(command, found, id === undefined);
  let mode = startingMode({
    launch: command.permissionMode,
    restored: past && restoredMode(past),
    settings: found.mode,
  });
  const place = { disk: ports.disk, cwd, home: homedir() };
  const results = { ids: ports.ids, save: saveNew, folder: () => resultsFolder(session.path) };
  const ask = permissionsAsk({
    ...place,
    own: [`${command.root}/settings.json`, `${command.root}/projects`],
    mode: () => mode,
    rules: found.rules,
    readable: (path) => savedResult(ports.disk, results.folder(), path) !== undefined,
    prompt: company.prompt,
  });
  const ownHooks = hooksFrom(found.hooks, {
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
  const skills = new Skills({ ...place, disk, root: command.root, tell });
  // The user's own come first: where they object to a prompt, nothing else is left with it.
  const servers = withGone(company.servers ?? NO_SERVERS, past);
  const hooks = together(startingBy(company.source, ownHooks), skills.hooks, servers.hooks);
  const fixed = {
    ...fixedOptions(command, { ...company, servers }, { ...ports, disk }, cwd),
    tools: persisting([...allTools(hostFindLines()), skills.tool, ...servers.tools], results),
    appendSystemPrompt: [found.style, command.appendSystemPrompt].filter((text) => text !== "").join("\n\n"),
    logPath: taken?.path,
  };
  const newMemory = () => new SessionMemory({ place: { ...place, disk, root: command.root }, tell });
  let memory = newMemory();
  const compaction = { ...found.compaction, skills: () => skills.found().skills };
  const volatile = whatHolds(ports.clock, () => mode);
  const open = (taken: string | undefined): Session => {
    const emit = tellingThinking(settings, company.emit);
    const own = { ...fixed, settings, permissionMode: () => mode, hooks, volatile, emit };
    memory = newMemory();
    const agents = agentTool({
      options: () => newMemory().of(own),
      parent: () => session,
      tells: together(skills.ofAgents, servers.hooks),
      around: (options, agent) => compacting(options, agent, compaction),
    });
    // A list of tasks is the session's alone: an agent has its own.
    const asks = together(
      hooks,
      taskReminders(() => session.log.way()),
      keepingFlags(() => session.log),
    );
    const tools = [...(own.tools ?? []), ...persisting([agents], results)];
    // Behind what agents are given: of their edits there are no checkpoints (C-5.3d).
    const alone = { ...memory.of({ ...own, hooks: checkpointing(asks, files) }), tools };
    const options = compacting(alone, () => session, compaction);
    return taken === undefined ? Session.begin(options) : Session.resume(options, taken);
  };
  for (const text of found.told) tell(text);
  servers.hear(tell);
  let session = open(id);
  if (taken && company.prompt) logs.hold(session.path);
  else logs.look(session.path);
  const isBegun = () => hasBegun(session);
  for (const text of modelTold(session.settings.model)) tell(text);
  return {
    session: () => session,
    isBegun,
    logs: () => logsOf(ports, session.path),
    log: () => tailReader()(ports.openLog(session.path), { sessionId: session.id }),
    latest: () => latestLines(ports.openLog(session.path)),
    cwd,
    autoCompacts: found.compaction.auto,
    keptDays: found.keptDays,
    mode: () => mode,
    changeMode: (next) => {
      mode = next;
      // A session in which nothing was said has no log yet; its first prompt will name the mode.
      if (isBegun()) session.log.ledger({ type: "permission-mode", permissionMode: next });
    },
    queued: (change) => {
      session.log.ledger({ type: "queue-operation", timestamp: ports.clock.now().toISOString(), ...change });
    },
    reopen: (changed) => {
      settings = { ...settings, ...changed };
      session = open(isBegun() ? session.id : undefined);
    },
    skills,
    servers: servers.listed,
    memory: () => memory.report(session.log.told()),
    rewinder: rewinder(files),
    close: logs.close,
  };
}
