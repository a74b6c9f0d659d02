/**
 * Every way by which others' words come before the model, as a table, and a session in which each of them is used: with
 * MCP servers, skills, memory of all kinds, hooks, mentions, tasks, long results, agents.
 */
import type { Reply, ReplyBlock } from "#mock-api";
import { ANNEX_INJECTIONS } from "#src/annex/context/injections.ts";
import { together } from "#src/annex/context/together.ts";
import type { McpConnection } from "#src/annex/mcp/connection.ts";
import { type OpenServers, openServers } from "#src/annex/mcp/servers.ts";
import { SessionMemory } from "#src/annex/memory/session-memory.ts";
import { persisting } from "#src/annex/results/persisting.ts";
import { Skills } from "#src/annex/skills/skills.ts";
import { outputStyle } from "#src/annex/styles/output-style.ts";
import { agentTool } from "#src/annex/subagents/agent-tool.ts";
import { taskReminders } from "#src/annex/tasks/reminders.ts";
import { neutral } from "#src/context/wrap.ts";
import {
  ALL_TOOLS,
  type HarnessEvent,
  type Hooks,
  type MessagesRequest,
  type Session,
  type SessionOptions,
  type Shell,
  slug,
} from "#src/index.ts";
import { keepingOn } from "./saved-results.ts";
import { scripted } from "./scripted.ts";
import { World } from "./world.ts";

/** What others' words come by. */
export const CHANNELS = [
  "the prompt",
  "the project folder's name",
  "the data root's name",
  "text for the system prompt",
  "an output style",
  "the user's CLAUDE.md",
  "the project's CLAUDE.md",
  "a memory file's path",
  "a memory file below",
  "an import",
  "a rule",
  "a rule for some files",
  "noted memory",
  "a changed memory file",
  "a mentioned file",
  "a mentioned file's name",
  "the name of a file that is not there",
  "a name in a mentioned folder",
  "a file",
  "a file's name",
  "a command's output",
  "a failing command's output",
  "the beginning of a long output",
  "a failure",
  "a hook's words",
  "a hook's objection",
  "a skill's description",
  "a skill's body",
  "a skill's arguments",
  "a server's tool",
  "a server's schema",
  "a server's tool's name",
  "a server's result",
  "a server's failure",
  "a task",
  "an agent's prompt",
  "an agent's report",
] as const;

/** One of them. */
export type Channel = (typeof CHANNELS)[number];

/** What is said by each. */
export type Said = Readonly<Record<Channel, string>>;

const done: Reply = { content: [{ type: "text", text: "Done." }] };

/** Plays the session. Returns all that was sent, the agent's requests among them, in the order of sending. */
export async function playChannels(said: Said): Promise<MessagesRequest[]> {
  const scene = new Scene(said);
  const servers = await scene.servers();
  let session = scene.open(servers, []);
  await session.prompt(scene.firstPrompt);
  scene.changeMemory();
  await session.prompt(`/tell ${said["a skill's arguments"]}`);
  session = scene.open(servers, [done], session.id);
  await session.prompt(said["the prompt"]);
  return scene.requests;
}

class Scene {
  readonly requests: MessagesRequest[] = [];
  readonly #said: Said;
  readonly #world: World;
  readonly #cwd: string;
  readonly #replies: Reply[];

  constructor(said: Said) {
    this.#said = said;
    this.#world = new World({ root: `/home/user/${asName(said["the data root's name"])}` });
    this.#cwd = `/home/user/${asName(said["the project folder's name"])}`;
    this.#putFiles();
    this.#replies = this.#script();
  }

