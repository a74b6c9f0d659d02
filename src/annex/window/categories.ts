/** What fills a context window, by category, in the order in which it is told (C-3.16, C-6.8, C-6.10). */

/** The names, as a person reads them. */
export const CATEGORIES = [
  "System prompt",
  "System tools",
  "MCP tools",
  "Custom agents",
  "Memory files",
  "Skills",
  "Messages",
] as const;

/** One of them. */
export type Category = (typeof CATEGORIES)[number];

/** What stands beside them: nothing of a request, but the rest of the window. */
export const FREE = "Free space";
export const BUFFER = "Autocompact buffer";

/** Where a person changes what is in a category; the others have no such command. */
export const COMMANDS: Readonly<Partial<Record<Category, string>>> = {
  "MCP tools": "/mcp",
  "Memory files": "/memory",
  Skills: "/skills",
};
