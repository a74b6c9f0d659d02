/** What the person is told where a model is not asked as they wished, because it does not take that (MR-50, MR-88). */
import type { Listener } from "../../events.ts";
import type { RequestSettings } from "../../request/stable.ts";
import type { MessagesRequest } from "../../wire.ts";

/** The differences between what was wished for and what is asked, a sentence each; what was not wished for is not told. */
export function thinkingTold(
  { thinking, effort }: Partial<RequestSettings>,
  { model, thinking: asked, output_config }: MessagesRequest,
): string[] {
  const type = String(asked?.["type"]);
  const budget = asked?.["budget_tokens"];
  const told: string[] = [];
  if (thinking === "off" && !/^(disabled|between_tools)$/.test(type))
    told.push(`Thinking cannot be turned off for ${model}: it is asked with thinking ${type}.`);
  if (typeof thinking === "object" && type !== "enabled")
    told.push(`${model} is asked without a budget for its thinking, with thinking ${type}.`);
  if (typeof thinking === "object" && type === "enabled" && budget !== thinking.budget)
    told.push(`The budget for thinking is ${budget} tokens: ${thinking.budget} cannot be asked for.`);
  const taken = output_config?.["effort"];
  if (effort !== undefined && taken !== effort) {
    const instead = taken === undefined ? "none is asked for" : `it is asked for ${taken}`;
    told.push(`${model} does not take the effort ${effort} here; ${instead}.`);
  }
  return told;
}

/** A listener that also tells these, each once, before the first request that they hold for. */
export function tellingThinking(wished: Partial<RequestSettings>, emit: Listener): Listener {
  const told = new Set<string>();
  return (event) => {
    for (const text of event.type === "request" ? thinkingTold(wished, event.request) : []) {
      if (told.has(text)) continue;
      told.add(text);
      emit({ type: "notice", text });
    }
    emit(event);
  };
}
