/** What is told of a model that nothing is known of. */
import { hasPrice } from "../annex/log/usage/prices.ts";
import { single } from "./repl/rows.ts";

/** Columns of a name that are worth showing. */
const NAME = 60;

/** A line where the name is none that is known here: it may be new, or mistyped, and only the API knows which. */
export function modelTold(model: string): readonly string[] {
  if (hasPrice(model)) return [];
  return [
    `${single(model, NAME)} is no model that is known here: it is asked as one of the newest is, and what it costs is not told. If it is mistyped: --model, or /model.`,
  ];
}
