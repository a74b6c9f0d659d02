/** The faults that the exercises of chapter 2 plant. */

/** The list as the servers gave it, in the order in which they were there. */
export const AS_LISTED = `export function frozenTools(servers: readonly ServerTools[]): {
  readonly tools: readonly FrozenTool[];
  readonly told: readonly string[];
} {
  const told: string[] = [];
  const byName = new Map<string, FrozenTool>();
  for (const { server, listed } of servers) {
    for (const tool of listed) {
      const found = frozen(server, tool);
      if (typeof found === "string") told.push(leftOut(server, tool, found));
      else if (byName.has(found.name))
        told.push(leftOut(server, tool, \`there is one called \${found.name} already\`));
      else byName.set(found.name, found);
      if (typeof found !== "string" && !found.name.endsWith(\`__\${tool.name}\`))
        told.push(
          \`The tool \${quoted(tool.name)} of the MCP server \${quoted(server)} is called \${found.name} here.\`,
        );
    }
  }
  return { tools: [...byName.values()], told };
}`;

/** The system prompt, with the time in it. */
export const WITH_THE_TIME = `#stableParts(settings: Partial<RequestSettings>): StableParts {
  const { ports, appendSystemPrompt = "" } = this.options;
  const now = \`It is \${ports.clock.now().toISOString()}.\`;
  const facts = { ...this.options, append: [now, appendSystemPrompt].join("\\n\\n").trim() };
  return stableParts(this.#tools.map(definitionOf), settings, ports.disk, facts);
}`;
