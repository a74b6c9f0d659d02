/** The plain model's English. */
import type { Phrases } from "./phrases.ts";

/** A deed reads on after "I was asked to". */
export const ENGLISH: Phrases = {
  whoIAm: `I am a small rule-based stand-in, not a model: I know a handful of sentences and nothing else. Try one of these:
  list the files
  read README.md
  search for TODO in src
  replace "old" by "new" in notes.txt
  write "hello" to greeting.txt
  run \`ls -l\``,
  nothing: "(it did not say why)",
  noRule: "None of my rules fits these words. I will say so.",
  deed: (task) => {
    switch (task.kind) {
      case "list":
        return task.folder === "." ? "list the files" : `list the files in ${task.folder}`;
      case "read":
        return `read ${task.files.join(" and ")}`;
      case "search":
        return `search for “${task.text}”`;
      case "replace":
        return `replace “${task.before}” by “${task.after}” in ${task.file}`;
      case "write":
        return `write ${task.file}`;
      case "run":
        return `run \`${task.command}\``;
      case "unknown":
        return "do something that I do not understand";
    }
  },
  calling: (deed, tools) => `I am asked to ${deed}. The tool for it: ${tools}.`,
  enough: (deed) => `I was asked to ${deed}. I know enough to answer.`,
  content: (file, text) => (text === "" ? `${file} is empty.` : `${file} says:\n\n${text}`),
  output: (deed, text) =>
    text === ""
      ? `I did ${deed}; there was nothing to show.`
      : `You asked me to ${deed}. Here is what came back:\n\n${text}`,
  found: (text, lines, shown) =>
    `“${text}” stands in ${lines === 1 ? "one line" : `${lines} lines`}:\n\n${shown}`,
  nowhere: (text, place) => `I found “${text}” nowhere${place === "." ? "" : ` in ${place}`}.`,
  done: (deed, places) =>
    `Done: ${deed}${places !== undefined && places > 1 ? `, in all ${places} places` : ""}.`,
  failed: (deed, why) => `I could not ${deed}. The tool said:\n\n${why}`,
  refused: (deed) => `I could not ${deed}: the tool for it was not allowed to run.`,
  noTool: (deed, tools) =>
    `I could ${deed} with the right tool, but ${tools === "" ? "this request offers none" : `this request offers only ${tools}`}.`,
  absent: (text, file) => `“${text}” does not stand in ${file}, so I changed nothing.`,
  ambiguous: (deed, places) =>
    `I did not ${deed}: it stands there ${places} times, and the tool can change one place only. Give me more of the text around it.`,
  tired: (deed) => `I was asked to ${deed}, and I stop here: it takes more steps than I make for one prompt.`,
  more: (lines) => `… and ${lines} more lines`,
};
