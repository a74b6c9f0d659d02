/** Ways to break the rules of rules/models.ts. */
import { asking } from "./on-model.ts";

/** A request to a model that is not there. */
const nowhere = (how: string, model: string) =>
  asking(model, "MR-17/model", how, () => ({}), {
    text: `model: ${model}`,
    status: 404,
    type: "not_found_error",
  });

export const ofModels = [
  nowhere("a model that does not exist", "claude-opus-9"),
  nowhere("a model that is retired", "claude-mythos-preview"),
  nowhere("a date that a model does not have", "claude-opus-5-20260801"),
];
