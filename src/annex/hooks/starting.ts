/** How a session came to begin, as hooks are told it. */
import type { HookMoment, Hooks } from "../../hooks.ts";

/** What can stand in the place of a plain start. */
type Source = Extract<HookMoment, { event: "SessionStart" }>["source"];

/** The same hooks, told another source where a session begins with an empty log: `clear` (C-5.1). */
export function startingBy(source: Source | undefined, hooks: Hooks): Hooks {
  if (source === undefined) return hooks;
  return (moment, signal, told) => {
    const isStart = moment.event === "SessionStart" && moment.source === "startup";
    return hooks(isStart ? { ...moment, source } : moment, signal, told);
  };
}
