/**
 * The guided run: one whole session, told step by step. Two turns in one process, exit, a third turn in another one.
 * The processes are real and so are the log, the files and the tools; only the model is a small function.
 *
 *   npm start                 step through it (without a terminal: print it)
 *   npm start ja              in Japanese
 *   npm start -- --one-byte   the same, with one byte of the system prompt changed before the resume
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { countTokens } from "#mock-api";
import {
  askByMode,
  type HarnessEvent,
  hostPorts,
  Session,
  type SessionOptions,
  whyCacheIsLost,
} from "#src/index.ts";
import { count } from "#src/terminal/api-pane.ts";
import { mockBackend } from "#src/terminal/backend.ts";
import { type Frame, framesOf, type Happening } from "#src/terminal/frames.ts";
import { LABELS } from "#src/terminal/labels.ts";
import { LANGUAGES, type Language, languageOf } from "#src/terminal/language.ts";
import { DEFAULT_WIDTH, paneText, rule, wrap } from "#src/terminal/layout.ts";
import { panesOf } from "#src/terminal/panes.ts";
import { type Pages, printPages, stepPages } from "#src/terminal/stepper.ts";
import { colorWanted, type Paint, painter, terminalWidth } from "#src/terminal/style.ts";
import { answer, PROMPTS } from "./00-one-session.model.ts";
import { momentOf, WORDS } from "./00-one-session.words.ts";

/** The project of the run: a greeting, a check that fails, and notes that say what is wanted. */
const PROJECT = {
  "CLAUDE.md": "Answer in one or two sentences. Run the check after every change.\n",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the source text of greet.mjs.
  "greet.mjs": "export const greet = (name) => `Hello, ${name}!`;\n",
  "check.mjs": [
    'import { greet } from "./greet.mjs";',
    'const got = greet("");',
    'const right = got === "Hello, you!";',
    'console.log(right ? "The check passes." : `The check fails: got "` + got + `"`);',
    "process.exitCode = right ? 0 : 1;",
    "",
  ].join("\n"),
  "notes.md": '# Notes\n\nAn empty name is greeted as "you".\n',
} as const;

/** The two acts: what each process is told to say. */
const ACTS = [PROMPTS.slice(0, 2), PROMPTS.slice(2)] as const;

/** Where the run happens: a data root and a project of its own, thrown away at the end. */
interface Stage {
  readonly root: string;
  readonly cwd: string;
  /** Put at the end of the system prompt of the second process. */
  readonly changed: string;
}

/** Plays both acts, each in a process of its own, and gathers what they tell. */
export async function play(changed = ""): Promise<Happening[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "glass-")));
  const clean = () => rmSync(folder, { recursive: true, force: true });
  const leave = () => {
    clean();
    process.exit(130);
  };
  process.once("SIGINT", leave);
  const stage: Stage = { root: join(folder, "home"), cwd: join(folder, "greeter"), changed };
  try {
    mkdirSync(stage.cwd);
    for (const [name, content] of Object.entries(PROJECT)) writeFileSync(join(stage.cwd, name), content);
    const first = await inProcess(0, stage, "");
    const sessionId =
      first.flatMap(({ event }) => (event.type === "session" ? [event.sessionId] : []))[0] ?? "";
    return [...first, ...(await inProcess(1, stage, sessionId))];
  } finally {
    process.off("SIGINT", leave);
    clean();
  }
}

