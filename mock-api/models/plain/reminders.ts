/** What a harness adds in tags of its own: neither what the user said, nor what a tool said. */

const TAG = /<(\/?)(system-reminder|local-command-\w+|command-\w+)>/g;

/**
 * The user's words in a text of a prompt: what stands before the first tag. Where a reminder ends cannot be told from
 * the text, for what it quotes may hold its end; so what comes after one is not taken for the user's, and a text that
 * begins with one holds nothing of theirs.
 */
export function wordsOfUser(text: string): string {
  const at = text.search(OPENING);
  return at < 0 ? text : text.slice(0, at);
}

const OPENING = /<(?:system-reminder|local-command-\w+|command-\w+)>/;

/** A tool's text without its reminders, each up to the first end of its kind. One that does not end is left in. */
export function withoutReminders(text: string): string {
  const tags = [...text.matchAll(TAG)].map(({ 0: tag, 1: slash, 2: name = "", index }) => ({
    name,
    ends: slash === "/",
    at: index,
    after: index + tag.length,
  }));
  const lastEnd = new Map(tags.filter(({ ends }) => ends).map(({ name, at }) => [name, at]));
  const kept: string[] = [];
  let from = 0;
  let within: string | undefined;
  for (const { name, ends, at, after } of tags) {
    if (within === undefined && !ends && (lastEnd.get(name) ?? -1) > at) {
      kept.push(text.slice(from, at));
      within = name;
    } else if (ends && name === within) {
      within = undefined;
      from = after;
    }
  }
  return kept.join("") + text.slice(from);
}
