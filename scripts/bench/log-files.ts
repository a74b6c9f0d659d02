/** Logs for the benchmark: what a client writes in long work, entries of about 2 KB, whole to the last field. */
import { closeSync, openSync, writeSync } from "node:fs";

const MB = 1024 * 1024;
const PIECE = 4 * MB;
const WORDS =
  "the log is read from its end and what hangs on the path is sent again as it was said before ".repeat(40);

/** What a log is to be like. */
export interface LogPlan {
  readonly megabytes: number;
  /** How much of it is the live conversation, behind the last compaction. */
  readonly active: number;
  /** Where a boundary says what it is: early in its line, as 2.1.220 writes it, or late, as before. */
  readonly keys: "new" | "old";
}

export const BENCH_CWD = "/home/user/projects/demo";
export const BENCH_SESSION = "5e551000-0000-4000-8000-000000000001";

/** Writes the log. Returns how many entries it holds. */
export function writeLog(path: string, { megabytes, active, keys }: LogPlan): number {
  const file = openSync(path, "w");
  const lines: string[] = [];
  const talk = new Talk(keys, (line) => lines.push(line));
  const last = (megabytes - active) * MB;
  let written = 0;
  let waiting = 0;
  const flush = () => {
    written += writeSync(file, lines.join(""));
    lines.length = 0;
    waiting = 0;
  };
  let nextBoundary = Math.min(last, 8 * MB);
  while (written + waiting < megabytes * MB) {
    if (written + waiting >= nextBoundary) {
      talk.compact();
      nextBoundary = nextBoundary < last && nextBoundary + 8 * MB > last ? last : nextBoundary + 8 * MB;
      if (nextBoundary > last) nextBoundary = Number.POSITIVE_INFINITY;
    }
    const before = lines.length;
    talk.turn();
    for (const line of lines.slice(before)) waiting += line.length;
    if (waiting >= PIECE) flush();
  }
  flush();
  closeSync(file);
  return talk.entries;
}

/** A conversation that goes on and on. Its lines are plain ASCII, so a character is a byte. */
class Talk {
  entries = 0;
  readonly #keys: LogPlan["keys"];
  readonly #say: (line: string) => void;
  #cursor: string | null = null;

  constructor(keys: LogPlan["keys"], say: (line: string) => void) {
    this.#keys = keys;
    this.#say = say;
  }

  /** A prompt, and five responses: thinking, two calls at once, their results in the order of completion. */
  turn(): void {
    const turn = this.entries;
    this.#ledger({
      type: "file-history-snapshot",
      messageId: nameOf(turn),
      isSnapshotUpdate: false,
      snapshot: {},
    });
    this.#entry("user", { permissionMode: "default", message: { role: "user", content: text(turn, 300) } });
    for (let step = 0; step < 5; step += 1) {
      const id = `msg_${String(turn).padStart(10, "0")}${step}`;
      this.#block(id, { type: "thinking", thinking: text(turn, 700), signature: "c2lnbmF0dXJl".repeat(40) });
      const calls = [0, 1].map((place) => `toolu_${String(turn).padStart(10, "0")}${step}${place}`);
      const entries = calls.map((call) => {
        const input = { command: `grep -rn "uuid" src | head -${turn}`, description: text(turn, 90) };
        return this.#block(id, { type: "tool_use", id: call, name: "Bash", input });
      });
      for (const place of [1, 0]) this.#result(calls[place] ?? "", entries[place] ?? null, turn + step);
    }
    this.#block(`msg_${String(turn).padStart(10, "0")}9`, { type: "text", text: text(turn, 900) });
    this.#entry("system", { subtype: "turn_duration", durationMs: 61_000, isMeta: false });
    this.#ledger({ type: "last-prompt", lastPrompt: text(turn, 60), leafUuid: this.#cursor });
  }

  compact(): void {
    const logicalParentUuid = this.#cursor;
    this.#cursor = null;
    const compactMetadata = { trigger: "auto", preTokens: 160_000, postTokens: 9_000, durationMs: 30_000 };
    const said = { content: "Conversation compacted", isMeta: false, level: "info" };
    this.#entry("system", { logicalParentUuid, subtype: "compact_boundary", ...said, compactMetadata }, true);
    const summary = { role: "user", content: text(this.entries, 6_000) };
    this.#entry("user", { isVisibleInTranscriptOnly: true, isCompactSummary: true, message: summary });
  }

  #block(id: string, block: object): string {
    const usage = {
      input_tokens: 12,
      cache_creation_input_tokens: 840,
      cache_read_input_tokens: 61_250,
      output_tokens: 412,
      server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
      service_tier: "standard",
      cache_creation: { ephemeral_1h_input_tokens: 840, ephemeral_5m_input_tokens: 0 },
    };
    const said = { model: "claude-opus-5", id, type: "message", role: "assistant", content: [block] };
    const message = { ...said, stop_reason: "tool_use", stop_sequence: null, usage };
    return this.#entry("assistant", { requestId: `req_${id}`, message });
  }

  /** Outputs are of many sizes: most are short, some are long; and they quote other logs. */
  #result(call: string, parent: string | null, seed: number): void {
    const size = [150, 300, 600, 900, 1_500, 2_400, 4_000, 7_000][(seed * 7) % 8] ?? 0;
    const quoted = `{"type":"user","uuid":"${nameOf(seed)}","parentUuid":null}\n`;
    const content = `${quoted}${text(seed, size)}`;
    const message = {
      role: "user",
      content: [{ tool_use_id: call, type: "tool_result", content, is_error: false }],
    };
    const toolUseResult = { stdout: text(seed, size / 2), stderr: "", interrupted: false, isImage: false };
    const more = { message, toolUseResult, sourceToolAssistantUUID: parent };
    this.#entry("user", more, false, parent);
  }

  #entry(type: string, content: object, isBoundary = false, parent = this.#cursor): string {
    const uuid = nameOf(this.entries);
    const place = { parentUuid: parent, isSidechain: false };
    const common = {
      userType: "external",
      entrypoint: "cli",
      cwd: BENCH_CWD,
      sessionId: BENCH_SESSION,
      version: "2.1.220",
      gitBranch: "main",
    };
    const named = { type, ...content };
    const stamped = { uuid, timestamp: "2026-07-28T06:00:00.000Z" };
    // The old order puts what an entry is behind what is common to all.
    const isLate = this.#keys === "old" || !isBoundary;
    this.#say(
      `${JSON.stringify(isLate ? { ...place, ...common, ...named, ...stamped } : { ...place, ...named, ...stamped, ...common })}\n`,
    );
    this.entries += 1;
    this.#cursor = uuid;
    return uuid;
  }

  #ledger(line: object): void {
    this.#say(`${JSON.stringify({ ...line, sessionId: BENCH_SESSION })}\n`);
  }
}

function nameOf(number: number): string {
  return `${number.toString(16).padStart(8, "0")}-0000-4000-8000-${(number * 2_654_435_761).toString(16).slice(-12).padStart(12, "0")}`;
}

function text(seed: number, length: number): string {
  const start = (seed * 31) % 90;
  return WORDS.repeat(Math.ceil((length + 90) / WORDS.length))
    .slice(start, start + length)
    .replaceAll(" path ", ' "path"\n');
}