  get firstPrompt(): string {
    const named = asName(this.#said["a mentioned file's name"]);
    const missing = asName(this.#said["the name of a file that is not there"]);
    return `${this.#said["the prompt"]}\n@mentioned.md @"${named}" @"${missing}.md" @names/`;
  }

  changeMemory(): void {
    this.#world.disk.put(`${this.#cwd}/CLAUDE.md`, `Now: ${this.#said["a changed memory file"]}`);
  }

  /** One server that works. */
  servers(): Promise<OpenServers> {
    const said = this.#said;
    const inputSchema = { type: "object", properties: { a: { description: said["a server's schema"] } } };
    const connection: McpConnection = {
      list: async () => [
        { name: "works", description: said["a server's tool"], inputSchema },
        { name: "fails", description: "Fails.", inputSchema: { type: "object" } },
        { name: said["a server's tool's name"], inputSchema: { type: "object" } },
      ],
      call: async (tool) => {
        if (tool === "fails") throw new Error(said["a server's failure"]);
        return { content: [{ type: "text", text: said["a server's result"] }], isError: false };
      },
      close: async () => {},
    };
    const config = { kind: "http", url: "http://localhost", headers: {} } as const;
    return openServers(
      [{ name: "s", config }],
      async () => connection,
      () => {},
    );
  }

  /** A process, and its session: a new one, or the one of this id. */
  open(servers: OpenServers, replies: readonly Reply[], id?: string): Session {
    const { disk, root } = this.#world;
    const process = this.#world.start(scripted(id === undefined ? this.#replies : replies));
    const skills = new Skills({ disk, root, cwd: this.#cwd, tell: () => {} });
    const keeping = keepingOn(this.#world, () => session.path);
    const memoryOf = (options: SessionOptions) => {
      const place = { disk, root, cwd: this.#cwd, home: "/home/user" };
      return new SessionMemory({ place, tell: () => {} }).of(options);
    };
    const style = outputStyle(disk, root, this.#cwd, "mine").text;
    const own: SessionOptions = {
      ...process.options(),
      ports: { ...process.ports, shell: this.#shell },
      cwd: this.#cwd,
      tools: persisting([...ALL_TOOLS, skills.tool, ...servers.tools], keeping),
      hooks: together(this.#hooks, skills.hooks, servers.hooks),
      injections: ANNEX_INJECTIONS,
      appendSystemPrompt: `${style}\n${this.#said["text for the system prompt"]}`,
      emit: (event) => this.#hear(event),
    };
    const agents = agentTool({ options: () => memoryOf(own), parent: () => session, tells: skills.ofAgents });
    const tasks = taskReminders(() => session.log.way());
    const options = memoryOf({
      ...own,
      hooks: together(own.hooks ?? this.#hooks, tasks),
      tools: [...(own.tools ?? []), ...persisting([agents], keeping)],
    });
    const session = id === undefined ? process.begin(options) : process.resume(id, options);
    return session;
  }

  #hear(event: HarnessEvent): void {
    if (event.type === "agent") this.#hear(event.event);
    if (event.type === "request") this.requests.push(event.request);
  }

  #putFiles(): void {
    const said = this.#said;
    const folder = asName(said["a memory file's path"]);
    const files: Readonly<Record<string, string>> = {
      "CLAUDE.md": `Project: ${said["the project's CLAUDE.md"]}\n@imported.md`,
      "imported.md": said["an import"],
      ".claude/rules/all.md": said["a rule"],
      ".claude/rules/some.md": `---\npaths: "below/**"\n---\n${said["a rule for some files"]}`,
      [`below/${folder}/CLAUDE.md`]: said["a memory file below"],
      [`below/${folder}/a.txt`]: said["a file"],
      "mentioned.md": said["a mentioned file"],
      [asName(said["a mentioned file's name"])]: "There.",
      [`names/${asName(said["a name in a mentioned folder"])}`]: "Named.",
      [`files/${asName(said["a file's name"])}`]: "Found.",
      ".claude/output-styles/mine.md": said["an output style"],
      ".claude/skills/tell/SKILL.md": `---\ndescription: ${JSON.stringify(said["a skill's description"])}\n---\n${said["a skill's body"]}\n$ARGUMENTS`,
    };
    for (const [name, content] of Object.entries(files))
      this.#world.disk.put(`${this.#cwd}/${name}`, content);
    const { root, disk } = this.#world;
    disk.put(`${root}/CLAUDE.md`, said["the user's CLAUDE.md"]);
    disk.put(`${root}/projects/${slug(this.#cwd)}/memory/MEMORY.md`, said["noted memory"]);
  }

  /** What the model asks for, a batch a response. It writes a name as it was shown it. */
  #script(): Reply[] {
    const said = this.#said;
    const path = neutral(`below/${asName(said["a memory file's path"])}/a.txt`);
    const calls: readonly (readonly [string, object])[] = [
      ["Read", { file_path: path }],
      ["Glob", { pattern: "files/**" }],
      ["Bash", { command: "well" }],
      ["Bash", { command: "badly" }],
      ["Bash", { command: "long" }],
      ["Read", { file_path: neutral(`${said["a failure"]}.no`) }],
      ["Write", { file_path: "forbidden", content: "" }],
      ["TaskCreate", { subject: neutral(said["a task"]), description: neutral(said["a task"]) }],
      ["TaskList", {}],
      ["Skill", { skill: "tell", args: neutral(said["a skill's arguments"]) }],
      ["ToolSearch", { query: "select:mcp__s__works,mcp__s__fails" }],
    ];
    const later: readonly (readonly [string, object])[] = [
      ["mcp__s__works", { a: 1 }],
      ["mcp__s__fails", {}],
      ["Agent", { description: "tell", prompt: neutral(said["an agent's prompt"]) || "Go." }],
    ];
    const report: Reply = { content: [{ type: "text", text: said["an agent's report"] }] };
    return [{ content: calls.map(asked) }, { content: later.map(asked) }, report, done, done];
  }

  get #shell(): Shell {
    const said = this.#said;
    const outputs: Readonly<Record<string, string>> = {
      well: said["a command's output"],
      badly: said["a failing command's output"],
      long: `${said["the beginning of a long output"]}\n${"line\n".repeat(8_000)}`,
    };
    return {
      run: async (command) => ({
        output: outputs[command] ?? "",
        exitCode: command === "badly" ? 1 : 0,
        timedOut: false,
      }),
    };
  }

  get #hooks(): Hooks {
    const { "a hook's words": words, "a hook's objection": objection } = this.#said;
    return async (moment) => ({
      attachments: [{ type: "hook_additional_context", hookName: moment.event, content: [words] }],
      ...(moment.event === "PreToolUse" && moment.call.name === "Write" && { blocked: objection }),
    });
  }
}

function asked([name, input]: readonly [string, object]): ReplyBlock {
  return { type: "tool_use", name, input: { ...input } };
}

/** A text as the name of a file, in which it cannot stand as it is. */
function asName(text: string): string {
  return text.replaceAll(/[/\0\n"]/g, "_").trim() || "_";
}
