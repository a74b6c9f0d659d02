/** What lies on the machine of chapter 7: memory, rules, skills, the project, an MCP server, and a formatter for a hook. */
import type { HookCommand, HookRunner, ListedTool, McpConnect, ServerToStart } from "#src/index.ts";
import type { Stage } from "../scripts/chapter/chapter.ts";

const LANGUAGES =
  "ar bg bn ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lt".split(
    " ",
  );
const TIMES = ["morning", "noon", "evening", "night"];

/** A file that greets in each language, at each time of the day: long enough to be felt. */
function greetings(greeting: string): string {
  const lines = TIMES.flatMap((time) =>
    LANGUAGES.map((code) => `  ${time}_${code}: (name: string) => say("${code}", "${time}", name),`),
  );
  return `import { say } from ${JSON.stringify("../say.ts")};\n\nexport const ${greeting} = {\n${lines.join("\n")}\n};\n\n${ANSWER}\n`;
}

const ANSWER = 'export const answer = (name?: string) => name.trim() || "you";';

/** The project, and what its user has written for every project. */
export function furnish(stage: Stage): void {
  const { root } = stage;
  const notes = `${root}/projects/-home-user-greeter/memory/MEMORY.md`;
  stage.put(`${root}/CLAUDE.md`, "I am Mio. Be brief, and name the file that you speak of.\n");
  stage.put(notes, "- The check is: node check.mjs\n- The server runs on port 4000.\n");
  stage.put("CLAUDE.md", `# greeter\n\n${"A server that greets people in many languages. ".repeat(6)}\n`);
  stage.put(".claude/rules/words.md", "Names in the code are plain English words.\n");
  stage.put(".claude/rules/api.md", `---\npaths: src/api/**\n---\n${"A handler never throws. ".repeat(8)}\n`);
  stage.put("src/api/CLAUDE.md", `${"Handlers are called by src/server.ts alone. ".repeat(5)}\n`);
  stage.put(".claude/skills/changelog/SKILL.md", "---\ndescription: Writes CHANGELOG.md.\n---\nWrite it.\n");
  const steps = "Find the cause before you change a line. Change as little as you can. ".repeat(6);
  stage.put(
    ".claude/skills/mend/SKILL.md",
    `---\ndescription: Mends a fault.\ndisable-model-invocation: true\n---\nMend this: $ARGUMENTS\n\n${steps}\n`,
  );
  for (const name of ["hello", "bye", "thanks"]) stage.put(`src/api/${name}.ts`, greetings(name));
  stage.put("src/say.ts", "export const say = (...words: string[]) => words.join(' ');\n");
}

/** A server of tools, as any issue tracker may have one. */
export const TRACKER: { readonly toStart: readonly ServerToStart[]; readonly connect: McpConnect } = {
  toStart: [{ name: "tracker", config: { kind: "stdio", command: "tracker", args: [], env: {} } }],
  connect: async () => ({
    list: async () => NAMES.map(listed),
    call: async () => ({ content: [], isError: false }),
    close: async () => {},
  }),
};

const NAMES = "find read open close label assign comment link".split(" ");

function listed(name: string): ListedTool {
  const description = `Does with an issue what its name says. ${"It says what it has done. ".repeat(8)}`;
  const properties = { issue: { type: "integer" }, words: { type: "string" } };
  return { name: `${name}_issue`, description, inputSchema: { type: "object", properties } };
}

/** The formatter that the user has put behind every edit: its JSON is for the model, and plain words would be for nobody. */
export const FORMATTER: { readonly commands: readonly HookCommand[]; readonly run: HookRunner } = {
  commands: [{ event: "PostToolUse", matcher: "Edit|Write", command: "prettier", timeoutMs: 1_000 }],
  run: async (_command, { stdin }) => {
    const { tool_input } = JSON.parse(stdin) as { tool_input: { file_path: string } };
    const additionalContext = `prettier: ${tool_input.file_path} is formatted, 1 line changed.`;
    const stdout = JSON.stringify({ hookSpecificOutput: { additionalContext } });
    return { stdout, stderr: "", exitCode: 0, timedOut: false };
  },
};
