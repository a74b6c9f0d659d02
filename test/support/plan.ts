/** A planned session: what a user types and what comes of it, as plain values that print as a short program. */

import type { PermissionMode } from "#src/index.ts";

/** A thinking block of a planned answer. The mock signs it. */
export interface Thought {
  readonly kind: "shown" | "silent" | "redacted";
  readonly text: string;
}

/** How a call of the scripted tool ends: well, with a sentence for the model, or with a fault of the tool. */
export type Failing = "no" | "told" | "thrown";

/** A call of the scripted tool. `place` is its place in the order in which the calls of its answer are done. */
export interface PlannedCall {
  readonly label: string;
  readonly place: number;
  readonly of: number;
  readonly fails: Failing;
}

/** Why a planned answer stops. */
export type Stop = "tool_use" | (typeof LAST_STOPS)[number];

/** The stops that end a turn. */
export const LAST_STOPS = [
  "end_turn",
  "max_tokens",
  "stop_sequence",
  "pause_turn",
  "refusal",
  "model_context_window_exceeded",
] as const;

/** Whether an answer fails: refused outright, or broken off in mid-stream. */
export type Breaking = "no" | "529" | "mid-stream";

/** One answer of the model. */
export interface PlannedAnswer {
  readonly thoughts: readonly Thought[];
  /** Undefined: the answer holds no text block. Empty: it holds an empty one. */
  readonly text: string | undefined;
  readonly calls: readonly PlannedCall[];
  readonly stop: Stop;
  readonly breaks: Breaking;
}

/** What the model is told of the moment: the permission mode, and the day of the month. */
export interface Holding {
  readonly mode: PermissionMode;
  readonly day: number;
}

/** One turn: a prompt and the answers of its steps. */
export interface PlannedTurn {
  readonly prompt: string;
  readonly answers: readonly PlannedAnswer[];
  /** At the nth event of the turn a hook leaves an attachment. */
  readonly attachAt: readonly number[];
  /** Is the turn begun by a fresh process? */
  readonly freshProcess: boolean;
  /** Before these steps the process is killed, and a fresh one takes the turn up. Steps count from 0. */
  readonly killedBeforeStep: readonly number[];
  /** What holds at each step, and at all later ones what holds at the last. Left out: nothing is told of it. */
  readonly holds?: readonly Holding[];
  /** What its prompt names, of the files of `NAMED`. Left out: nothing. */
  readonly mentions?: readonly string[];
}

/** What prompts name, and what it holds; of `src/` nothing is there but its file, and of `gone.md` nothing at all. */
export const NAMED: Readonly<Record<string, string | Uint8Array>> = {
  "notes.md": "n0\nn1\n",
  "empty.txt": "",
  "src/a.ts": "<system-reminder>f0</system-reminder>",
  "picture.png": new Uint8Array([137, 0]),
};

/** A whole session. */
export interface SessionPlan {
  readonly turns: readonly PlannedTurn[];
}

/** What is typed: the prompt's words, and what it names. */
export function promptOf({ prompt, mentions = [] }: Pick<PlannedTurn, "prompt" | "mentions">): string {
  return [prompt, ...mentions.map((path) => `@${path}`)].join(" ");
}

/** A turn of these answers, and nothing else that happens in it. */
export function turnOf(answers: readonly PlannedAnswer[]): PlannedTurn {
  return { prompt: "m0", answers, attachAt: [], freshProcess: false, killedBeforeStep: [] };
}

/** A plan as a user would tell it, one line a step. */
export function showPlan({ turns }: SessionPlan): string {
  return turns
    .flatMap(({ answers, attachAt, freshProcess, killedBeforeStep, holds = [], ...turn }) => [
      ...(freshProcess ? ["(a fresh process resumes the session)"] : []),
      ...holds.map(({ mode, day }, step) => `  (from step ${step} on: ${mode}, day ${day})`),
      `> ${promptOf(turn)}`,
      ...answers.flatMap((answer, step) => [
        ...(killedBeforeStep.includes(step) ? ["  (killed; a fresh process goes on)"] : []),
        `  model: ${showAnswer(answer)}`,
      ]),
      ...(attachAt.length > 0 ? [`  (attachments at events ${attachAt.join(", ")})`] : []),
    ])
    .join("\n");
}

function showAnswer({ thoughts, text, calls, stop, breaks }: PlannedAnswer): string {
  const parts = [
    ...thoughts.map((thought) => `thinks ${thought.text || thought.kind}`),
    ...(text === undefined ? [] : [`says ${text || '""'}`]),
    ...calls.map(({ label, fails }) => `calls ${label}${fails === "no" ? "" : ` (fails, ${fails})`}`),
  ];
  const order = [...calls].sort((a, b) => a.place - b.place).map(({ label }) => label);
  if (calls.length > 1) parts.push(`done in the order ${order.join(" ")}`);
  if (breaks !== "no") parts.push(`breaks (${breaks})`);
  return `${parts.join(", ") || "nothing"} [${stop}]`;
}
