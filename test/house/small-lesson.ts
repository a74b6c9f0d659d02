/** A small lesson in both languages, and the project that it is about: what the checks of pages are tried on. */
import type { Known } from "../../scripts/pages/known.ts";
import type { Exercise } from "../../scripts/workshop/exercise.ts";

export const ENGLISH = "chapters/04-session-log.md";
export const JAPANESE = "chapters/04-session-log.ja.md";

const SOURCE = `import { x } from "./x.ts";

/** Walks up. */
export function walk(node: string): string {
  return x(node);
}

//#region leaf
/** The newest. */
export const leaf = (list: string[]) => list.at(-1);
//#endregion

export type Node = string;
`;

const SOURCES = ["walk", "leaf", "Node"].map(
  (name) =>
    ({
      walk: "```ts src/tree.ts#walk\n/** Walks up. */\nexport function walk(node: string): string {\n  return x(node);\n}\n```",
      leaf: "```ts src/tree.ts#leaf\n/** The newest. */\nexport const leaf = (list: string[]) => list.at(-1);\n```",
      Node: "```ts src/tree.ts#Node\nexport type Node = string;\n```",
    })[name],
);

const WRONG = [1, 2, 3].map(
  (n) => `**Way ${["one", "two", "three"][n - 1]}.** It reads 200 lines.

\`\`\`ts wrong src/tree.ts#walk breaks law-${n}
export function walk(node: string): string {
  return node + ${n};
}
\`\`\`

\`\`\`text counterexample law-${n}
  case ${n}
Because:
  it is ${n}
\`\`\``,
);

const LAWS = [1, 2, 3, 4, 5];

/** The lesson as it has to be. */
export const LESSON = {
  en: `# 4 · The tree

[日本語](04-session-log.ja.md) · [all chapters](README.md) · [← 3](03-agentic-loop.md) · [5 →](05-context-injection.md)

How is it kept? <!-- C-3.8 -->

## Run it, and what you see

\`\`\`sh
npm run chapter 4
\`\`\`

\`\`\`text play 1
1 whole en
\`\`\`

\`\`\`text play last log
last log en
\`\`\`

## How it works

In [tree.ts](../src/tree.ts#L3). There are <!-- n:laws -->5<!-- /n --> laws. See [the format](session-format.md#the-line).

| kind | lines |
|---|---|
| walk | 20 |

${SOURCES.join("\n\n")}

## The laws

${LAWS.map((n) => `- [law-${n}](laws.md#law-${n}): sentence ${n}.`).join("\n")}

## Ways to get it wrong

${WRONG.join("\n\n")}

## Your turn

- [04-walk](04-session-log.exercises.ts), 15 min: walk it

## Asides

The client of version 2.1.220 does so.
`,
  ja: `# 4 · 木

[English](04-session-log.md) · [すべての章](README.ja.md) · [← 3](03-agentic-loop.ja.md) · [5 →](05-context-injection.ja.md)

どう残すのでしょうか。 <!-- C-3.8 -->

## 動かしてみる

\`\`\`sh
npm run chapter 4
\`\`\`

\`\`\`text play 1
1 whole ja
\`\`\`

\`\`\`text play last log
last log ja
\`\`\`

## しくみ

[tree.ts](../src/tree.ts#L3) です。法則は <!-- n:laws -->5<!-- /n --> 個あります。[形式](session-format.ja.md#行)も見てください。

| 種類 | 行 |
|---|---|
| walk | 20 |

${SOURCES.join("\n\n")}

## 法則

${LAWS.map((n) => `- [law-${n}](laws.ja.md#law-${n}): 文${n}。`).join("\n")}

## よくある間違い

${WRONG.map((way) => way.replace("It reads 200 lines.", "200 行を読みます。")).join("\n\n")}

## やってみよう

- [04-walk](04-session-log.exercises.ts)、15 分: 歩く

## 余談

バージョン 2.1.220 のクライアントもそうです。
`,
};

const EXERCISE = {
  id: "04-walk",
  minutes: 15,
  words: { en: { objective: "walk it" }, ja: { objective: "歩く" } },
} as unknown as Exercise;

const ANCHORS = LAWS.map((n) => `<a id="law-${n}"></a>`).join("\n");

/** The files of the small project, but for the lesson itself. */
export const FILES: Readonly<Record<string, string>> = {
  "src/tree.ts": SOURCE,
  "package.json": '{"scripts": {"chapter": "x", "start": "x", "test": "x"}}',
  "chapters/README.md": "",
  "chapters/README.ja.md": "",
  "chapters/03-agentic-loop.md": "",
  "chapters/03-agentic-loop.ja.md": "",
  "chapters/05-context-injection.md": "",
  "chapters/05-context-injection.ja.md": "",
  "chapters/04-session-log.exercises.ts": "",
  "chapters/session-format.md": "# The format\n\n## The line\n",
  "chapters/session-format.ja.md": "# 形式\n\n## 行\n",
  "chapters/laws.md": ANCHORS,
  "chapters/laws.ja.md": ANCHORS,
};

/** The small project, with other files in it or in the place of its own. */
export function smallProject(files: Readonly<Record<string, string>> = {}): Known {
  const all: Readonly<Record<string, string>> = {
    ...FILES,
    [ENGLISH]: LESSON.en,
    [JAPANESE]: LESSON.ja,
    ...files,
  };
  return {
    read: (path) => all[path],
    laws: new Map(LAWS.map((n) => [`law-${n}`, { en: `sentence ${n}`, ja: `文${n}` }])),
    figures: { laws: "5" },
    title: async () => ({ en: "The tree", ja: "木" }),
    exercises: async () => [EXERCISE],
    view: async (_, step, view, language) => {
      if (step === 9) throw new Error("There is no step 9.");
      return `\n${step} ${view} ${language}  \n`;
    },
  };
}
