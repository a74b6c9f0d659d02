/**
 * The Agent tool: a subagent, which is the inverse of a question on the side. It begins with an empty conversation and
 * has all tools; only its last words come back (C-5.6c, C-6.3, D-24). It is a session of its own on a sidechain: own
 * log, same ports, same permissions.
 */
import { type Hooks, NO_HOOKS } from "../../hooks.ts";
import type { SessionOptions } from "../../opened.ts";
import type { RequestSettings } from "../../request/stable.ts";
import { Session } from "../../session.ts";
import { CORE_TOOLS } from "../../tools/table.ts";
import { inputs, type Tool, type ToolContext, ToolError, type ToolOutcome } from "../../tools/tool.ts";
import { agentFiles, agentIdFrom } from "./files.ts";
import { Places } from "./places.ts";
import { reportOf } from "./report.ts";

/** The session that agents work for. A `Session` is one. */
export interface AgentParent {
  readonly id: string;
  readonly path: string;
  readonly settings: RequestSettings;
}

/** What agents are started with. */
export interface AgentHost {
  /** What the parent was opened with, as it is now. */
  readonly options: () => SessionOptions;
  /** The parent; asked for only while it runs. */
  readonly parent: () => AgentParent;
  /** What an agent is told at all moments but those of tools, such as which skills there are (D-24). Left out: nothing. */
  readonly tells?: Hooks;
  /** What else an agent's session is opened with: what compacts the parent's is not for it. Left out: nothing. */
  readonly around?: (options: SessionOptions, agent: () => Session) => SessionOptions;
}

/** The tool's name; no agent has it. */
const AGENT = "Agent";

/** How many agents of a session work at once; the others wait. */
const MOST_AT_ONCE = 4;

/** The only kind of agent there is. */
const GENERAL = "general-purpose";

const DESCRIPTION = `Starts an agent: a fresh conversation that has all tools but this one and works on one task by itself. It knows nothing of this conversation, so the prompt must hold all that it needs, and say what it is to report. Only its last message comes back, with a line on what it used. Good for work that would fill this conversation with what is not needed later, such as a search through many files. Several calls in one answer run at once, ${MOST_AT_ONCE} at a time. No checkpoint is kept of the files that an agent edits: a rewind does not restore them.`;

/** Makes the tool for one session. Law: agent-apart, agent-legal */
export function agentTool(host: AgentHost): Tool {
  const places = new Places(MOST_AT_ONCE);
  return {
    name: AGENT,
    // The agent's own tools are asked for one by one.
    kind: "read",
    description: DESCRIPTION,
    inputSchema: inputs(["description", "prompt"], {
      description: { type: "string", description: "The task in three to five words, for the user." },
      prompt: { type: "string", description: "The task, whole." },
      subagent_type: { type: "string", description: "The kind of agent.", enum: [GENERAL] },
    }),
    run: (input, context) => places.within(() => runAgent(host, input, context)),
  };
}

async function runAgent(
  host: AgentHost,
  { prompt, description }: Readonly<Record<string, unknown>>,
  { call, signal }: ToolContext,
): Promise<ToolOutcome> {
  if (signal?.aborted) throw new ToolError("The agent was not started: the user interrupted the turn.");
  if (String(prompt).trim() === "") throw new ToolError("The agent was not started: its prompt is empty.");
  const { ports } = host.options();
  const parent = host.parent();
  const agentId = agentIdFrom(ports.ids.uuid());
  const files = agentFiles(parent.path, agentId);
  const meta = { agentType: GENERAL, description, toolUseId: call.id };
  ports.openLog(files.meta).append(`${JSON.stringify(meta)}\n`);
  const started = ports.clock.now().getTime();
  const options = agentOptions(host, agentId, files.log, call.id);
  const agent: Session = Session.begin(host.around?.(options, () => agent) ?? options);
  const result = await agent.prompt(String(prompt), signal);
  return reportOf(agentId, result, ports.clock.now().getTime() - started);
}

/** The parent's own options, but for what makes an agent of it. */
function agentOptions(
  { options, parent, tells = NO_HOOKS }: AgentHost,
  agentId: string,
  path: string,
  callId: string,
): SessionOptions {
  const own = options();
  const session = parent();
  return {
    ...own,
    tools: (own.tools ?? CORE_TOOLS).filter(({ name }) => name !== AGENT),
    settings: session.settings,
    hooks: agentHooks(own.hooks ?? NO_HOOKS, tells),
    sidechain: { agentId, sessionId: session.id, path },
    emit: (event) => own.emit?.({ type: "agent", callId, agentId, event }),
  };
}

/**
 * The hooks on tools are the agent's too; a prompt of the user, and the end of a turn, are the parent's alone. So nobody
 * is asked twice of one moment. Law: agent-asked-once
 */
function agentHooks(hooks: Hooks, tells: Hooks): Hooks {
  return (moment, signal, told) => {
    const isOfTool = moment.event === "PreToolUse" || moment.event === "PostToolUse";
    return (isOfTool ? hooks : tells)(moment, signal, told);
  };
}
