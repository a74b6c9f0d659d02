/** Where subagents keep their logs (O-28, fact 8): beside the session's log, in a folder of the session's name. */
import { join } from "node:path";
import type { Disk } from "../../ports.ts";

const AGENT_LOG = /^agent-.+\.jsonl$/;

/** An agent's id, in the form that the real client gives it: `a` and 16 hexadecimal digits. */
export function agentIdFrom(uuid: string): string {
  return `a${uuid.replaceAll("-", "").slice(-16)}`;
}

/** The folder of the logs of a session's agents. `sessionLog` is the path of the session's own. */
function agentsFolder(sessionLog: string): string {
  return join(sessionLog.replace(/\.jsonl$/, ""), "subagents");
}

/** The files of one agent: its log, and what is known of it beside that. */
export function agentFiles(
  sessionLog: string,
  agentId: string,
): { readonly log: string; readonly meta: string } {
  const name = join(agentsFolder(sessionLog), `agent-${agentId}`);
  return { log: `${name}.jsonl`, meta: `${name}.meta.json` };
}

/** The logs of a session's agents, by name; none where there are none. */
export function agentLogs(disk: Disk, sessionLog: string): string[] {
  const folder = agentsFolder(sessionLog);
  const names = disk.list(folder).map(({ name }) => name);
  return names
    .filter((name) => AGENT_LOG.test(name))
    .sort()
    .map((name) => join(folder, name));
}
