/** The exercises of chapter 7: shares that add up, and a skill that is asked for what it has done. */
import type { Exercise } from "../scripts/workshop/exercise.ts";

export const EXERCISES: readonly Exercise[] = [
  {
    id: "07-shares-add-up",
    minutes: 15,
    needs: ["chapter 7"],
    laws: ["context-sums"],
    hole: "src/annex/window/spread.ts#spread",
    words: {
      en: {
        title: "Shares that add up",
        objective:
          "deal a count out among several things by their estimates, so that the shares are whole and add up",
        task: "`whole` tokens were counted for a run of blocks, and `weights` are their estimates. Return a share for each: a whole number, never negative, in proportion to its weight, and together exactly `whole`. What rounding down leaves goes to those that lost the most by it, one token each, of equal ones to the first. Where no weight is above 0, the first has it all.",
        predict: {
          question:
            "10 tokens among three blocks of the same weight: what does rounding each make of the sum?",
          answer:
            "9. Each rounds to 3, and one token is in no category. With two blocks of 2.5 it would be 6 of 5.",
        },
        hints: [
          "Rounding down never gives away too much. How much is left then, at most?",
          "Less than one token for each block. Sort the blocks by what rounding down took from them, and give one to each until nothing is left. Mind the sum of weights that is 0.",
          "shares = exact.map(Math.floor); rest = whole - the sum of shares; the first `rest` indices, sorted by exact - floor from large to small (then by index), get 1 more.",
        ],
      },
      ja: {
        title: "合計の合う分け方",
        objective: "数えた値を見積もりに応じて分け、どれも整数で、合計が合うようにできます",
        task: "一続きのブロックについて `whole` トークンが数えられていて、`weights` は各ブロックの見積もりです。それぞれの取り分を返してください。負にならない整数で、重みに比例し、合計がちょうど `whole` になるようにします。切り捨てで余った分は、切り捨てで最も多く失ったものから1トークンずつ、等しければ先のものに渡します。どの重みも0なら、全部を最初のものに渡します。",
        predict: {
          question:
            "10 トークンを同じ重みの3ブロックに分けます。それぞれを四捨五入すると、合計はいくつになるでしょうか。",
          answer:
            "9です。どれも3になり、1トークンはどの分類にも入りません。2.5 ずつの2ブロックなら、5のはずが6になります。",
        },
        hints: [
          "切り捨てなら、渡しすぎることはありません。では、余りは多くてもどれだけでしょうか。",
          "ブロックの数より少なくなります。切り捨てで失った量の大きい順に並べ、余りがなくなるまで1ずつ渡します。重みの合計が0の場合に気をつけましょう。",
          "shares = exact.map(Math.floor)、rest = whole から shares の合計を引いたもの。exact - floor の大きい順(同じなら番号順)に並べ、先頭の rest 個に1を足します。",
        ],
      },
    },
  },
  {
    id: "07-asked-for-again",
    minutes: 10,
    needs: ["chapter 7"],
    laws: ["skills-budget"],
    hole: "src/annex/compaction/skills-again.ts#skillsAgain",
    planted: `export function skillsAgain(were: readonly InvokedSkill[], found: readonly Skill[]): SkillsAgain {
  const attachments: Attachment[] = [];
  const left: string[] = [];
  let room: number = SKILLS_BUDGET.all;
  for (const { name, path, by, args } of were.toReversed()) {
    const skill = found.find((each) => each.path === path);
    const again = skill && shortened({ ...invoked(skill, args, by), again: true });
    if (again) room -= tokensOf(again);
    if (again && room >= 0) attachments.unshift(again);
    else left.push(\`The skill \${name} is not shown again: \${again ? TOO_MANY : "its file is gone"}.\`);
  }
  return { attachments, left };
}`,
    report: {
      number: 68,
      seen: {
        en: "After a compaction the model did a second time what a skill had been asked for before it.",
        ja: "圧縮のあと、その前にスキルで頼んだことを、モデルがもう一度実行しました。",
      },
    },
    words: {
      en: {
        title: "Asked for again",
        objective: "tell apart what a skill says, which still holds, and what was asked of it, which is done",
        task: 'Users report: "I ran /release 2.0, the conversation was compacted, and 2.0 was released again." The body of an invoked skill comes back behind a summary. Find out what else comes back with it, and mend that. `invoked(skill, args, by)` makes what is sent: the body with `args` put in where it keeps a place for them, else at its end.',
        predict: {
          question: "Does the model still know, after the compaction, what the skill was asked for?",
          answer:
            "Yes: the summary says so, and how far it has come. That is where it belongs, for there it is history and no request.",
        },
        hints: [
          "Read a body with its arguments as somebody does who has seen nothing before it. What would you do?",
          "Law skills-budget prints what came back. Compare it with the body in the skill's file.",
          'Give `invoked` the empty text "" in the place of `args`.',
        ],
      },
      ja: {
        title: "もう一度頼まれる",
        objective: "スキルの言うこと(今も有効)と、スキルに頼んだこと(済んだこと)を区別できます",
        task: "「/release 2.0 を実行したあと会話が圧縮され、2.0 がもう一度リリースされました」と利用者が報告しています。呼び出されたスキルの本体は、要約の後ろに戻ってきます。一緒に何が戻るのかを確かめて、直してください。`invoked(skill, args, by)` は送るものを作ります。本体に `args` を入れる場所があればそこに、なければ末尾に入れます。",
        predict: {
          question: "圧縮のあとも、スキルに何を頼んだかをモデルは知っているでしょうか。",
          answer:
            "はい。要約に、どこまで進んだかも含めて書かれています。そこでは依頼ではなく履歴なので、そこにあるのが正しいのです。",
        },
        hints: [
          "それより前を何も見ていない人になって、引数の入った本体を読んでみましょう。あなたなら何をしますか。",
          "法則 skills-budget が、戻ってきたものを表示します。スキルのファイルにある本体と比べてください。",
          '`invoked` に、`args` の代わりに空の文字列 "" を渡します。',
        ],
      },
    },
  },
];
