/** A short chapter for tests of the viewer: two processes, a tool, a command, a second log. */

import { compact } from "#src/index.ts";
import { answer, PROMPTS } from "../../chapters/00-one-session.model.ts";
import type { Chapter, Moment } from "../../scripts/chapter/chapter.ts";

/** The project that its model knows. */
const PROJECT = {
  "CLAUDE.md": "Be brief.\n",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the source text of greet.mjs.
  "greet.mjs": "export const greet = (name) => `Hello, ${name}!`;\n",
  "notes.md": 'An empty name is greeted as "you".\n',
};

const moment = (number: number): Moment => ({
  words: { en: `This is moment ${number}.`, ja: `これは ${number} 番目の場面です。` },
  source: "src/log/tree.ts#leafOf",
});

/** The chapter. */
export const TINY: Chapter = {
  number: 99,
  slug: "99-tiny",
  title: { en: "A tiny chapter", ja: "小さな章" },
  question: { en: "Does it step?", ja: "一歩ずつ進めますか。" },
  model: (request) =>
    JSON.stringify(request.messages.at(-1)).includes("Summarize this conversation")
      ? { content: [{ type: "text", text: "The check fails for an empty name." }] }
      : answer(request),
  shell: (command, { read }) => {
    if (command !== "node check.mjs") return undefined;
    const right = read("greet.mjs")?.includes("||") === true;
    return {
      output: right ? "The check passes." : 'The check fails: got "Hello, !"',
      exitCode: right ? 0 : 1,
    };
  },
  play: async (stage) => {
    for (const [path, content] of Object.entries(PROJECT)) stage.put(path, content);
    const session = stage.begin();
    await session.prompt(PROMPTS[0]);
    stage.note("A note beside the turn.");
    stage.wait(70);
    stage.exit();
    const again = stage.resume(session.id);
    await stage.command("/compact", () => compact(again));
    await again.prompt(PROMPTS[2]);
  },
  moments: Array.from({ length: 11 }, (_, index) => moment(index + 1)),
};
