/** A project with many sessions for the benchmark: prompts, thinking, calls and results, titles, as clients write them. */
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { slug } from "#src/index.ts";

/** Whose sessions they are. */
export const PROJECT = "/home/user/projects/orchard";
const KB = 1024;
const WORDS =
  'the test reads "the list" again and the line that was\nmissing is there so the rest of it can go on '.repeat(
    80,
  );
const STEPS = 8;

/** Writes the sessions under a data root. Each is about as large as the others, and the last one is the newest. */
export function writeProject(
  root: string,
  plan: { readonly sessions: number; readonly megabytes: number },
): void {
  const folder = join(root, "projects", slug(PROJECT));
  mkdirSync(folder, { recursive: true });
  const bytes = (plan.megabytes * KB * KB) / plan.sessions;
  for (let number = 0; number < plan.sessions; number += 1) {
    const id = `5e551000-0000-4000-8000-${String(number).padStart(12, "0")}`;
    const path = join(folder, `${id}.jsonl`);
    writeFileSync(path, sessionOf(id, number, bytes));
    utimesSync(path, 1_780_000_000 + number, 1_780_000_000 + number);
  }
}

/** A session of about so many bytes. Its lines are plain ASCII, so a character is a byte. */
function sessionOf(id: string, number: number, bytes: number): string {
  const lines: string[] = [];
  let size = 0;
  let parent: string | null = null;
  const put = (line: object): void => {
    lines.push(`${JSON.stringify(line)}\n`);
    size += lines.at(-1)?.length ?? 0;
  };
  const entry = (type: string, fields: object): void => {
    const uuid: string = `${id.slice(0, 24)}${lines.length.toString(16).padStart(4, "0")}${id.slice(28)}`;
    const time = new Date(Date.UTC(2026, 6, 1 + (number % 28), 8) + lines.length * 3_000).toISOString();
    const common = {
      userType: "external",
      entrypoint: "cli",
      cwd: PROJECT,
      sessionId: id,
      version: "2.1.220",
    };
    put({
      parentUuid: parent,
      isSidechain: false,
      ...fields,
      type,
      uuid,
      timestamp: time,
      ...common,
      gitBranch: "main",
    });
    parent = uuid;
  };
  while (size < bytes) {
    const turn = lines.length;
    entry("user", { message: { role: "user", content: words(turn, 300) }, permissionMode: "default" });
    for (let step = 0; step < STEPS && size < bytes; step += 1)
      respond(entry, `${number}_${turn}_${step}`, lines.length);
    if (turn === 0) put({ type: "ai-title", aiTitle: `Session ${number}`, sessionId: id });
    put({ type: "last-prompt", lastPrompt: words(turn, 300), leafUuid: parent, sessionId: id });
  }
  return lines.join("");
}

function respond(entry: (type: string, fields: object) => void, name: string, seed: number): void {
  const model = seed % 5 === 0 ? "claude-haiku-4-5-20251001" : "claude-opus-5";
  const written = 600 + ((seed * 37) % 900);
  const usage = {
    input_tokens: 3,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: 20_000 + ((seed * 91) % 40_000),
    output_tokens: 40 + ((seed * 53) % 700),
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: "standard",
    cache_creation: { ephemeral_1h_input_tokens: written, ephemeral_5m_input_tokens: 0 },
    inference_geo: "",
    iterations: [],
    speed: "standard",
  };
  const block = (content: object): void => {
    const message = { model, id: `msg_${name}`, type: "message", role: "assistant", content: [content] };
    const ended = { stop_reason: "tool_use", stop_sequence: null, usage, stop_details: null };
    entry("assistant", { message: { ...message, ...ended }, requestId: `req_${name}` });
  };
  block({
    type: "thinking",
    thinking: words(seed, 500 + ((seed * 29) % 1_500)),
    signature: "c2lnbmF0dXJl".repeat(40),
  });
  block({ type: "text", text: words(seed, 200 + ((seed * 13) % 900)) });
  block({
    type: "tool_use",
    id: `toolu_${name}`,
    name: "Read",
    input: { file_path: `${PROJECT}/list-${seed}.md` },
  });
  const content = words(seed, 400 + ((seed * 71) % 6_000));
  const result = { tool_use_id: `toolu_${name}`, type: "tool_result", content };
  entry("user", {
    message: { role: "user", content: [result] },
    toolUseResult: { type: "text", file: { content } },
  });
}

function words(seed: number, length: number): string {
  return WORDS.slice(seed % 97, (seed % 97) + length);
}
