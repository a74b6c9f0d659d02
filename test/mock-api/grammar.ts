/**
 * The grammar of a stream (MR-64 to MR-73), read off the rules and not off the mock: bytes to events, and events to
 * what is wrong with them. What no client knows is passed over (MR-71).
 */

/** One server-sent event as it stands in a body. */
export interface SentEvent {
  name: string;
  data: Record<string, unknown>;
}

/** Takes a body apart as the standard of server-sent events says: three line ends, comments, an empty line to end each. */
export function sentEvents(body: string): SentEvent[] {
  const events: SentEvent[] = [];
  let [name, data]: [string, string[]] = ["", []];
  // What stands behind the last line end is no line yet.
  for (const line of body.split(/\r\n|\n|\r/).slice(0, -1)) {
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === "event") name = value;
    else if (field === "data") data.push(value);
    else if (line === "" && data.length > 0) {
      events.push({ name, data: JSON.parse(data.join("\n")) as Record<string, unknown> });
      [name, data] = ["", []];
    }
  }
  return events;
}

type Fields = Record<string, unknown>;

/** Which deltas a block takes; a block that takes none is whole in its start (MR-68). */
const DELTAS: Record<string, string[]> = {
  text: ["text_delta", "citations_delta"],
  thinking: ["thinking_delta", "signature_delta"],
  tool_use: ["input_json_delta"],
  server_tool_use: ["input_json_delta"],
  compaction: ["compaction_delta"],
};
const KNOWN_DELTAS = Object.values(DELTAS).flat();
const COUNTERS = [
  "input_tokens",
  "output_tokens",
  "cache_creation_input_tokens",
  "cache_read_input_tokens",
] as const;

/** Reads a stream event by event. */
class Reader {
  readonly faults: string[] = [];
  #place: "before" | "between" | "in a block" | "at the end" | "after" = "before";
  #blocks = 0;
  #block: Fields = {};
  #deltas: string[] = [];
  #totals: Fields = {};

  get isOver(): boolean {
    return this.#place === "after";
  }

  read({ name, data }: SentEvent): void {
    const type = data["type"];
    if (name !== type) this.#fault(`the event ${name} holds a ${type}`);
    if (this.isOver) this.#fault(`${type} after the end`);
    this.#steps[String(type)]?.(data);
    if (type === "message_stop" || type === "error") this.#place = "after";
  }

  // What is not here no client knows, or it is a ping: it may stand anywhere.
  readonly #steps: Readonly<Record<string, (data: Fields) => void>> = {
    message_start: (data) => this.#start(data["message"] as Fields),
    content_block_start: (data) => this.#blockStart(data),
    content_block_delta: (data) => this.#delta(data),
    content_block_stop: (data) => this.#blockStop(data),
    message_delta: (data) => this.#messageDelta(data),
    message_stop: () => this.#expect("message_stop", "at the end"),
    error: (data) => this.#error(data),
  };

  #start(message: Fields): void {
    this.#expect("message_start", "before");
    this.#place = "between";
    this.#totals = message["usage"] as Fields;
    const { content, stop_reason, stop_sequence, stop_details } = message;
    if (JSON.stringify([content, stop_reason, stop_sequence, stop_details]) !== "[[],null,null,null]")
      this.#fault("message_start tells of content or of the end");
    if (this.#totals["output_tokens_details"] !== null) this.#fault("message_start counts thinking");
    if (typeof this.#totals["cache_creation"] !== "object")
      this.#fault("message_start has no cache_creation");
  }

  #blockStart({ index, content_block }: Fields): void {
    this.#expect("content_block_start", "between");
    this.#place = "in a block";
    if (index !== this.#blocks) this.#fault(`block ${index} starts in place of block ${this.#blocks}`);
    this.#block = content_block as Fields;
    this.#deltas = [];
    const { type, text, thinking, signature, input } = this.#block;
    const begun = type === "thinking" ? [thinking, signature] : [type === "text" ? text : ""];
    if (begun.some((value) => value !== "")) this.#fault(`${type} starts with something in it`);
    if (input !== undefined && JSON.stringify(input) !== "{}") this.#fault("a call starts with input");
  }

  #delta({ index, delta }: Fields): void {
    this.#expect("content_block_delta", "in a block");
    if (index !== this.#blocks) this.#fault(`a delta of block ${index} within block ${this.#blocks}`);
    const { type, partial_json } = delta as Fields;
    if (!KNOWN_DELTAS.includes(String(type))) return;
    const kind = String(this.#block["type"]);
    if (!DELTAS[kind]?.includes(String(type))) this.#fault(`${type} within ${kind}`);
    if (this.#deltas.includes("signature_delta")) this.#fault(`${type} after the signature`);
    if (type === "input_json_delta" && this.#deltas.length === 0 && partial_json !== "")
      this.#fault("the first piece of an input is not empty");
    this.#deltas.push(String(type));
  }

  #blockStop({ index }: Fields): void {
    this.#expect("content_block_stop", "in a block");
    this.#place = "between";
    if (index !== this.#blocks) this.#fault(`block ${index} stops within block ${this.#blocks}`);
    this.#blocks += 1;
    if (this.#block["type"] === "thinking" && this.#deltas.at(-1) !== "signature_delta")
      this.#fault("thinking that is not signed");
  }

  #messageDelta({ delta, usage }: Fields): void {
    if (this.#place !== "at the end") this.#expect("message_delta", "between");
    this.#place = "at the end";
    const totals = usage as Fields;
    if ((delta as Fields)["stop_reason"] === null) this.#fault("message_delta without a stop_reason");
    if ("cache_creation" in totals) this.#fault("message_delta has a cache_creation");
    for (const counter of COUNTERS) {
      if (Number(totals[counter]) < Number(this.#totals[counter]))
        this.#fault(`${counter} is not a total: ${totals[counter]} after ${this.#totals[counter]}`);
    }
    if (this.#totals["output_tokens_details"] !== null) this.#fault("thinking counted before the end");
    this.#totals = totals;
  }

  #error({ error, request_id }: Fields): void {
    const { type, message, details } = error as Fields;
    if (typeof type !== "string" || typeof message !== "string" || details !== null)
      this.#fault("an error without type and message, or with details");
    if (typeof request_id !== "string") this.#fault("an error without a request id");
    if (this.#place === "at the end") this.#fault("an error after a message_delta");
  }

  #expect(type: string, place: string): void {
    if (this.#place !== place) this.#fault(`${type} ${this.#place}, not ${place}`);
  }

  #fault(what: string): void {
    this.faults.push(what);
  }
}

/** What is wrong with a stream that is whole. */
export function faultsOfStream(body: string): string[] {
  const events = sentEvents(body);
  const faults = faultsOfBeginning(body);
  if (events.at(-1)?.name !== "message_stop") faults.push("there is no message_stop at its end");
  if (body.includes("[DONE]")) faults.push("there is a [DONE]");
  return faults;
}

/** What is wrong with a stream that broke off, or that ended in an error. */
export function faultsOfBeginning(body: string): string[] {
  const reader = new Reader();
  for (const event of sentEvents(body)) reader.read(event);
  return reader.faults;
}
