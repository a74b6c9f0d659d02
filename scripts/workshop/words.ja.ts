/** What the workshop says, in Japanese. */
import type { Words } from "./words.ts";

/** All of it. */
export const JAPANESE: Words = {
  usage: [
    "npm run workshop                  次にすることを示します",
    "npm run workshop 4                4章の、まだ終わっていない最初の演習",
    "npm run workshop 04-walk-the-path この演習(名前の一部でもかまいません)",
    "npm run workshop list             演習の一覧",
    "npm run workshop run ID           1回だけ採点します(終了コード: 合格 0、ほか 1)",
    "npm run workshop hint ID          次のヒント(全部で3つ)",
    "npm run workshop solution ID      このプロジェクトの書き方",
    "npm run workshop reset ID         配り直します。今のファイルは残ります",
    "npm run workshop next             合格したら次へ",
    "npm run workshop check            教える方へ: すべての演習が正しい状態かどうか",
    "npm run workshop report [json]    教える方へ: この学習者の進み具合",
    "ほかに: en / ja · manual(監視しない)",
    "        WORKSHOP_POLL=1(定期的に確認) · WORKSHOP_SECONDS=30(1回の制限時間)",
  ].join("\n"),
  keys: "r 実行 · h ヒント · s 解答 · n 次へ · l 一覧 · e 編集する場所 · v 生の値 · x 配り直し · L English · ? ヘルプ · q 終了",
  states: {
    "not-begun": "未着手",
    "file-gone": "ファイルがない",
    "type-error": "型エラー",
    "law-broken": "法則に反する",
    failed: "法則の前に失敗",
    "time-out": "終わらない",
    green: "合格",
  },
  card: {
    about: (chapter, minutes) => `${chapter}章 · ${minutes}分`,
    chapter: (number) => `${number}章`,
    needs: (what) => `先に済ませておくとよいもの: ${what}`,
    after: "終えるとできること:",
    predict: "実行する前に予想してください:",
    planted: (report) =>
      `このコードには誤りが1つあります。実際にハーネスの利用者が報告したものです(バグ報告 ${report}):`,
    open: "開く",
    laws: "法則",
    read: "読む",
  },
  run: {
    types: "型を調べています …",
    trying: (laws) => `${laws} を試しています …`,
    notBegun: (link) => `未着手です。配られたときのままです: ${link}`,
    plantedSeen: "この誤りによって、次の法則が成り立たなくなっています:",
    gone: (paths) => `ファイルがなくなっています: ${paths}。配り直すと元に戻ります。`,
    typeError: (count) => `型エラーが ${count} 件あります。法則はまだ試していません。`,
    broken: (broken, all) => `法則に反しています: ${all} 個のうち ${broken} 個。`,
    fresh: "いつも試す例はすべて正しく動きました。新しいシードで、正しくない例が見つかりました。",
    alsoBroken: (laws) => `ほかに成り立たない法則: ${laws}`,
    failed: "法則を試す前に失敗しました:",
    late: (seconds) =>
      `終わりません。${seconds} 秒たったので、起動したプロセスごと止めました。終わらないループを探してください。`,
    full: "終わりません。使えるメモリを使い切ったので止めました。値をため続ける、終わらないループを探してください。",
    slow: "このとき、どの法則も試していませんでした。ファイルの読み込みが終わらないか、コンピューターが混み合っています。WORKSHOP_SECONDS=90 とすると、時間を延ばせます。",
    died: "法則を試すプロセスが、結果を出す前に終わりました。コードがプロセスを終わらせていないか(process.exit、process.kill)、すべての土台になるもの(プロトタイプ、JSON、process)を書き換えていないか、確かめてください。",
    older: (paths) =>
      `始めたあとで、元のソースが変わりました: ${paths}。あなたのファイルはそのままで、古いソースから作られたものです。配り直すと新しいものになり、今のファイルは隣に残ります。`,
    tryingCase: (law) => `法則 ${law} を、次の例で試しているところでした:`,
    moreLines: (count) => `… あと ${count} 行`,
    green: (seed) => `合格です。法則が成り立ち、新しいシード(${seed})でも成り立ちました。`,
    answer: "実行する前の予想は、いかがでしたか。",
  },
  next: {
    edit: "編集して保存すると、自動で実行します。h でヒントが出ます。",
    editAndRun: (run) => `次にすること: 編集してから ${run}`,
    greenKeys: "n で次へ進みます · s でこのプロジェクトの書き方を表示します",
    greenWords: (next, solution) => `次にすること: ${next}   (このプロジェクトの書き方: ${solution})`,
    allDone: "すべての演習に合格しました。あとは各章の余談と、ソースコードをどうぞ。",
    notGreen: "まだ合格していません。",
  },
  hint: {
    title: (number, all) => `ヒント ${number} / ${all}:`,
    noMore: "ヒントはこれで全部です。解答を見られるようになりました。",
  },
  solution: {
    locked: (shown, all) =>
      `解答は、合格したあとか、ヒントをすべて見たあとに表示できます(今は ${shown} / ${all})。`,
    ask: "まだ合格していません。それでも解答を表示しますか。(y/n)",
    askWords: (command) => `まだ合格していません。それでも解答を見るには: ${command}`,
    same: "あなたのファイルは、このプロジェクトのものと同じです。",
    title: "あなたのファイル(-)と、このプロジェクトのファイル(+):",
  },
  reset: {
    ask: "配り直しますか。今のファイルは隣に残します。(y/n)",
    askWords: (command) => `今のファイルは隣に残します。配り直すには: ${command}`,
    done: (kept) => `配り直しました。元のファイルはここにあります: ${kept}`,
    nothing: "何も変わっていません。配られたときのままです。",
  },
  list: {
    title: (done, all) => `${all} 個の演習のうち ${done} 個に合格しています。`,
    ask: "どの演習にしますか",
    columns: ["演習", "状態", "分", "回数", "ヒント", "秒"],
  },
  watch: {
    on: (folder) => `${folder} を監視しています`,
    polls: "1秒ごとに変更を確認しています(この環境では変更の通知が使えません)",
    off: "監視していません。r で実行します",
  },
  aside: (kept) =>
    `進み具合のファイルを読み取れませんでした。元のファイルは ${kept} に残し、読み取れた分から続けます。`,
  noExercise: (word) => `「${word}」という演習はありません。一覧: npm run workshop list`,
  several: (word, ids) => `「${word}」に当てはまる演習が複数あります: ${ids}`,
  noExercises: "演習がありません。chapters/ に NN-name.exercises.ts というファイルがありません。",
  notUnderstood: (word) => `「${word}」はここでは使えません。`,
  noRaw: "表示できる反例がありません。",
  disk: (folder) =>
    `演習のファイルと進み具合は ${folder} に保存します。書き込めるフォルダーで、ディスクに空きがあることを確かめてください。`,
  leaves: "ここまでの内容は保存されています。続きは npm run workshop でどうぞ。",
};
