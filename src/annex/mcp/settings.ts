/** What settings files say of MCP servers. */

/** The part of a settings file that is about them. */
export interface McpSettings {
  /** Servers of the user's own. */
  readonly mcpServers?: Readonly<Record<string, unknown>>;
  /** Servers of projects that may be started, by name. */
  readonly enabledMcpjsonServers?: readonly string[];
  readonly enableAllProjectMcpServers?: boolean;
  /** Servers that are not started, whoever names them. */
  readonly disabledMcpjsonServers?: readonly string[];
}

/** A settings file's part, and whose file it is. */
export interface PlacedMcpSettings {
  readonly file: string;
  readonly isUsers: boolean;
  readonly part: McpSettings;
}

const NAMES = { type: "array", items: { type: "string" } };

/** These properties in the JSON Schema of a settings file. */
export const MCP_SETTINGS = {
  mcpServers: { type: "object" },
  enabledMcpjsonServers: NAMES,
  enableAllProjectMcpServers: { type: "boolean" },
  disabledMcpjsonServers: NAMES,
};
