/** What the reminders that tell of several things tell of: memory files one by one, skills one by one. */

/** One thing, and the words that are its own. */
export interface Listed {
  readonly name: string;
  readonly text: string;
}

/** The line that stands before a memory file, and the words by which one that has changed is told. */
const FILE = /^Contents of (.+?)(?: \([^()\n]+\))?:$/gm;
const CHANGED = /^(.+?) (?:has changed\. This|does not hold any more:)/;
/** A line of the list of skills, and the words before one that was invoked. */
const SKILL = /^- (\S+?)(?::|$)/;
const INVOKED = /^.+? invoked the skill "([^"]+)"/;

/** The files of a memory reminder. A file that quotes such a line is told as two: nothing else hangs on it. */
export function filesIn(words: string): Listed[] {
  const changed = CHANGED.exec(words)?.[1];
  if (changed !== undefined) return [{ name: changed, text: words }];
  const [, ...pieces] = words.split(FILE);
  return pieces.flatMap((name, index) => (index % 2 === 0 ? [{ name, text: pieces[index + 1] ?? "" }] : []));
}

/** The skills of a list, or the one that was invoked. */
export function skillsIn(words: string): Listed[] {
  const invoked = INVOKED.exec(words)?.[1];
  if (invoked !== undefined) return [{ name: `${invoked} (invoked)`, text: words }];
  return words.split("\n").flatMap((line) => {
    const name = SKILL.exec(line)?.[1];
    return name === undefined ? [] : [{ name, text: line }];
  });
}
