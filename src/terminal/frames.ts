/**
 * The step stream cut into frames: what there is to see at one step, in the three layers (C-1.1). A frame is data, so
 * going back undoes nothing.
 */
import type { HarnessEvent } from "../events.ts";
import type { Line } from "../log/entry.ts";
import type { MessagesRequest, ModelResponse } from "../wire.ts";

/** What no harness tells, because it is done to one: it is ended, given a command, or waited beside. */
export type Outside =
  | { readonly type: "exit" }
  /** The user gave a command, such as `/compact`. */
  | { readonly type: "command"; readonly typed: string }
  /** The harness printed something. */
  | { readonly type: "note"; readonly text: string }
  | { readonly type: "wait"; readonly minutes: number };

/** An event and the process that it happened in. */
export interface Happening {
  readonly process: number;
  readonly event: HarnessEvent | Outside;
  /** Of an `append`: the path of the log; left out where there is only one. */
  readonly log?: string;
}

/** What a frame shows of LAYER 1: the request and the answer. */
export interface ApiView {
  readonly number: number;
  readonly request: MessagesRequest;
  readonly response: ModelResponse | undefined;
  /** What it is compared with: the request before, null before the first; left out where nothing is compared. */
  readonly before?: MessagesRequest | null;
}

/** One thing that the harness did: an event of it, and for a tool in which order it was called and was done. */
export type Deed =
  | Extract<HarnessEvent, { type: "session" | "prompt" | "notice" | "api-error" | "turn-end" }>
  | Outside
  | (Extract<HarnessEvent, { type: "tool-start" }> & { readonly order: number })
  | (Extract<HarnessEvent, { type: "tool-end" }> & { readonly order: number; readonly called: number });

/** One step of the guided view. */
export interface Frame {
  readonly kind: "open" | "prompt" | "command" | "request" | "tools" | "exit";
  readonly process: number;
  api?: ApiView;
  readonly deeds: Deed[];
  /** Lines appended in this step, with their numbers. */
  readonly lines: { readonly number: number; readonly line: Line; readonly log?: string | undefined }[];
}

/**
 * Cuts a run into frames: a new one whenever the session is opened or left, the user speaks or gives a command, a request
 * goes out or tools run.
 */
export function framesOf(happenings: readonly Happening[]): Frame[] {
  const frames: Frame[] = [];
  let requests = 0;
  for (const { process, event, log } of happenings) {
    const kind = beginning(event, frames.at(-1));
    if (kind) frames.push({ kind, process, deeds: [], lines: [] });
    const frame = frames.at(-1);
    if (!frame) continue;
    if (event.type === "request") {
      requests += 1;
      frame.api = { number: requests, request: event.request, response: undefined };
    } else if (event.type === "response" && frame.api) {
      frame.api = { ...frame.api, response: event.response };
    } else if (event.type === "append") {
      frame.lines.push({ number: event.number, line: event.line, log });
    } else {
      const deed = deedOf(event, frame, frames);
      if (deed) frame.deeds.push(deed);
    }
  }
  return frames;
}

function beginning(event: Happening["event"], current: Frame | undefined): Frame["kind"] | undefined {
  if (event.type === "session") return "open";
  if (event.type === "prompt") return "prompt";
  if (event.type === "request") return "request";
  if (event.type === "exit" || event.type === "command") return event.type;
  return event.type === "tool-start" && current?.kind !== "tools" ? "tools" : undefined;
}

function deedOf(event: Happening["event"], frame: Frame, frames: readonly Frame[]): Deed | undefined {
  switch (event.type) {
    case "session":
    case "prompt":
    case "notice":
    case "api-error":
    case "turn-end":
    case "exit":
    case "command":
    case "note":
    case "wait":
      return event;
    case "tool-start":
      return { ...event, order: count(frame, "tool-start") + 1 };
    case "tool-end":
      return { ...event, order: count(frame, "tool-end") + 1, called: calledAs(frames, event.call.id) };
    default:
      return undefined;
  }
}

function count(frame: Frame, type: Deed["type"]): number {
  return frame.deeds.filter((deed) => deed.type === type).length;
}

/** A tool that asks the model itself, as an agent does, is done in a later frame than it was called in. */
function calledAs(frames: readonly Frame[], id: string): number {
  const isStart = (deed: Deed) => deed.type === "tool-start" && deed.call.id === id;
  const start = frames.findLast(({ deeds }) => deeds.some(isStart))?.deeds.find(isStart);
  return start?.type === "tool-start" ? start.order : 0;
}
