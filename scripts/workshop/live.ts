/** The workshop at a terminal: it watches the bench, hears keys, and writes under what stands there already. */
import { inspect } from "node:util";
import type { Picker } from "#src/terminal/pick/pick.ts";
import type { Asked } from "./asked.ts";
import { type Bench, changedOn, fromRoot, linkOf } from "./bench.ts";
import type { Desk } from "./desk.ts";
import type { Exercise } from "./exercise.ts";
import { nextOf } from "./exercises.ts";
import type { Outcome } from "./grade.ts";
import { resetText, solutionText } from "./once.ts";
import { outcomeText } from "./outcome-text.ts";
import { cardOf, type Look, wrapped } from "./shown.ts";
import { rowsOf } from "./table.ts";
import { type Watching, watchSaves } from "./watch.ts";
import { WORDS } from "./words.ts";

/** What it needs of the terminal. */
export interface LiveOptions {
  readonly desk: Desk;
  readonly asked: Pick<Asked, "isManual">;
  readonly look: () => Look;
  readonly say: (text: string) => void;
  /** Lets one of a list be chosen. */
  readonly pick: Picker;
  readonly polls: boolean;
}

/** Where it stands. What happens is one thing after the other; a save while a run is under way calls that run off. */
export class Live {
  readonly #options: LiveOptions;
  #bench: Bench;
  #language: Look["language"];
  #outcome: Outcome | undefined;
  #tried = "";
  #run: AbortController | undefined;
  #watching: Watching | undefined;
  /** A question that is open, and what a yes to it does. */
  #question: (() => void) | undefined;

  constructor(options: LiveOptions, exercise: Exercise) {
    this.#options = options;
    this.#language = options.look().language;
    this.#bench = options.desk.open(exercise);
  }

  /** Shows where things stand, and begins to watch. */
  start(): void {
    this.#turnTo(this.#bench.exercise);
  }

  /** Ends all that is under way. */
  stop(): void {
    this.#run?.abort();
    this.#watching?.close();
  }

  /** What a key does; false where it ends the workshop. Promises what it has begun. */
  async press(key: string): Promise<boolean> {
    const question = this.#question;
    if (question) {
      this.#question = undefined;
      if (key === "y") question();
      // Any other key is a no, and does what it does.
      if (key === "y" || key === "n") return true;
    }
    if (key === "q") return false;
    await this.#keys[key]?.();
    return true;
  }

  readonly #keys: Readonly<Record<string, () => void | Promise<void>>> = {
    r: () => this.#grade(),
    h: () =>
      this.#say(wrapped(this.#options.desk.hint(this.#bench.exercise, this.#language), this.#look.width)),
    s: () => this.#showSolution(),
    n: () => this.#goOn(),
    l: () => this.#list(),
    x: () => this.#ask(this.#words.reset.ask, () => this.#reset()),
    e: () => this.#say(linkOf(this.#bench)),
    v: () => this.#say(this.#rawCase() ?? this.#words.noRaw),
    L: () => {
      this.#language = this.#language === "en" ? "ja" : "en";
      this.#showCard();
    },
    "?": () => this.#say(`${this.#words.usage}\n\n${this.#words.keys}`),
  };

  get #words() {
    return WORDS[this.#language];
  }

  get #look(): Look {
    return { ...this.#options.look(), language: this.#language };
  }

  #say(text: string): void {
    this.#options.say(text);
  }

  #turnTo(exercise: Exercise): void {
    this.stop();
    this.#bench = this.#options.desk.open(exercise);
    this.#outcome = undefined;
    this.#tried = this.#digest();
    this.#showCard();
    this.#watch();
  }

  #showCard(): void {
    this.#say(`\n${cardOf(this.#bench, this.#look)}\n\n${this.#words.next.edit}`);
    this.#sayKeys();
  }

  #watch(): void {
    const { watch } = this.#words;
    const { asked, polls } = this.#options;
    if (!asked.isManual) this.#watching = watchSaves(this.#bench.src, () => this.#saved(), polls);
    const told = watch.on(fromRoot(this.#bench.place, this.#bench.src));
    const how = this.#watching?.how === "told" ? told : watch.polls;
    this.#say(this.#look.paint("dim", asked.isManual ? watch.off : how));
  }

  /** A file was saved; where it says the same as at the last run, there is nothing to do. */
  #saved(): void {
    this.#gradeChanged().catch((error) => this.#say(error instanceof Error ? error.message : String(error)));
  }

  async #gradeChanged(): Promise<void> {
    if (this.#digest() !== this.#tried) await this.#grade();
  }

  #digest(): string {
    return inspect([...changedOn(this.#bench)], { maxStringLength: null, maxArrayLength: null });
  }

  async #grade(): Promise<void> {
    this.#run?.abort();
    const run = new AbortController();
    this.#run = run;
    this.#tried = this.#digest();
    const words = this.#words;
    this.#say(`\n${this.#look.paint("dim", words.run.types)}`);
    const onTrying = (laws: readonly string[]) =>
      this.#say(this.#look.paint("dim", words.run.trying(laws.join(", "))));
    const outcome = await this.#options.desk.run(this.#bench, { signal: run.signal, onTrying });
    if (run.signal.aborted || outcome.state === "left") return;
    this.#outcome = outcome;
    const next = outcome.state === "green" ? words.next.greenKeys : words.next.edit;
    this.#say(`\n${outcomeText(this.#bench, outcome, this.#look)}\n\n${this.#look.paint("bold", next)}`);
    this.#sayKeys();
  }

  #sayKeys(): void {
    const { paint, width } = this.#look;
    this.#say(paint("dim", wrapped(this.#words.keys, width)));
  }

  #showSolution(): void {
    const { desk } = this.#options;
    const { exercise } = this.#bench;
    const words = this.#words.solution;
    const allowed = desk.allowsSolution(exercise);
    const show = () => this.#say(solutionText(desk, this.#bench, this.#look));
    if (allowed === "yes") show();
    else if (allowed === "ask") this.#ask(words.ask, show);
    else this.#say(words.locked(desk.hintsShown(exercise), exercise.words[this.#language].hints.length));
  }

  #ask(question: string, yes: () => void): void {
    this.#say(this.#look.paint("yellow", question));
    this.#question = yes;
  }

  #reset(): void {
    this.#watching?.close();
    this.#say(resetText(this.#options.desk.reset(this.#bench), this.#language));
    this.#turnTo(this.#bench.exercise);
  }

  #goOn(): void {
    const { exercises, progress } = this.#options.desk;
    const { id } = this.#bench.exercise;
    const next = nextOf(exercises, id, (each) => progress.isDone(each));
    if (!progress.isDone(id)) this.#say(this.#words.next.notGreen);
    else if (next) this.#turnTo(next);
    else this.#say(this.#words.next.allDone);
  }

  async #list(): Promise<void> {
    const { desk, pick } = this.#options;
    const rows = rowsOf(desk.exercises, desk.progress);
    const choices = desk.exercises.map((exercise, at) => ({
      value: exercise,
      name: `${rows[at]?.state === "green" ? "✓" : rows[at]?.state ? "·" : " "} ${exercise.id}  ${exercise.words[this.#language].title}`,
      also: exercise.laws.join(" "),
      about: [exercise.words[this.#language].objective],
    }));
    const picked = await pick({ message: this.#words.list.ask, choices, first: this.#bench.exercise });
    if (picked) this.#turnTo(picked);
  }

  /** The broken case without its short form. */
  #rawCase(): string | undefined {
    return this.#outcome && "reports" in this.#outcome ? this.#outcome.reports[0]?.raw : undefined;
  }
}
