/**
 * The package as a stranger gets it: packed, unpacked into another project, run as plain JavaScript and checked by its
 * types. Nothing is fetched: what it depends on is linked from here.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A test of somebody else's, in plain JavaScript: over a port, over an injected fetch, and with a generated model. */
const CONSUMER_JS = `
import Anthropic from "@anthropic-ai/sdk";
import { createMockApi, serveMock } from "glass-harness/mock-api";
import { modelOfSeed } from "glass-harness/mock-api/generative";

const asked = { model: "claude-opus-5", max_tokens: 100, messages: [{ role: "user", content: "hello" }] };
const api = createMockApi({ model: [{ content: [{ type: "text", text: "Hi." }] }] });
const server = await serveMock(api);
const client = new Anthropic({ apiKey: "test", baseURL: server.url, maxRetries: 0 });
const answer = await client.messages.stream(asked).finalText();
const refused = await client.messages.create({ ...asked, messages: [] }).catch((error) => error.status);
await server.close();
const other = new Anthropic({ apiKey: "test", fetch: createMockApi({ model: modelOfSeed(1) }).fetch });
const generated = await other.messages.create(asked);
console.log(answer, refused, generated.type);
`;

/** The types have to be there: what is wrong must be told. */
const CONSUMER_TS = `
import { createMockApi, type MockApi, type MockCall, plainModel, type Reply, RULES } from "glass-harness/mock-api";
import { anyModel, type GenerativeModel } from "glass-harness/mock-api/generative";
import fc from "fast-check";

const reply: Reply = { content: [{ type: "text", text: "Hi." }] };
export const api: MockApi = createMockApi({ model: [reply], onCall: (call: MockCall) => void call.usage?.input_tokens });
export const plain = createMockApi({ model: plainModel, rules: { "MR-46": false } });
export const model: GenerativeModel = fc.sample(anyModel(), 1)[0]!;
export const names: string[] = RULES.map(({ id }) => id);
// @ts-expect-error: a model is a list of replies or a function.
createMockApi({ model: 7 });
// @ts-expect-error: there is no such kind of block.
export const wrong: Reply = { content: [{ type: "song" }] };
`;

const stranger = mkdtempSync(join(tmpdir(), "glass-package-"));
try {
  unpack(stranger);
  link(stranger);
  const said = runConsumer(stranger);
  checkTypes(stranger);
  const served = await askCommand(stranger);
  if (served !== "By the command.") throw new Error(`The command answered ${served}.`);
  if (said !== "Hi. 400 message") throw new Error(`The consumer printed "${said}".`);
  console.log(
    "The package works for a stranger: as JavaScript, with its types, by its command, and without this project beside it.",
  );
} finally {
  rmSync(stranger, { recursive: true, force: true });
}

function unpack(project: string): void {
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", project], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const folder = join(project, "node_modules", "glass-harness");
  mkdirSync(folder, { recursive: true });
  const tarball = packed.trim().split("\n").at(-1) ?? "";
  execFileSync("tar", ["-xzf", join(project, tarball), "-C", folder, "--strip-components=1"]);
  for (const part of ["dist/mock-api/index.d.ts", "mock-api/README.md", "README.md", "LICENSE"]) {
    if (!existsSync(join(folder, part))) throw new Error(`${part} is not in the package.`);
  }
  for (const part of ["src", "test", "mock-api/index.ts"]) {
    if (existsSync(join(folder, part))) throw new Error(`${part} is in the package.`);
  }
}

/** Links what the package says that it needs, and what the consumer itself uses. */
function link(project: string): void {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  for (const name of [...Object.keys({ ...dependencies, ...peerDependencies }), "@types/node"]) {
    const place = join(project, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), place);
  }
}

function runConsumer(project: string): string {
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "stranger", type: "module" }));
  writeFileSync(join(project, "consumer.js"), CONSUMER_JS);
  return execFileSync(process.execPath, ["consumer.js"], { cwd: project, encoding: "utf8" }).trim();
}

/** The command of the package, by the link that npm would make of it. */
async function askCommand(project: string): Promise<string> {
  const { bin } = JSON.parse(readFileSync(join(project, "node_modules/glass-harness/package.json"), "utf8"));
  const command = join(project, "glass-mock-api");
  const target = join(project, "node_modules/glass-harness", bin["glass-mock-api"]);
  chmodSync(target, 0o755);
  symlinkSync(target, command);
  const reply = [{ content: [{ type: "text", text: "By the command." }] }];
  writeFileSync(join(project, "replies.json"), JSON.stringify(reply));
  const server = spawn(command, ["serve", "--port", "0", "--script", "replies.json"], {
    cwd: project,
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    const ended = once(server, "exit").then(([code]) => {
      throw new Error(`The command ended with ${code}.`);
    });
    const said = once(server.stdout.setEncoding("utf8"), "data");
    const [first] = (await Promise.race([said, ended])) as [string];
    ended.catch(() => {});
    const answer = await fetch(`${first.trim()}/v1/messages`, {
      method: "POST",
      headers: { "x-api-key": "any", "anthropic-version": "2026-10-21" },
      body: JSON.stringify({
        model: "claude-opus-5",
        max_tokens: 99,
        messages: [{ role: "user", content: "hi" }],
      }),
    });
    const { content } = (await answer.json()) as { content?: { text?: string }[] };
    return content?.[0]?.text ?? `nothing, but status ${answer.status}`;
  } finally {
    server.kill("SIGINT");
  }
}

function checkTypes(project: string): void {
  writeFileSync(join(project, "consumer.ts"), CONSUMER_TS);
  const options = [
    "--strict",
    "--noEmit",
    "--skipLibCheck",
    "--module",
    "nodenext",
    "--target",
    "es2023",
    "--types",
    "node",
  ];
  execFileSync(
    process.execPath,
    [join(ROOT, "node_modules", "typescript", "bin", "tsc"), ...options, "consumer.ts"],
    {
      cwd: project,
      stdio: "inherit",
    },
  );
}
