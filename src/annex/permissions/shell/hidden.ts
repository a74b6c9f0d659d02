/** Why a command line may do more than its words say, though each program of it is known. */
import { programOf } from "./patterns.ts";
import { READS, RENAMES, takesText, WRITES } from "./programs.ts";
import { nameOf } from "./runners.ts";
import { allRuns, type Run } from "./runs.ts";

/** A setting in front of a command that makes no program run another. Of any other name one cannot be sure. */
const HARMLESS_SETTING =
  /^(CI|COLUMNS|DEBUG|FORCE_COLOR|LANG|LC_[A-Z]+|NODE_ENV|NO_COLOR|RUST_BACKTRACE|RUST_LOG|TERM|TZ)=[\w.,:+@-]*$/;

/**
 * Why it cannot be seen what the programs of a line do: code in another language, what they are fed, what they are
 * given by globs and by `xargs`, a file that the line itself makes. Undefined where all is plain. Law: deny-kept
 */
export function hiddenIn(line: readonly Run[]): string | undefined {
  const runs = allRuns(line);
  for (const [at, run] of runs.entries()) {
    const { command, hasCode, inner } = run;
    const name = nameOf(programOf(run));
    if (hasCode || !command.assignments.every((each) => HARMLESS_SETTING.test(each))) {
      return `${programOf(run)} is given code to run`;
    }
    if ((RENAMES.has(name) || leavesFile(run)) && hasUnnamed(run)) {
      return `which files ${name} is given, the command does not say`;
    }
    if (inner.length > 0 || takesText(name)) continue;
    if (command.isFed) return `${name} is fed what the command does not show`;
    if (runs.slice(0, at).some(leavesFile)) return `the command makes a file before it runs ${name}`;
  }
  return undefined;
}

/** A part of a path that is made of wildcards alone, so that nothing of the name can be read off it. */
const ANYTHING = /(^|\/)[^\w/]*[*?[][^\w/]*(\/|$)/;

/** Is it given files of whose names nothing stands in the command? */
function hasUnnamed({ isOpen, command }: Run): boolean {
  return isOpen || command.words.some(({ value, hasGlob }) => hasGlob && ANYTHING.test(value));
}

/** Is there a file afterwards that may be run, with what nobody has seen in it? */
function leavesFile(run: Run): boolean {
  return WRITES.has(nameOf(programOf(run))) || run.command.redirects.some(isKept);
}

function isKept({ writes, path }: Run["command"]["redirects"][number]): boolean {
  return writes && !/^\/dev\/(null|stdout|stderr)$/.test(path);
}

/** Do the programs of a line only show what they are told? Then the name of another program does no harm there. */
export function onlyShows(line: readonly Run[]): boolean {
  return allRuns(line).every(
    (run) => READS.has(nameOf(programOf(run))) && !run.command.redirects.some(isKept),
  );
}
