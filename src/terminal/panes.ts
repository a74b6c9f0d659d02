/** A frame drawn as three stacked panes: API, harness, log (C-1.1). */

import { shortId } from "../annex/log/drawn/say-entry.ts";
import { oneLine } from "../annex/log/one-line.ts";
import { isChainEntry, type Line, responseId } from "../log/entry.ts";
import { apiPane, type Brush } from "./api-pane.ts";
import { describeBlock, describeLine } from "./describe.ts";
import type { Deed, Frame } from "./frames.ts";

/** One pane: its name, and its rows, one line each, not yet cut to a width. */
export interface Pane {
  readonly name: string;
  readonly rows: readonly string[];
}

const SHORT_ID = 8;

/** The three panes of a frame, outermost layer first. */
export function panesOf(frame: Frame, brush: Brush): Pane[] {
  const { labels, paint } = brush;
  const api = frame.api ? apiPane(frame.api, brush) : [paint("dim", labels.nothingSent)];
  const lines = frame.lines.map(({ number, line }) => logRow(number, line, brush));
  return [
    { name: labels.api, rows: api },
    { name: `${labels.harness} · ${labels.process(frame.process)}`, rows: harnessRows(frame, brush) },
    { name: labels.log, rows: lines.length > 0 ? lines : [paint("dim", labels.nothingWritten)] },
  ];
}

function harnessRows(frame: Frame, brush: Brush): string[] {
  const stop = frame.api?.response?.stop_reason;
  const deeds = frame.deeds.map((deed) => deedRow(deed, brush));
  return stop ? [brush.labels.sends(stop), ...deeds] : deeds;
}

function deedRow(deed: Deed, { labels, paint }: Brush): string {
  switch (deed.type) {
    case "session":
      return deed.resumed
        ? labels.resumed(shortId(deed.sessionId), deed.lines)
        : labels.opened(shortId(deed.sessionId));
    case "prompt":
      return `${labels.said}: ${paint("bold", oneLine(deed.text))}`;
    case "tool-start":
      return `▸ ${deed.call.name} ${paint("dim", labels.started(deed.order))}`;
    case "tool-end": {
      const mark = deed.result.is_error === true ? paint("red", "✗") : paint("green", "✓");
      return `${mark} ${deed.call.name} ${paint("dim", labels.done(deed.order, deed.called))}: ${describeBlock(deed.result)}`;
    }
    case "notice":
      return paint("red", `! ${oneLine(deed.text)}`);
    case "api-error":
      return paint("red", `! ${oneLine(deed.message)}`);
    case "turn-end":
      return labels.turnEnd(deed.stop, deed.steps);
    case "exit":
      return labels.exited;
    case "command":
      return `${labels.command}: ${paint("bold", oneLine(deed.typed))}`;
    case "note":
      return oneLine(deed.text);
    case "wait":
      return paint("dim", labels.passed(deed.minutes));
  }
}

/** A line of a log: its number, its entry, what that hangs on, and of which response it is. */
export function logRow(number: number, line: Line, { labels, paint }: Brush): string {
  const at = paint("dim", String(number).padStart(3));
  if (!isChainEntry(line)) {
    return `${at}  ${"".padEnd(SHORT_ID * 3 + 5)}  ${paint("dim", `${line.type} (${labels.ledger})`)}`;
  }
  const parent = line.parentUuid ? shortId(line.parentUuid) : "null".padEnd(SHORT_ID);
  const response = (responseId(line) ?? "").slice(0, SHORT_ID).padEnd(SHORT_ID);
  const links = `${shortId(line.uuid)} ← ${paint("dim", parent)}  ${paint("dim", response)}`;
  return `${at}  ${links}  ${oneLine(describeLine(line))}`;
}
