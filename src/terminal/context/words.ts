/** The numbers of a window in words. */
import type { ContextReport } from "../../annex/window/report.ts";

/** How many things of a section are shown at first, and how many where all are asked for; JSON has every one. */
export const MOST_ITEMS = { first: 5, all: 40 } as const;

/** A number of tokens, marked where it is an estimate. */
export function tokensTold(tokens: number, isEstimate: boolean, about = "≈"): string {
  return `${isEstimate ? `${about} ` : ""}${tokens.toLocaleString("en-US")}`;
}

/** A share of the window in percent; a little is not nothing. */
export function percentTold(tokens: number, window: number): string {
  const percent = (100 * tokens) / window;
  return tokens > 0 && percent < 0.05 ? "<0.1 %" : `${percent.toFixed(1)} %`;
}

/** How much of the window is used. */
export function usedTold(
  { total, window, isEstimate }: Pick<ContextReport, "total" | "window" | "isEstimate">,
  about?: string,
): string {
  return `${tokensTold(total, isEstimate, about)} / ${window.toLocaleString("en-US")} tokens (${percentTold(total, window)})`;
}

/** What else is to be said in a sentence: more than the window holds, what stands outside of it, where numbers come from. */
export function remarksTold({ over, deferred, remarks }: ContextReport): string[] {
  const { tools, tokens } = deferred;
  return [
    ...(over > 0 ? [`${over.toLocaleString("en-US")} tokens over the window.`] : []),
    ...(tools > 0
      ? [
          `${tools} ${tools === 1 ? "tool is" : "tools are"} loaded on demand and ${tools === 1 ? "costs" : "cost"} nothing until then (about ${tokens.toLocaleString("en-US")} tokens in all).`,
        ]
      : []),
    ...remarks,
  ];
}

/** What a piece of advice would free. */
export function freesTold(frees: number): string {
  return frees > 0 ? `Frees up to about ${frees.toLocaleString("en-US")} tokens.` : "";
}
