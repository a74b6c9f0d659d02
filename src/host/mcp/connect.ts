/** Connects to MCP servers with the official SDK, which is loaded only where there is a server to connect to. */
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { beginning } from "../../annex/log/one-line.ts";
import type { ListedTool, McpConnect, McpConnection, ServerConfig } from "../../annex/mcp/connection.ts";
import { VERSION } from "../../session-log.ts";
import { ProgramTransport } from "./stdio.ts";

/** Limits. Milliseconds. */
export interface McpLimits {
  /** How long a server may take until it has said which tools it has. */
  readonly startMs: number;
  /** How long a call may take without a sign of progress. */
  readonly callMs: number;
}

const LIMITS: McpLimits = { startMs: 30_000, callMs: 600_000 };

/** Columns of what a server or the SDK says that are passed on. */
const SAID = 200;

/** Pages of a list of tools that are asked for. */
const MOST_PAGES = 100;

/** What the SDK is, as it is used here. */
interface Sdk {
  readonly client: typeof import("@modelcontextprotocol/sdk/client/index.js");
  readonly http: typeof import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  readonly types: typeof import("@modelcontextprotocol/sdk/types.js");
  readonly framing: ConstructorParameters<typeof ProgramTransport>[2];
}

/** The optional package is not there; the message says what to do. */
export class NoMcpSdk extends Error {
  override readonly name = "NoMcpSdk";
}

/** Loads the SDK. Throws `NoMcpSdk`. */
export async function loadSdk(): Promise<Sdk> {
  try {
    const [client, http, types, stdio, shared] = await Promise.all([
      import("@modelcontextprotocol/sdk/client/index.js"),
      import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
      import("@modelcontextprotocol/sdk/types.js"),
      import("@modelcontextprotocol/sdk/client/stdio.js"),
      import("@modelcontextprotocol/sdk/shared/stdio.js"),
    ]);
    return {
      client,
      http,
      types,
      framing: { ...shared, getDefaultEnvironment: stdio.getDefaultEnvironment },
    };
  } catch (error) {
    throw new NoMcpSdk(
      "MCP servers need the package @modelcontextprotocol/sdk, which is not installed: npm install @modelcontextprotocol/sdk@1",
      { cause: error },
    );
  }
}

/** This machine's way to connect. Programs start in `cwd`. */
export function mcpConnect(
  cwd: string,
  given: { readonly limits?: Partial<McpLimits>; readonly load?: typeof loadSdk } = {},
): McpConnect {
  const limits = { ...LIMITS, ...given.limits };
  return async (config, events, closing) => {
    const sdk = await (given.load ?? loadSdk)();
    const transport = transportTo(config, cwd, sdk);
    const client = new sdk.client.Client({ name: "glass-harness", version: VERSION }, { capabilities: {} });
    client.onclose = events.closed;
    client.setNotificationHandler(sdk.types.ToolListChangedNotificationSchema, events.changed);
    const connection = connectionOf(client, transport, sdk, limits);
    const inTime = AbortSignal.any([closing, AbortSignal.timeout(limits.startMs)]);
    try {
      await client.connect(transport, { signal: inTime, timeout: limits.startMs });
      return connection;
    } catch (error) {
      await connection.close();
      throw new Error(reasonOf(error, config, transport, inTime.aborted && limits.startMs), { cause: error });
    }
  };
}

function transportTo(config: ServerConfig, cwd: string, { framing, http }: Sdk): Transport {
  if (config.kind === "stdio") return new ProgramTransport(config, cwd, framing);
  const requestInit = { headers: { ...config.headers } };
  // What the SDK says of its own class is not exact about what may be undefined.
  return new http.StreamableHTTPClientTransport(new URL(config.url), { requestInit }) as Transport;
}

/** What is not listed or called through the SDK's own wrappers: these refuse a whole list for one output schema. */
function connectionOf(
  client: Client,
  transport: Transport,
  { types }: Sdk,
  limits: McpLimits,
): McpConnection {
  const list = async (cursor: string | undefined, pages: number): Promise<ListedTool[]> => {
    const asked = { method: "tools/list" as const, params: cursor === undefined ? {} : { cursor } };
    const page = await client.request(asked, types.ListToolsResultSchema, { timeout: limits.startMs });
    const more = page.nextCursor !== undefined && pages > 1 ? await list(page.nextCursor, pages - 1) : [];
    return [...page.tools, ...more];
  };
  return {
    list: async () => (client.getServerCapabilities()?.tools ? list(undefined, MOST_PAGES) : []),
    call: async (name, input, signal) => {
      const asked = { method: "tools/call" as const, params: { name, arguments: { ...input } } };
      const result = await client.request(asked, types.CallToolResultSchema, {
        timeout: limits.callMs,
        resetTimeoutOnProgress: true,
        onprogress: () => {},
        ...(signal && { signal }),
      });
      const { content, isError = false, structuredContent } = result;
      return { content, isError, structured: structuredContent };
    },
    close: async () => {
      await client.close();
      await transport.close();
    },
  };
}

/** Why it was not connected, as a person would say it. */
function reasonOf(
  error: unknown,
  config: ServerConfig,
  transport: Transport,
  tooLate: number | false,
): string {
  const words = transport instanceof ProgramTransport ? transport.words : "";
  const said = words === "" ? "" : ` It said: ${beginning(words.split("\n").at(-1) ?? "", SAID)}`;
  const { code, message } = error as { code?: unknown; message?: string };
  if (config.kind === "stdio" && code === "ENOENT")
    return `there is no program ${config.command}, or no folder to start it in.`;
  if (tooLate !== false) return `it did not answer within ${tooLate / 1000} s.${said}`;
  if (error instanceof Error && error.name === "UnauthorizedError")
    return "it wants the user to log in, which is not built here; a header with a token can be configured.";
  return `${beginning(String(message ?? error), SAID)}.${said}`;
}