async function inProcess(act: number, stage: Stage, sessionId: string): Promise<Happening[]> {
  const self = fileURLToPath(import.meta.url);
  const settings = JSON.stringify({ act, ...stage, sessionId });
  const child = spawn(process.execPath, [...process.execArgv, self, "act", settings], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const pid = child.pid ?? 0;
  const code = new Promise<number | null>((resolve, reject) =>
    child.once("close", resolve).once("error", reject),
  );
  const happenings: Happening[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    happenings.push({ process: pid, event: JSON.parse(line) as HarnessEvent });
  }
  const ended = await code;
  if (ended !== 0)
    throw new Error(
      `Act ${act + 1} of the guided run ended with exit code ${ended}; what it said stands above.`,
    );
  return [...happenings, { process: pid, event: { type: "exit" } }];
}

/** One act: what the child process does. Every event is a line of JSON on standard output. */
async function act(settings: Stage & { act: number; sessionId: string }): Promise<void> {
  const { root, cwd, changed, sessionId } = settings;
  const backend = mockBackend(root, answer, "");
  const options: SessionOptions = {
    ports: hostPorts({ model: backend.model, ask: askByMode("bypassPermissions") }),
    root,
    cwd,
    platform: process.platform,
    permissionMode: () => "bypassPermissions",
    appendSystemPrompt: settings.act === 1 ? changed : "",
    explainChange: whyCacheIsLost,
    emit: (event) => {
      if (event.type !== "delta") process.stdout.write(`${JSON.stringify(event)}\n`);
    },
  };
  const session = sessionId === "" ? Session.begin(options) : Session.resume(options, sessionId);
  for (const prompt of ACTS[settings.act] ?? []) {
    const { message } = await session.prompt(prompt);
    if (message !== undefined) throw new Error(message);
  }
  backend.close();
}

/** The run as pages: one a frame, the sum of it on the last. */
export function pagesOf(
  happenings: readonly Happening[],
  language: { now: Language },
  color: boolean,
  width: () => number,
): Pages {
  const frames = framesOf(happenings);
  const paint = painter(color);
  const draw = (index: number): string => {
    const words = WORDS[language.now];
    const frame = frames[index];
    if (!frame) return "";
    const brush = { paint, labels: LABELS[language.now], tokens: countTokens };
    const head = `${index + 1}/${frames.length} · ${words.title}`;
    const said = [...(index === 0 ? [words.intro, ""] : []), words.moments[momentOf(frames, index)]];
    const panes = panesOf(frame, brush).map((pane) => paneText(pane, width(), paint));
    const last = index === frames.length - 1 ? ["", summary(frames, language.now, width(), paint)] : [];
    return [
      rule(head, width(), paint),
      ...said.map((line) => wrap(line, width())),
      "",
      ...panes,
      ...last,
    ].join("\n");
  };
  return {
    count: frames.length,
    draw,
    more: (below) => paint("inverse", LABELS[language.now].more(below)),
    footer: () => paint("dim", WORDS[language.now].keys),
    extra: {
      l: () => {
        language.now = language.now === "en" ? "ja" : "en";
      },
    },
  };
}

/** Every request of the run in a line: what was read, what was new. */
function summary(frames: readonly Frame[], language: Language, width: number, paint: Paint): string {
  const labels = LABELS[language];
  const rows = frames.flatMap(({ api, process }) => {
    const usage = api?.response?.usage;
    if (!api || !usage) return [];
    const read = count(usage.cache_read_input_tokens).padStart(6);
    const made = count(usage.cache_creation_input_tokens + usage.input_tokens).padStart(6);
    return [
      `request ${api.number}  ▓ ${paint("green", read)}  ░ ${paint("yellow", made)}  ${paint("dim", labels.process(process))}`,
    ];
  });
  const pane = paneText({ name: WORDS[language].summary, rows }, width, paint);
  return `${pane}\n\n${wrap(WORDS[language].next, width)}`;
}

const KNOWN: readonly string[] = [...LANGUAGES, "--one-byte", "all"];
const USAGE =
  "npm start takes: en or ja (the language), all (print, do not step), -- --one-byte (change one byte before the resume).";

async function main(argv: readonly string[]): Promise<void> {
  if (argv[0] === "act") return act(JSON.parse(argv[1] ?? "{}"));
  const { stdin, stdout, stderr } = process;
  const stray = argv.find((word) => !KNOWN.includes(word));
  if (stray !== undefined) {
    stderr.write(`"${stray}" is not known here. ${USAGE}\n`);
    process.exitCode = 2;
    return;
  }
  stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  const stepping = stdin.isTTY === true && stdout.isTTY === true && !argv.includes("all");
  if (stepping) stdout.write("Two processes play one session …\n");
  const happenings = await play(argv.includes("--one-byte") ? "." : "");
  const language = LANGUAGES.find((each) => argv.includes(each)) ?? languageOf(process.env);
  const width = () => Math.min(120, terminalWidth(stdout).width ?? DEFAULT_WIDTH);
  const pages = pagesOf(happenings, { now: language }, colorWanted(stdout), width);
  if (stepping) await stepPages(pages, stdin, stdout);
  else printPages(pages, stdout);
}

if (process.argv[1] && realpathSync(process.argv[1]) === realpathSync(fileURLToPath(import.meta.url))) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(
      `The guided run could not be played: ${error instanceof Error ? error.message : error}\n`,
    );
    process.exitCode = 1;
  }
}
