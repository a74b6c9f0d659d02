/** What `-p` takes besides what a conversation takes. */
import { OUTPUTS, type PrintCommand } from "./command.ts";
import { countOf, type OptionValues, oneOf, UsageError } from "./options.ts";

/** In the place of a prompt: standard input. */
export const INPUT = "-";

/** Reads it. `stray` is a word that stands beside the options. Throws `UsageError`. */
export function printArgs(
  { print = "", json, strict, all, "dry-run": dry, "output-format": output, "max-turns": most }: OptionValues,
  stray: string | undefined,
): Pick<PrintCommand, "kind" | "prompt" | "output" | "maxSteps"> {
  if (stray !== undefined)
    throw new UsageError(`"${stray}" is too much: put the whole prompt in quotes after -p.`);
  if (json) throw new UsageError("-p has no --json; it is --output-format json.");
  if (strict) throw new UsageError("-p takes no --strict.");
  if (all) throw new UsageError("-p takes no --all.");
  if (dry) throw new UsageError("-p takes no --dry-run.");
  if (print.trim() === "") throw new UsageError('The prompt is empty. Give one: -p "prompt".');
  return {
    kind: "print",
    prompt: print === INPUT ? undefined : print,
    output: oneOf("--output-format", output ?? "text", OUTPUTS),
    maxSteps: most === undefined ? undefined : countOf("--max-turns", most),
  };
}
