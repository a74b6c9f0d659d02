/**
 * The step stream: all that a running harness tells the outside. The terminal, the guided run, the chapters and the
 * explorer are views of it; none of them looks inside.
 */
import type { Line } from "./log/entry.ts";
import type { MessagesRequest, ModelResponse, ToolResultBlock, ToolUseBlock } from "./wire.ts";

/** One thing that happened, in one of the three layers (C-1.1). */
export type HarnessEvent =
  /** Harness: a session was begun or taken up again. Nothing has been written by this. */
  | {
      readonly type: "session";
      readonly sessionId: string;
      readonly path: string;
      readonly resumed: boolean;
      /** How many lines its log has; 0 where nobody counted those of a long one. */
      readonly lines: number;
    }
  /** Harness: a turn begins with what the user said. */
  | { readonly type: "prompt"; readonly text: string }
  /** Log: one line was appended; `number` goes on from the `lines` that the session began with. */
  | { readonly type: "append"; readonly number: number; readonly line: Line }
  /** API: a request is sent, whole. */
  | { readonly type: "request"; readonly request: MessagesRequest }
  /** API: a piece of the answer streams in. */
  | { readonly type: "delta"; readonly kind: "text" | "thinking"; readonly text: string }
  /** API: the answer is complete. */
  | { readonly type: "response"; readonly response: ModelResponse }
  /** API: no answer; the turn ends and nothing of this step is logged. */
  | { readonly type: "api-error"; readonly message: string; readonly status?: number | undefined }
  /** Harness: a tool begins. */
  | { readonly type: "tool-start"; readonly call: ToolUseBlock }
  /** Harness: a tool is done; results come in order of completion. */
  | { readonly type: "tool-end"; readonly call: ToolUseBlock; readonly result: ToolResultBlock }
  /** Harness: something happened in the agent that this call has started; its own log holds it (O-28). */
  | {
      readonly type: "agent";
      readonly callId: string;
      readonly agentId: string;
      readonly event: HarnessEvent;
    }
  /** Harness: something that the person should know. */
  | { readonly type: "notice"; readonly text: string }
  /** Harness: the turn is over, however it went. Law: turns-told */
  | { readonly type: "turn-end"; readonly stop: string; readonly steps: number };

/** Receives events as they happen, synchronously: a listener may append attachments of its own. */
export type Listener = (event: HarnessEvent) => void;
