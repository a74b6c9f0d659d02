/** What the workshop says, in English. */
import type { Words } from "./words.ts";

/** All of it. */
export const ENGLISH: Words = {
  usage: [
    "npm run workshop                  what to do next",
    "npm run workshop 4                the next exercise of chapter 4",
    "npm run workshop 04-walk-the-path this one (a part of its name is enough)",
    "npm run workshop list             all exercises",
    "npm run workshop run ID           grade it once · exit code 0 when green, else 1",
    "npm run workshop hint ID          the next hint of three",
    "npm run workshop solution ID      how the project does it",
    "npm run workshop reset ID         hand it out anew; your copy is kept",
    "npm run workshop next             go on, once it is green",
    "npm run workshop check            for teachers: tries every exercise",
    "npm run workshop report [json]    for teachers: how far this learner has come",
    "Also: en or ja · manual (nothing is watched)",
    "      WORKSHOP_POLL=1 (look for changes) · WORKSHOP_SECONDS=30 (time of a run)",
  ].join("\n"),
  keys: "r run · h hint · s solution · n next · l list · e where to edit · v raw value · x reset · L 日本語 · ? help · q quit",
  states: {
    "not-begun": "not begun",
    "file-gone": "a file is gone",
    "type-error": "does not compile",
    "law-broken": "a law is broken",
    failed: "fails before a law",
    "time-out": "does not end",
    green: "green",
  },
  card: {
    about: (chapter, minutes) => `chapter ${chapter} · ${minutes} min`,
    chapter: (number) => `chapter ${number}`,
    needs: (what) => `better after: ${what}`,
    after: "Afterwards you can:",
    predict: "Before you run it, guess:",
    planted: (report) =>
      `There is a fault in this code. Users of a harness have met it (bug report ${report}):`,
    open: "Open",
    laws: "Laws",
    read: "Read",
  },
  run: {
    types: "checking the types …",
    trying: (laws) => `trying ${laws} …`,
    notBegun: (link) => `NOT BEGUN. The part is as it was handed out: ${link}`,
    plantedSeen: "This is what the fault breaks:",
    gone: (paths) => `A FILE IS GONE from the bench: ${paths}. Reset the exercise to have it again.`,
    typeError: (count) =>
      `IT DOES NOT COMPILE: ${count} ${count === 1 ? "fault" : "faults"}. No law was tried.`,
    broken: (broken, all) => `A LAW IS BROKEN: ${broken} of ${all}.`,
    fresh: "The cases that are always tried are right. A fresh seed has found one that is not.",
    alsoBroken: (laws) => `Broken too: ${laws}`,
    failed: "IT FAILS before a law is tried:",
    late: (seconds) =>
      `IT DOES NOT END: after ${seconds} s it was stopped, with all that it had started. Look for a loop that cannot end.`,
    full: "IT DOES NOT END: it took all the memory that it may have, and was stopped. Look for a loop that collects and cannot end.",
    slow: "No law was being tried then. Either the file does not come to its end while it is loaded, or this machine is busy: WORKSHOP_SECONDS=90 gives a run more time.",
    died: "The process that tries the laws ended before it could say anything. Does the code end it (process.exit, process.kill), or change what everything is built on (a prototype, JSON, process)?",
    older: (paths) =>
      `The source has changed since you began: ${paths}. Your copy is as you left it, made out of the older source. A reset hands out the new one, and keeps yours beside it.`,
    tryingCase: (law) => `It was at the law ${law}, with this case:`,
    moreLines: (count) => `… ${count} more lines`,
    green: (seed) => `GREEN. The laws hold, and once more under a fresh seed (${seed}).`,
    answer: "You guessed, before you ran it:",
  },
  next: {
    edit: "Edit and save: it runs by itself. h is a hint.",
    editAndRun: (run) => `Next: edit it, then ${run}`,
    greenKeys: "n goes on · s shows how the project does it",
    greenWords: (next, solution) => `Next: ${next}   (how the project does it: ${solution})`,
    allDone: "All exercises are green. What remains are the chapters' asides, and the source.",
    notGreen: "It is not green yet.",
  },
  hint: {
    title: (number, all) => `Hint ${number} of ${all}:`,
    noMore: "There are no more hints. The solution may be seen now.",
  },
  solution: {
    locked: (shown, all) =>
      `The solution is shown when it is green, or after all hints (${shown} of ${all} so far).`,
    ask: "It is not green yet. Show the solution all the same? (y/n)",
    askWords: (command) => `It is not green yet. To see the solution all the same: ${command}`,
    same: "Your file is the same as the project's.",
    title: "From yours (-) to the project's (+):",
  },
  reset: {
    ask: "Hand it out anew? Your copy is kept beside it. (y/n)",
    askWords: (command) => `Your copy will be kept beside it. To hand it out anew: ${command}`,
    done: (kept) => `Handed out anew. Yours is kept: ${kept}`,
    nothing: "Nothing was changed: it is as it was handed out.",
  },
  list: {
    title: (done, all) => `${done} of ${all} exercises are green.`,
    ask: "Which one?",
    columns: ["exercise", "state", "min", "tries", "hints", "seconds"],
  },
  watch: {
    on: (folder) => `Watching ${folder}`,
    polls: "Looking for changes every second (this system does not tell of them)",
    off: "Nothing is watched: r runs it",
  },
  aside: (kept) =>
    `The progress file could not be understood. It is kept as ${kept}; what could be read of it goes on.`,
  noExercise: (word) => `No exercise is called "${word}". All of them: npm run workshop list`,
  several: (word, ids) => `"${word}" is in more than one: ${ids}`,
  noExercises: "There are no exercises: chapters/ holds no file NN-name.exercises.ts.",
  notUnderstood: (word) => `"${word}" is not understood.`,
  noRaw: "There is no broken case to show.",
  disk: (folder) =>
    `Benches and progress are kept in ${folder}. It has to be a folder that can be written, on a disk that has room.`,
  leaves: "Your work is kept. To go on from here: npm run workshop",
};
