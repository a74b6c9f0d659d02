/** The sentences that the plain model knows: how each is said, and which task it is. */
import type { Task } from "./task.ts";

/** One way to say something. */
export interface Sentence {
  said: RegExp;
  /** Undefined: the words fit by chance. */
  task: (parts: Record<string, string | undefined>) => Task | undefined;
}

/** A quoted piece, or the shortest run of anything. */
const ANY = "(?:\"[^\"]*\"|'[^']*'|`[^`]*`|“[^”]*”|「[^」]*」|『[^』]*』|.+?)";
/** A quoted piece, or a run without white space: a path. */
const PATH = "(?:\"[^\"]*\"|'[^']*'|`[^`]*`|“[^”]*”|「[^」]*」|『[^』]*』|[^\\s,、を]+?)";

function sentence(pattern: string, task: Sentence["task"]): Sentence {
  return { said: new RegExp(`^${pattern}$`, "is"), task };
}

const list: Sentence["task"] = ({ folder }) => ({ kind: "list", folder: folder ? bare(folder) : "." });
const read: Sentence["task"] = ({ files = "" }) => {
  const names = files.split(/\s*(?:,|、|\band\b|と)\s*/).filter((name) => name !== "");
  // "show me the way" is no file; "show me a.txt" is.
  return names.length > 0 && names.every(namesFile) ? { kind: "read", files: names.map(bare) } : undefined;
};
const search: Sentence["task"] = ({ text = "", place }) => ({
  kind: "search",
  text: bare(text),
  place: place ? bare(place) : ".",
});
const replace: Sentence["task"] = ({ file = "", before = "", after = "" }) =>
  namesFile(file)
    ? { kind: "replace", file: bare(file), before: bare(before), after: bare(after) }
    : undefined;
// "write a poem in French" names no file, so here a capital is not enough.
const write: Sentence["task"] = ({ file = "", content = "" }) =>
  namesFile(file.toLowerCase()) ? { kind: "write", file: bare(file), content: bare(content) } : undefined;
// "run the tests" is not a command line. Nor is what has several lines: a command that is asked for is seen as a whole.
const run: Sentence["task"] = ({ command = "" }) =>
  /^(?:the|a|an|my|all|your|this)\b|[\r\n]/i.test(command)
    ? undefined
    : { kind: "run", command: bare(command) };

/** From the most telling to the least: the first that fits is taken. */
export const SENTENCES: readonly Sentence[] = [
  sentence(
    `(?:replace|change) (?:every |all )?(?<before>${ANY}) (?:by|with|to|into) (?<after>${ANY}) in (?:the file )?(?<file>${PATH})`,
    replace,
  ),
  sentence(
    `in (?<file>${PATH}),? (?:replace|change) (?:every |all )?(?<before>${ANY}) (?:by|with|to|into) (?<after>${ANY})`,
    replace,
  ),
  sentence(`(?:write|put|save) (?<content>${ANY}) (?:to|into|in) (?:the file )?(?<file>${PATH})`, write),
  sentence(
    `(?:create|make|write) (?:a |the )?(?:new )?file (?:called |named )?(?<file>${PATH}) (?:with|that says|containing)(?: the (?:content|text)s?)?:? (?<content>${ANY})`,
    write,
  ),
  sentence(`(?:run|execute)(?: the command)?:? (?<command>${ANY})`, run),
  sentence(
    `(?:(?:list|show)(?: me)?|what are)(?: all)?(?: the| my)? files(?: (?:in|of|under) (?<folder>${PATH}))?`,
    list,
  ),
  sentence(`(?:what|which) files (?:are|do you see) ?(?:there|here|(?:in|under) (?<folder>${PATH}))?`, list),
  sentence(`ls(?: (?<folder>${PATH}))?`, list),
  sentence(`(?:search|look)(?: for)? (?<text>${ANY})(?: in (?<place>${PATH}))?`, search),
  sentence(`(?:find|grep) (?<text>${ANY})(?: in (?<place>${PATH}))?`, search),
  sentence(`where (?:is|does) (?<text>${ANY})(?: (?:stand|used|occur))?`, search),
  sentence(`(?:read|show|open|print|cat|display)(?: me)?(?: the)?(?: files?)? (?<files>.+)`, read),
  sentence(`what(?: is|'s| does)(?: in)?(?: the)?(?: file)? (?<files>.+?)(?: say| contain)?`, read),
  sentence(
    `(?<file>${PATH})\\s*(?:の中の|の中で|内の|の|で)\\s*(?<before>${ANY})\\s*を\\s*(?<after>${ANY})\\s*に\\s*(?:置き換え|置換|変更|変え|書き換え).*`,
    replace,
  ),
  sentence(`(?<file>${PATH})\\s*(?:に|へ)\\s*(?<content>${ANY})\\s*(?:と|を)\\s*(?:書い|書き|保存).*`, write),
  sentence(`(?:コマンド)?\\s*(?<command>${ANY})\\s*を\\s*実行.*`, run),
  sentence(
    `(?:(?<folder>${PATH})\\s*(?:の中の|にある|の))?\\s*ファイル\\s*(?:の?一覧|を(?:一覧|全部|すべて|リスト)|は?(?:何|どれ)|を(?:見せ|教え)).*`,
    list,
  ),
  sentence(`どんなファイルが?.*`, list),
  sentence(
    `(?:(?<place>${PATH})\\s*(?:の中で|の中から|から|で)\\s*)?(?<text>${ANY})\\s*を\\s*(?:検索|探|さが).*`,
    search,
  ),
  sentence(`(?<files>.+?)\\s*(?:の(?:中身|内容))?\\s*を\\s*(?:読|見せ|表示|開).*`, read),
];

const QUOTED = /^(?:"(.*)"|'(.*)'|`(.*)`|“(.*)”|「(.*)」|『(.*)』)$/s;

/** Does a piece name a file: by its quotes, a dot or a slash in it, or a capital, as in README? */
function namesFile(piece: string): boolean {
  return QUOTED.test(piece) || /^\S*[./]\S*$|^[A-Z]\S*$/.test(piece);
}

/** A piece without the quotes around it. */
function bare(piece: string): string {
  const trimmed = piece.trim();
  const inner = QUOTED.exec(trimmed)
    ?.slice(1)
    .find((each) => each !== undefined);
  return inner ?? trimmed;
}
