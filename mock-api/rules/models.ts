/** Which models there are, and what the table of models keeps of each (MR-17, MR-88 to MR-98). */
import { modelOf } from "../catalog/traits.ts";
import type { RefusalRule, RuleKeptElsewhere } from "./rule.ts";

export const modelRules: RefusalRule[] = [
  {
    id: "MR-17",
    part: "model",
    checks: "the model exists and is not retired",
    kind: "refusal",
    confidence: "H",
    status: 404,
    check: ({ request: { model } }) => (modelOf(model) ? undefined : `model: ${model}`),
  },
];

/** Facts of the models that other rules, the cache and the answers ask for. */
export const modelFacts: RuleKeptElsewhere[] = [
  {
    id: "MR-57",
    checks:
      "every model of the table takes a prompt that leaves less room than `max_tokens`: it stops when the window is full",
    kind: "response",
    confidence: "H",
    keptIn: "answer/cut.ts",
  },
  {
    id: "MR-85",
    checks:
      "what is written to the cache costs 1.25 or 2 times its price, what is read a tenth or less, model by model",
    kind: "response",
    confidence: "H",
    keptIn: "catalog/prices.ts",
  },
  {
    id: "MR-88",
    checks: "each model has its thinking modes, and the one it is in when the request does not say",
    kind: "response",
    confidence: "H",
    keptIn: "catalog/models.ts",
  },
  {
    id: "MR-89",
    checks:
      "thinking is left out of the answers of 4.7 and later unless it is asked for, and shown by the models before",
    kind: "response",
    confidence: "H",
    keptIn: "answer/blocks.ts",
  },
  {
    id: "MR-90",
    checks:
      "with the mode `enabled`, a header and a model that knows it, the budget for thinking may exceed `max_tokens`",
    kind: "response",
    confidence: "H",
    keptIn: "rules/thinking-config.ts",
  },
  {
    id: "MR-92",
    checks:
      "the thinking of earlier turns stays in the context, or on Sonnet 4.5 and Haiku 4.5 only that of the last turn",
    kind: "response",
    confidence: "H",
    keptIn: "thinking/binding.ts",
  },
  {
    id: "MR-93",
    checks: "thinking that is turned on or off within a turn is no fault in itself",
    kind: "response",
    confidence: "H",
    keptIn: "rules/thinking-placement.ts",
  },
  {
    id: "MR-96",
    checks: "each model has one row, with its dated name and the day it retires",
    kind: "response",
    confidence: "H",
    keptIn: "catalog/models.ts",
  },
  {
    id: "MR-97",
    checks: "models from 4.7 on, and Haiku 5.5, count about 30 % more tokens than the ones before",
    kind: "response",
    confidence: "H",
    keptIn: "prompt/tokens.ts",
  },
  {
    id: "MR-98",
    checks: "every usage of a model with a public price can be turned into dollars",
    kind: "response",
    confidence: "H",
    keptIn: "catalog/prices.ts",
  },
];
