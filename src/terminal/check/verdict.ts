/**
 * Would the API take the conversation that a log rebuilds to, with a new prompt behind it? The rules of the mock say
 * (D-25: whether thinking was signed by the API nobody can tell here).
 */
import { type Refusal, refusal } from "../../../mock-api/index.ts";
import type { OpenedLog } from "../../annex/log/doctor/opened-log.ts";
import { saidBlocks } from "../../context/inject.ts";
import { blocksOf } from "../../log/entry.ts";
import { transcribe } from "../../log/transcript.ts";
import { buildRequest } from "../../request/build.ts";
import { DEFAULT_MODEL } from "../../request/models.ts";
import type { RequestSettings } from "../../request/stable.ts";
import { type Block, type Message, text } from "../../wire.ts";

/** Why the API would refuse: by which rule, where in the request, and at which line of the log. */
export interface Refused {
  readonly line: number;
  readonly message: string;
  readonly rule: string;
  readonly path: string | undefined;
}

/** What comes of asking on: it is taken, it is refused, or there is no conversation to ask on from. */
export type Verdict = "taken" | "nothing" | Refused;

/** A session's own, but that no tool and no system prompt is sent: it is the log that is looked at. */
const SETTINGS: RequestSettings = {
  model: DEFAULT_MODEL,
  thinking: "adaptive",
  effort: "high",
  maxTokens: 64_000,
  cacheTtl: "1h",
};

/** Rebuilds the conversation as a session does, puts a prompt behind it, and asks the rules. Law: verdict-as-asked */
export function verdictOn(opened: OpenedLog): Verdict {
  const { messages } = transcribe(opened.path, { said: saidBlocks });
  if (messages.length === 0) return "nothing";
  const conversation = withPrompt(messages);
  const parts = { settings: SETTINGS, tools: [], system: [], memory: [], sessionId: "", conversation };
  // Which tools there are a log does not say, so that what a search has found may well be there.
  const rules = { "MR-18/reference": false };
  const refused = refusal(buildRequest(parts), { foreignSignatures: "accept", rules });
  return refused ? placed(refused, conversation, opened) : "taken";
}

function withPrompt(messages: readonly Message[]): Message[] {
  const prompt = text("And now?");
  const last = messages.at(-1);
  if (last?.role !== "user") return [...messages, { role: "user", content: [prompt] }];
  return [...messages.slice(0, -1), { role: "user", content: [...last.content, prompt] }];
}

const PATH = /^(messages\.(\d+)(?:\.content\.(\d+))?[\w.]*):/;

/** Most refusals begin with the place that they are about. One that does not is told at the leaf's line. */
function placed({ message, rule }: Refusal, messages: readonly Message[], opened: OpenedLog): Refused {
  const [, path, at, block] = PATH.exec(message) ?? [];
  const meant = messages[Number(at)]?.content[Number(block)];
  return { line: (meant && lineOf(meant, opened)) ?? opened.leaf?.line ?? 1, message, rule, path };
}

function lineOf(block: Block, { onPath }: OpenedLog): number | undefined {
  for (const { entry, line } of onPath) if (blocksOf(entry).includes(block)) return line;
  return undefined;
}
