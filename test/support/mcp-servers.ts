/** MCP servers in memory: what they list and do is what a test says. Nothing of them takes time. */
import fc from "fast-check";
import type { ListedTool, McpConnect, McpEvents, McpResult } from "#src/annex/mcp/connection.ts";
import { shownAs } from "./law.ts";

/** What a server does with a call. `ends`: the connection breaks off in the middle of it. */
export type Doing = "answers" | "fails" | "refuses" | "ends";

/** What may happen to a server between two prompts. */
export type Change = "reorders" | "adds" | "removes" | "alters" | "ends";

/** One server. `answers` is for every call where nothing else is planned. */
export class FakeServer {
  readonly name: string;
  tools: ListedTool[];
  /** What it has said last of its tools: all that a client can know. */
  known: readonly ListedTool[] = [];
  /** Can it be reached? */
  isUp = true;
  /** What it does with the calls that come next, in their order. */
  readonly plan: Doing[] = [];
  #events: McpEvents | undefined;
  #count = 0;

  constructor(name: string, tools: readonly string[]) {
    this.name = name;
    this.tools = tools.map((tool) => listed(tool));
  }

  get toStart() {
    return { name: this.name, config: { kind: "stdio", command: this.name, args: [], env: {} } } as const;
  }

  connect(events: McpEvents): ReturnType<McpConnect> {
    if (!this.isUp) return Promise.reject(new Error("it cannot be reached"));
    this.#events = events;
    return Promise.resolve({
      list: async () => {
        this.known = this.tools;
        return this.known;
      },
      call: (tool) => this.#call(tool),
      close: async () => {},
    });
  }

  change(change: Change): void {
    this.#count += 1;
    if (change === "reorders") this.tools = this.tools.toReversed();
    if (change === "adds") this.tools = [listed(`new${this.#count}`), ...this.tools];
    if (change === "removes") this.tools = this.tools.slice(1);
    if (change === "alters")
      this.tools = this.tools.map((tool) => ({ ...tool, description: `Other ${this.#count}.` }));
    const events = this.#events;
    // Whoever has ended says nothing of its changes before it is connected to again.
    if (change === "ends") this.#events = undefined;
    if (change === "ends") events?.closed();
    else events?.changed();
  }

  async #call(tool: string): Promise<McpResult> {
    const doing = this.plan.shift() ?? "answers";
    if (doing === "ends") this.change("ends");
    if (doing === "ends" || doing === "refuses") throw new Error("Connection closed");
    return { content: [{ type: "text", text: `${this.name} ${tool}` }], isError: doing === "fails" };
  }
}

function listed(name: string): ListedTool {
  return { name, description: `Does ${name}.`, inputSchema: { type: "object" } };
}

/** Connects to these servers. */
export function connectTo(servers: readonly FakeServer[]): McpConnect {
  return async (config, events) => {
    const server = servers.find(({ name }) => config.kind === "stdio" && name === config.command);
    if (!server) throw new Error("there is no such server");
    return server.connect(events);
  };
}

/** Waits until all that is under way and takes no time is done. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The names of some servers, each with the names of its tools. */
export interface ServersPlan {
  readonly servers: readonly { readonly name: string; readonly tools: readonly string[] }[];
}

const NAMES = ["files", "git hub", "a", "a__b", "日本"];
const TOOLS = ["read", "write", "do.it", "find_all", "x".repeat(70)];

/** One to three servers with up to four tools each. */
export const serversPlan = planOf(TOOLS);

/** The same; now and then two tools of a server come to one name for the model, and one of them has to be left out. */
export const clashingPlan = planOf([...TOOLS, "do it", "find all"]);

function planOf(names: readonly string[]): fc.Arbitrary<ServersPlan> {
  const tools = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 4 });
  const servers = fc.uniqueArray(fc.record({ name: fc.constantFrom(...NAMES), tools }), {
    selector: ({ name }) => name,
    minLength: 1,
    maxLength: 3,
  });
  return shownAs(fc.record({ servers }), (plan) =>
    plan.servers.map(({ name, tools }) => `${name}: ${tools.join(", ")}`).join("; "),
  );
}

/** The servers of a plan. */
export function fakes({ servers }: ServersPlan): FakeServer[] {
  return servers.map(({ name, tools }) => new FakeServer(name, tools));
}

/** Something that happens to the server at this place of the plan. */
export interface Happening {
  readonly server: number;
  readonly change: Change;
}

/** What happens between one prompt and the next. */
export const happenings: fc.Arbitrary<readonly (readonly Happening[])[]> = fc.array(
  fc.array(
    fc.record({
      server: fc.nat(2),
      change: fc.constantFrom<Change>("reorders", "adds", "removes", "alters", "ends"),
    }),
    { maxLength: 3 },
  ),
  { minLength: 1, maxLength: 4 },
);
