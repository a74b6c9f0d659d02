/** The plain model's Japanese. */
import type { Phrases } from "./phrases.ts";

/** A deed is a noun phrase. */
export const JAPANESE: Phrases = {
  whoIAm: `私はモデルではなく、決まった文しか分からない小さな代役です。たとえば次のように頼んでください:
  ファイルの一覧を見せて
  README.md を読んで
  src で「TODO」を検索して
  notes.txt の「旧」を「新」に置き換えて
  greeting.txt に「こんにちは」と書いて
  \`ls -l\` を実行して`,
  nothing: "（理由は書かれていません）",
  noRule: "この言葉に合う規則がありません。そう答えます。",
  deed: (task) => {
    switch (task.kind) {
      case "list":
        return task.folder === "." ? "ファイルの一覧" : `${task.folder} のファイルの一覧`;
      case "read":
        return `${task.files.join(" と ")} を読むこと`;
      case "search":
        return `「${task.text}」の検索`;
      case "replace":
        return `${task.file} の「${task.before}」を「${task.after}」に置き換えること`;
      case "write":
        return `${task.file} に書くこと`;
      case "run":
        return `\`${task.command}\` の実行`;
      case "unknown":
        return "分からないこと";
    }
  },
  calling: (deed, tools) => `頼まれたのは${deed}です。使う道具: ${tools}。`,
  enough: (deed) => `頼まれたのは${deed}でした。もう答えられます。`,
  content: (file, text) => (text === "" ? `${file} は空です。` : `${file} の中身です:\n\n${text}`),
  output: (deed, text) =>
    text === "" ? `${deed}: 表示するものはありませんでした。` : `${deed}の結果です:\n\n${text}`,
  found: (text, lines, shown) => `「${text}」は ${lines} 行にあります:\n\n${shown}`,
  nowhere: (text, place) => `「${text}」は${place === "." ? "どこにも" : ` ${place} には`}ありませんでした。`,
  done: (deed, places) =>
    `できました: ${deed}${places !== undefined && places > 1 ? `（${places} か所すべて）` : ""}。`,
  failed: (deed, why) => `${deed}はできませんでした。道具の返事:\n\n${why}`,
  refused: (deed) => `${deed}はできませんでした。道具を使う許可がなかったためです。`,
  noTool: (deed, tools) =>
    `${deed}には道具が要りますが、このリクエストにある道具は${tools === "" ? "ありません" : ` ${tools} だけです`}。`,
  absent: (text, file) => `「${text}」は ${file} にないので、何も変えていません。`,
  ambiguous: (deed, places) =>
    `${deed}はしませんでした。${places} か所にあり、この道具は一か所しか変えられません。前後の文字も入れて頼んでください。`,
  tired: (deed) => `頼まれたのは${deed}ですが、一度の頼みで進める段数を超えるので、ここで止まります。`,
  more: (lines) => `… ほか ${lines} 行`,
};
