/** Plays a session: the requests that come of its moves. */
import type {
  CacheControl,
  MessagesRequest,
  RequestBlock,
  RequestMessage,
  RequestTool,
  Ttl,
} from "../../mock-api/wire.ts";
import { ConversationWriter, markablePlaces, markPlaces, numbered } from "./legal-conversations.ts";
import type { Change, Field, Move } from "./sessions.ts";
import { signed } from "./signing.ts";

/** A request of a session. */
export interface Played {
  request: MessagesRequest;
  /** The key it is sent with: one for each organization. */
  key: string;
  /** When it starts, in milliseconds, and when its response begins. */
  time: number;
  begins: number;
}

type Settings = Partial<Record<Field, number>>;

const SYSTEMS = [numbered("s", 0, 1_500), numbered("s", 1, 1_500)];
const TOOLS: RequestTool[] = [0, 1].map((index) => ({
  name: `tool${index}`,
  description: numbered("d", index, 1_800),
  input_schema: { type: "object" },
}));
const WEB_SEARCH: RequestTool = { type: "web_search_20260318", name: "web_search" };
/** The models that sessions are played on; the last one does not keep all thinking (MR-92). */
export const MODELS = ["claude-opus-5", "claude-sonnet-5", "claude-haiku-4-5"] as const;
const FORMAT = {
  type: "json_schema",
  schema: { type: "object", properties: {}, additionalProperties: false },
};
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The requests in order, asked of a model until the session sets another. */
export function play(moves: readonly Move[], model: (typeof MODELS)[number] = MODELS[0]): Played[] {
  const writer = new ConversationWriter();
  const settings: Settings = { model: MODELS.indexOf(model) };
  writer.ask("block", 300);
  let time = 1_000_000;
  return moves.map((move) => {
    time += move.pause;
    apply(move.change, writer, settings);
    const request = marked(requestFrom(writer, settings), move);
    const warms = move.prewarm && request.thinking?.type !== "enabled" && settings.format !== 1;
    if (warms) request.max_tokens = 0;
    return { request: signed(request), key: `key${move.who}`, time, begins: time + (warms ? 0 : move.takes) };
  });
}

function apply(change: Change, writer: ConversationWriter, settings: Settings): void {
  switch (change.kind) {
    case "talk":
      for (let turn = 0; turn < change.turns; turn += 1) {
        writer.answer({ thoughts: [], text: change.size, calls: 0 });
        writer.ask("block", 8);
      }
      return;
    case "call":
      writer.step({ thoughts: ["shown"], text: null, calls: change.calls, results: "in order" });
      return;
    case "search":
      search(writer);
      return;
    case "take over":
      takeOver(writer);
      return;
    case "show":
      writer.answer({ thoughts: ["shown"], text: 8, calls: 0 });
      writer.messages.push({
        role: "user",
        content: [change.what === "an image" ? image() : citedDocument()],
      });
      return;
    case "rewind":
      // Messages come in pairs after the first, so that what is left ends with the user again.
      writer.messages.splice(Math.max(1, writer.messages.length - 2 * change.turns));
      return;
    case "set":
      settings[change.field] = change.to;
  }
}

function search(writer: ConversationWriter): void {
  const id = `srvtoolu_${writer.messages.length}`;
  const used = { type: "server_tool_use", id, name: "web_search", input: { query: "q" } };
  const found = { type: "web_search_tool_result", tool_use_id: id, content: [] };
  writer.messages.push({ role: "assistant", content: [used, found, { type: "text", text: "found" }] });
  writer.ask("block", 8);
}

/** The same words from another mouth; not those of an answer that goes with calls. */
function takeOver({ messages }: ConversationWriter): void {
  const [before, answer] = messages.slice(-3, -1);
  const isPlain = (message: RequestMessage | undefined): boolean =>
    message !== undefined && blocksIn(message).every(({ type }) => type === "text");
  if (answer && isPlain(answer) && isPlain(before)) answer.role = "user";
}

function blocksIn({ content }: RequestMessage): RequestBlock[] {
  return typeof content === "string" ? [] : content;
}

function image(): { type: string; source: object } {
  return { type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } };
}

function citedDocument(): { type: string; source: object; citations: object } {
  const source = { type: "text", media_type: "text/plain", data: "words" };
  return { type: "document", source, citations: { enabled: true } };
}

function requestFrom(writer: ConversationWriter, settings: Settings): MessagesRequest {
  const model = MODELS[settings.model ?? 0] ?? MODELS[0];
  const { system, tools, speed } = settings;
  return structuredClone({
    model,
    max_tokens: 2_000,
    system: [{ type: "text", text: SYSTEMS[system ?? 0] ?? "" }],
    tools: [...(settings["web search"] ? [WEB_SEARCH] : []), ...(tools ? TOOLS.toReversed() : TOOLS)],
    ...choice(settings),
    ...(model === "claude-haiku-4-5" ? budgeted(settings) : adaptive(settings)),
    ...(speed !== undefined && { speed: ["standard", "fast"][speed] }),
    messages: writer.messages,
  });
}

/** What is not set is left out, what is set to 0 is named: that comes to the same (MR-87). */
function choice({ choice, parallel }: Settings): Partial<MessagesRequest> {
  if (choice === undefined && parallel === undefined) return {};
  if (choice) return { tool_choice: { type: "none" } };
  return {
    tool_choice: { type: "auto", ...(parallel !== undefined && { disable_parallel_tool_use: !!parallel }) },
  };
}

function adaptive({ thinking, effort, format }: Settings): Partial<MessagesRequest> {
  const output_config = {
    ...(effort !== undefined && { effort: effort ? "low" : "high" }),
    ...(format && { format: FORMAT }),
  };
  return {
    output_config,
    ...(thinking !== undefined && { thinking: { type: thinking ? "disabled" : "adaptive" } }),
  };
}

function budgeted({ thinking, format }: Settings): Partial<MessagesRequest> {
  return {
    thinking: thinking ? { type: "disabled" } : { type: "enabled", budget_tokens: 1_024 },
    ...(format && { output_config: { format: FORMAT } }),
  };
}

/** Four markers at most, that for the whole request among them; none of 1h after one of 5m (MR-52, MR-53, MR-54). */
function marked(request: MessagesRequest, move: Move): MessagesRequest {
  const places = markablePlaces(request);
  const last = places.length - 1;
  const tools = request.tools?.length ?? 0;
  const chosen = [
    ...new Set([
      ...move.fromEnd.map((back) => Math.max(0, last - back)),
      ...(move.onSystem ? [tools] : []),
      ...(move.onTools && !move.whole ? [tools - 1] : []),
    ]),
  ];
  markPlaces(request, chosen, move.long);
  if (!move.whole) return request;
  const marker = places[last]?.cache_control as CacheControl | undefined;
  const ttl: Ttl = marker ? (marker.ttl ?? "5m") : chosen.length < move.long ? "1h" : "5m";
  return { ...request, cache_control: { type: "ephemeral", ttl } };
}
