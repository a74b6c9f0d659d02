/** Sessions that start agents, against a model that is a function of the request: who answers when does not matter. */
import { createMockApi, memoryCache, type Reply, type ReplyBlock } from "#mock-api";
import {
  type HarnessEvent,
  type Hooks,
  type MessagesRequest,
  modelOver,
  type Session,
  type SessionOptions,
  type Tool,
} from "#src/index.ts";
import { agentTool } from "../../src/annex/subagents/agent-tool.ts";
import type { World } from "./world.ts";

/** For each turn the agents that its one batch starts; for each agent how many steps with a tool it takes. */
export type AgentPlan = readonly (readonly number[])[];

/** A tool whose results must stay with the agents. */
const NOTE: Tool = {
  name: "Note",
  kind: "read",
  description: "Keeps a note.",
  inputSchema: {
    type: "object",
    properties: { note: { type: "string", description: "The note." } },
    required: ["note"],
    additionalProperties: false,
  },
  run: async ({ note }) => ({ content: `secret result of ${note}`, isError: false }),
};

/** A session that is being played: its events, and those of its agents, told apart. */
export interface AgentRun {
  readonly session: Session;
  readonly own: HarnessEvent[];
  readonly ofAgents: { readonly agentId: string; readonly event: HarnessEvent }[];
}

/** Opens a session with the tools Note and Agent. `hear` is told of each event first. */
export function openWithAgents(
  world: World,
  plan: AgentPlan,
  more: Partial<SessionOptions> & {
    hear?: (event: HarnessEvent, kill: () => never) => void;
    resume?: string;
    tells?: Hooks;
  } = {},
): AgentRun {
  const { hear, resume, tells, ...rest } = more;
  const api = createMockApi({
    model: (request) => answerTo(request as MessagesRequest, plan),
    cache: memoryCache(),
  });
  const process = world.start(modelOver({ apiKey: "x", fetch: api.fetch, maxRetries: 0 }));
  const run = { own: [] as HarnessEvent[], ofAgents: [] as AgentRun["ofAgents"][number][] };
  const options: SessionOptions = process.options({
    tools: [NOTE],
    ...rest,
    emit: (event) => {
      hear?.(event, () => process.kill());
      if (event.type === "agent") run.ofAgents.push(event);
      else run.own.push(event);
    },
  });
  const tool = agentTool({ options: () => options, parent: () => session, ...(tells && { tells }) });
  const all = { ...options, tools: [NOTE, tool] };
  const session: Session = resume === undefined ? process.begin(all) : process.resume(resume, all);
  return { session, ...run };
}

function answerTo({ messages }: MessagesRequest, plan: AgentPlan): Reply {
  const [, turn, agent] = /task-(\d+)-(\d+)/.exec(wordsOf(messages[0])) ?? [];
  const answers = messages.filter(({ role }) => role === "assistant").length;
  if (turn !== undefined && agent !== undefined) {
    const steps = plan[Number(turn)]?.[Number(agent)] ?? 0;
    const name = `${turn}-${agent}-${answers}`;
    return answers < steps
      ? { content: [{ type: "text", text: `secret words ${name}` }, use("Note", { note: `secret ${name}` })] }
      : { content: [{ type: "text", text: `answer-${turn}-${agent}.` }] };
  }
  const last = messages.at(-1);
  const asked = /turn-(\d+)$/.exec(wordsOf(last))?.[1];
  const agents = asked === undefined ? [] : (plan[Number(asked)] ?? []);
  if (agents.length === 0 || last?.content.some(({ type }) => type === "tool_result")) {
    return { content: [{ type: "text", text: "done" }] };
  }
  const calls = agents.map((_, at) =>
    use("Agent", { description: "a task", prompt: `Do task-${asked}-${at}.` }),
  );
  return { content: calls };
}

function use(name: string, input: Record<string, unknown>): ReplyBlock {
  return { type: "tool_use", name, input };
}

function wordsOf(message: MessagesRequest["messages"][number] | undefined): string {
  return (message?.content ?? []).map((block) => String(block["text"] ?? "")).join("\n");
}
