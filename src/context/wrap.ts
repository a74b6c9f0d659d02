/**
 * How text that the harness did not write is told apart from what it did (D-18): a tag of the harness that stands in such
 * a text is neutralised where it is sent. The log keeps it as it was written.
 */

/** The tags by which this harness, or another client whose log it reads, marks its own words. */
const TAGS = `system-reminder persisted-output tool_use_error task-notification user-prompt-submit-hook
  command-name command-message command-args command-contents bash-input bash-stdout bash-stderr
  local-command-stdout local-command-stderr local-command-caveat`
  .split(/\s+/)
  .map(lettersOf);

/**
 * The value with every look-alike of a tag in its texts neutralised (bug report 126). The rule: where the letters behind
 * a `<`, whatever else stands among them, spell the name of a tag, a backslash is put behind the `<`. So `<\system-reminder>`
 * was written by somebody else, whatever the case, the spaces, the attributes, the slash or the invisible characters in it.
 * A text that ends within a name counts, for another may go on with it. Letters of other alphabets that look the same do
 * not. Law: boundary-marked, channels-marked
 */
export function neutral<T>(value: T): T {
  return retold(value, /^./u, "$&\\\\");
}

/** The inverse: what the model writes as it was shown it becomes what was written at first. Law: tags-round-trip */
export function plain<T>(value: T): T {
  return retold(value, /^(.)\\\\/u, "$1");
}

/** In JSON, where a backslash is two, so that however deep a value is no recursion ends. */
function retold<T>(value: T, from: RegExp, to: string): T {
  const json = JSON.stringify(value);
  const pieces = json.split(/(?=[<＜﹤])/u);
  const told = pieces.map((piece) => (isTag(piece) ? piece.replace(from, to) : piece)).join("");
  return told === json ? value : JSON.parse(told);
}

/** Does a piece of JSON, from one `<` to before the next, begin like a tag? */
function isTag(piece: string): boolean {
  if (!/^[<＜﹤]/u.test(piece)) return false;
  const [text = "", end] = piece.replace(/\\(u.{4}|.)/gu, " ").split('"', 2);
  const letters = lettersOf(text);
  const isUnfinished = end !== undefined && !/[>＞﹥]/u.test(text);
  return TAGS.some((tag) => letters.startsWith(tag) || (isUnfinished && tag.startsWith(letters)));
}

function lettersOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
