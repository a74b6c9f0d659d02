/** Sets the workshop up for the words that were typed: checks, does one thing, or is held at the terminal. */
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { pickerAt } from "#src/terminal/pick/pick.ts";
import { colorWanted, painter } from "#src/terminal/style.ts";
import type { Asked } from "./asked.ts";
import type { Workplace } from "./bench.ts";
import { checkExercises } from "./check.ts";
import { Desk } from "./desk.ts";
import { loadExercises } from "./exercises.ts";
import { Live } from "./live.ts";
import { chosen, runOnce } from "./once.ts";
import { alone, holdAt } from "./terminal.ts";
import { TypeCheck } from "./type-check.ts";
import { WORDS } from "./words.ts";

const WIDEST = 100;
/** How long a run may take, where nothing else is asked for, and at most: a timer that is longer ends at once. Seconds. */
const SECONDS = 30;
const MOST_SECONDS = 86_400;

interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
}

/** Returns the exit code: 0 when green, 1 when not, 2 for words that are not understood. */
export async function holdWorkshop(
  asked: Asked,
  place: Workplace,
  { stdin, stdout }: Streams,
): Promise<number> {
  const words = WORDS[asked.language];
  const say = (text: string) => void stdout.write(`${text}\n`);
  if (asked.stray !== undefined) say(words.notUnderstood(asked.stray));
  if (asked.action === "help" || asked.stray !== undefined) {
    say(words.usage);
    return asked.stray === undefined ? 0 : 2;
  }
  const exercises = await loadExercises(join(place.root, "chapters"));
  const seconds = secondsIn(process.env["WORKSHOP_SECONDS"]);
  if (asked.action === "check") return checkExercises(exercises, { place, seconds, say });
  const types = lazyTypes(place.root);
  // Signed 32 bits, as fast-check's seeds are.
  const freshSeed = () => randomInt(2 ** 31);
  const desk = new Desk({ place, exercises, grading: { types, seconds, freshSeed }, now: () => new Date() });
  for (const kept of desk.progress.aside) say(words.aside(kept));
  const paint = painter(colorWanted(stdout));
  const look = () => ({
    language: asked.language,
    paint,
    width: stdout.isTTY ? Math.max(20, Math.min(WIDEST, stdout.columns - 1)) : WIDEST,
  });
  if (!stdin.isTTY || !stdout.isTTY || asked.action !== undefined) return runOnce(desk, asked, look(), say);
  const exercise = chosen(desk, asked);
  if (exercise === undefined || typeof exercise === "string") {
    say(exercise ?? words.next.allDone);
    return exercise === undefined ? 0 : 2;
  }
  const pick = alone(pickerAt({ input: stdin, output: stdout }, paint, new AbortController().signal), stdin);
  const polls = process.env["WORKSHOP_POLL"] === "1";
  await holdAt(stdin, new Live({ desk, asked, look, say, pick, polls }, exercise));
  say(`\n${words.leaves}`);
  return 0;
}

function secondsIn(asked: string | undefined): number {
  const seconds = Number(asked);
  return seconds > 0 ? Math.min(seconds, MOST_SECONDS) : SECONDS;
}

/** The compiler is loaded when something is to be checked, and stays. */
function lazyTypes(root: string): Pick<TypeCheck, "faultsOf"> {
  let types: TypeCheck | undefined;
  return {
    faultsOf: (...asked) => {
      types ??= new TypeCheck(root);
      return types.faultsOf(...asked);
    },
  };
}
