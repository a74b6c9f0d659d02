/** Ways to break the rules of rules/models.ts. */
import { changing } from "./break.ts";

const unknown = { status: 404, type: "not_found_error" };

export const ofModels = [
  changing(
    "MR-17/model",
    "a model that does not exist",
    { model: "claude-opus-9" },
    "model: claude-opus-9",
    unknown,
  ),
  changing(
    "MR-17/model",
    "a model that is retired",
    { model: "claude-mythos-preview" },
    "model: claude-mythos-preview",
    unknown,
  ),
  changing(
    "MR-17/model",
    "a date that a model does not have",
    { model: "claude-opus-5-20260801" },
    "model: claude-opus-5-20260801",
    unknown,
  ),
];
