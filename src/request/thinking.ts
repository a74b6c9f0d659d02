/** How a model is asked to think (C-2.10, MR-88 to MR-90): what was wished for, as far as it takes that. */
import { isThinking, isToolResult, type Message } from "../wire.ts";
import { EFFORTS, modelFacts } from "./models.ts";
import type { RequestSettings } from "./stable.ts";

const OFF = /^(disabled|between_tools)$/;
const LEAST_BUDGET = 1024;

/**
 * The nearest to the settings that the model takes: a way to think, shown in summary (D-3, MR-89), and an effort. Without
 * thinking none above high is asked for, which half of the models would refuse (MR-50). Law: thinking-policies
 */
export function thinkingFor(settings: RequestSettings, messages: readonly Message[]) {
  const { model, thinking, effort, maxTokens } = settings;
  const { modes, efforts, maxOutput } = modelFacts(model);
  const most = Math.min(maxTokens, maxOutput) - 1;
  const wished = thinking === "off" ? OFF : thinking === "adaptive" ? /adaptive/ : /enabled/;
  const isOpen = (mode: string) => mode !== "enabled" || (most >= LEAST_BUDGET && takesBudget(messages));
  const open = modes.filter(isOpen);
  const type = open.find((mode) => wished.test(mode)) ?? open[0] ?? "adaptive";
  const budget = Math.min(most, typeof thinking === "object" ? thinking.budget : Math.floor(most / 2));
  const atMost = Math.min(EFFORTS.indexOf(effort), OFF.test(type) ? EFFORTS.indexOf("high") : Infinity);
  const taken = efforts.findLast((each) => EFFORTS.indexOf(each) <= atMost);
  const more = type === "enabled" && { budget_tokens: Math.max(LEAST_BUDGET, budget) };
  const asked = { type, ...more, ...(type === "adaptive" && { display: "summarized" }) };
  return { thinking: asked, ...(taken && { output_config: { effort: taken } }) };
}

/**
 * With a budget a turn goes on only as it began, with thinking (MR-43), and no thinking stands behind other words
 * (MR-44). Where a switch of models, an interrupt or a kill has left it otherwise, no budget is given (MR-93).
 */
function takesBudget(messages: readonly Message[]): boolean {
  const prompt = messages.findLastIndex(
    ({ role, content }) => role === "user" && !content.some(isToolResult),
  );
  return messages.every(
    ({ content }, at) =>
      content.findIndex(isThinking) === 0 || (at !== prompt + 1 && !content.some(isThinking)),
  );
}
