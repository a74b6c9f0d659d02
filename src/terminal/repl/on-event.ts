/** What the harness does, as it is shown. */
import type { HarnessEvent } from "../../events.ts";
import type { ToolResultBlock, ToolUseBlock, Usage } from "../../wire.ts";
import { count } from "../api-pane.ts";
import { seconds, shortInput } from "./cards.ts";
import { paragraph } from "./rows.ts";
import { andThen, type Change, only, type ReplState, shown } from "./state.ts";
import { onDelta, settle } from "./stream.ts";
import { note, tell } from "./told.ts";

/** Shows an event. */
export function onEvent(state: ReplState, event: HarnessEvent, now: number): Change {
  if (event.type === "delta") return onDelta(state, event);
  // A line may be logged while words stream, for a mode that changes or a prompt that is queued.
  if (event.type === "append") return only(state);
  return andThen(settle(state), (settled) => onWhole(settled, event, now));
}

function onWhole(state: ReplState, event: HarnessEvent, now: number): Change {
  switch (event.type) {
    case "prompt": {
      const lead = { text: "> ", tint: "cyan" } as const;
      return shown(state, "prompt", paragraph(event.text, { width: state.width, tint: "bold", lead }));
    }
    case "response":
      return only(withUsage(state, event.response.usage));
    case "tool-start":
      return only({ ...state, tools: [...state.tools, runningTool(event.call, now)] });
    case "tool-end":
      return toolEnd(state, event.call, event.result, now);
    case "agent":
      return only(agentDid(state, event.callId, event.event));
    case "notice":
      return note(state, event.text, "yellow");
    case "api-error":
      // Who has interrupted it need not be told that it was interrupted.
      return state.turn?.stopping ? only(state) : note(state, event.message, "red");
    case "turn-end":
      return note(state, endOf(state, event.stop, event.steps, now), "gray");
    default:
      return only(state);
  }
}

function runningTool(call: ToolUseBlock, now: number): ReplState["tools"][number] {
  return { id: call.id, name: call.name, words: shortInput(call), doing: "", since: now };
}

/** What an agent does stands in the line of the call that has started it; what it uses, the session uses (C-5.6c). */
function agentDid(state: ReplState, callId: string, event: HarnessEvent): ReplState {
  if (event.type === "response") return withUsage(state, event.response.usage);
  if (event.type !== "tool-start") return state;
  const doing = `${event.call.name} ${shortInput(event.call)}`;
  return { ...state, tools: state.tools.map((tool) => (tool.id === callId ? { ...tool, doing } : tool)) };
}

function toolEnd(state: ReplState, call: ToolUseBlock, result: ToolResultBlock, now: number): Change {
  const since = state.tools.find(({ id }) => id === call.id)?.since ?? now;
  const tools = state.tools.filter(({ id }) => id !== call.id);
  return tell({ ...state, tools }, { kind: "card", call, result, elapsedMs: now - since });
}

function withUsage(state: ReplState, usage: Usage): ReplState {
  const { turn } = state;
  return turn ? { ...state, turn: { ...turn, usage: [...turn.usage, usage] } } : state;
}

/** How a turn ended, what it took and what it cost. */
function endOf({ turn }: ReplState, stop: string, steps: number, now: number): string {
  const took = turn ? ` · ${seconds(now - turn.since)}` : "";
  const ended = stop === "interrupted" ? "interrupted: say how to go on" : stop;
  return `· ${ended}${took} · ${steps} ${steps === 1 ? "step" : "steps"}${tokensOf(turn?.usage ?? [])}`;
}

function tokensOf(usage: readonly Usage[]): string {
  const read = usage.reduce((sum, each) => sum + each.cache_read_input_tokens, 0);
  const all = usage.reduce((sum, each) => sum + each.input_tokens + each.cache_creation_input_tokens, read);
  const out = usage.reduce((sum, each) => sum + each.output_tokens, 0);
  if (all === 0) return "";
  return ` · ${count(all)} tokens in, ${Math.round((read / all) * 100)} % from the cache · ${count(out)} out`;
}
