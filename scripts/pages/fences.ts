/** What the fences of a page are, by the words behind their opening marks, and what has to stand in them. */
import type { View } from "../chapter/page.ts";
import { declaredIn, syntaxFaults } from "../parts/declarations.ts";
import { findPart, quotePart, referenceOf, replacePart } from "../parts.ts";
import type { Known } from "./known.ts";
import { lessonNumber } from "./lessons.ts";
import type { Fence, Page } from "./page.ts";

/** A fence by what it holds. */
export type Meaning =
  | { readonly kind: "source"; readonly reference: string }
  | { readonly kind: "play"; readonly step: number | "last"; readonly view: View }
  | { readonly kind: "wrong"; readonly reference: string; readonly law: string }
  | { readonly kind: "counterexample"; readonly law: string }
  | { readonly kind: "mermaid" | "sh" };

/** The views of a step that a page may show; without a word it is all of it. */
const VIEWS: readonly View[] = ["whole", "api", "harness", "log", "diff", "tree", "context"];
const PLAYED = /^text play (\d+|last)(?: (\S+))?$/;

/** What a fence is; undefined for one that no page may hold. */
export function meaningOf(info: string): Meaning | undefined {
  const [, step, named = "whole"] = PLAYED.exec(info) ?? [];
  const view = VIEWS.find((each) => each === named);
  if (step && view) return { kind: "play", step: step === "last" ? "last" : Number(step), view };
  const [, wrong, law] = /^ts wrong (\S+#\S+) breaks ([a-z0-9-]+)$/.exec(info) ?? [];
  if (wrong && law) return { kind: "wrong", reference: wrong, law };
  const [, counterexample] = /^text counterexample ([a-z0-9-]+)$/.exec(info) ?? [];
  if (counterexample) return { kind: "counterexample", law: counterexample };
  const [, reference] = /^ts ([^\s#]+#[^\s#]+)$/.exec(info) ?? [];
  if (reference) return { kind: "source", reference };
  return info === "mermaid" || info === "sh" ? { kind: info } : undefined;
}

/** A wrong body for a part of the source, as a page tells it. */
export interface WrongWay {
  readonly page: string;
  /** Of its fence, counted from 1. */
  readonly line: number;
  readonly path: string;
  readonly name: string;
  readonly law: string;
  readonly wrong: string;
  /** The law's report, as it is printed behind it. */
  readonly counterexample: Fence;
}

/** The wrong ways of a page; those whose counterexample is not there are left out, and told by `fenceFaults`. */
export function wrongWaysOf(page: Page): WrongWay[] {
  return page.fences.flatMap((fence, at) => {
    const meaning = meaningOf(fence.info);
    const next = page.fences[at + 1];
    if (meaning?.kind !== "wrong" || !next || !isReportOf(next, meaning.law)) return [];
    const { law, reference } = meaning;
    const { path, name } = referenceOf(reference);
    return [{ page: page.path, line: fence.line, path, name, law, wrong: fence.text, counterexample: next }];
  });
}

/** What has to stand in a fence; undefined where a person decides it, or a run of the law. Throws where it quotes what is not there. */
export async function expectedIn(page: Page, fence: Fence, known: Known): Promise<string | undefined> {
  const meaning = meaningOf(fence.info);
  if (meaning?.kind === "source") {
    const { path, name } = referenceOf(meaning.reference);
    return quotePart(sourceAt(path, known), name, path).text;
  }
  const chapter = lessonNumber(page.path);
  if (meaning?.kind !== "play") return undefined;
  if (chapter === undefined) throw new Error("Only a lesson has a play.");
  const shown = await known.view(chapter, meaning.step, meaning.view, page.language);
  return shown.replace(/[ \t]+$/gm, "").replace(/^\n+|\n+$/g, "");
}

/** What is wrong with a page's fences, beside a text that has drifted: a sentence each. */
export function fenceFaults(page: Page, known: Known): string[] {
  return page.fences.flatMap((fence, at) => {
    const place = `${page.path}:${fence.line}`;
    const meaning = meaningOf(fence.info);
    if (!meaning) return [`${place}: no page holds a fence "${fence.info}".`];
    if (fence.nested) return [`${place}: a fence stands for itself, in no list and no quotation.`];
    const [before, next] = [page.fences[at - 1], page.fences[at + 1]];
    if (meaning.kind === "counterexample" && meaningOf(before?.info ?? "")?.kind !== "wrong")
      return [`${place}: a counterexample stands behind the wrong way that it is of.`];
    if (meaning.kind === "sh") return commandFaults(fence, place, known);
    if (meaning.kind !== "wrong") return [];
    const alone = next && isReportOf(next, meaning.law) && next.line - fence.lastLine <= 2;
    return [
      ...(alone ? [] : [`${place}: behind it stands no "text counterexample ${meaning.law}".`]),
      ...(known.laws.has(meaning.law) ? [] : [`${place}: there is no law "${meaning.law}".`]),
      ...wrongFaults(fence, meaning.reference, place, known),
    ];
  });
}

function isReportOf(fence: Fence, law: string): boolean {
  const meaning = meaningOf(fence.info);
  return meaning?.kind === "counterexample" && meaning.law === law;
}

/** A wrong way has to be what it stands for by its shape; whether it compiles and breaks the law, `scripts/wrong-ways.ts` tries. */
function wrongFaults(fence: Fence, reference: string, place: string, known: Known): string[] {
  try {
    const { path, name } = referenceOf(reference);
    const source = sourceAt(path, known);
    const part = findPart(source, name, path);
    const wrong = replacePart(source, name, fence.text, path);
    if (wrong === source) return [`${place}: it is the source itself.`];
    const declared = declaredIn(wrong, path);
    const gone = declaredIn(source, path).filter(
      ({ name: each, exported }) => !declared.some((now) => now.name === each && now.exported === exported),
    );
    return [
      ...syntaxFaults(wrong, path).map((fault) => `${place}: put into ${path}, ${fault}`),
      ...gone.map((each) => `${place}: put into ${path}, "${each.name}" is not declared there as it was.`),
      ...(part.kind === "declaration" && /^\s*\/\*\*/.test(fence.text)
        ? [`${place}: the doc comment is left out; the one of the source stays.`]
        : []),
    ];
  } catch (error) {
    return [`${place}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** Programs that a page may tell its reader to start. */
const PROGRAMS = /^(npm|npx|git|cat|ls|cd|cp|diff|head|grep|tail|less|curl|echo|export|\.ci\/run)$/;

function commandFaults(fence: Fence, place: string, known: Known): string[] {
  const { scripts } = JSON.parse(known.read("package.json") ?? "{}") as { scripts?: Record<string, string> };
  const commands = fence.text
    .split("\n")
    .flatMap((line) => line.replace(/(^|\s)#.*$/, "").split(/&&|\||;/))
    .map((command) => command.trim().replace(/^(?:[A-Z_]+=\S*\s+)+/, ""))
    .filter((command) => command !== "");
  return commands.flatMap((command) => {
    const [program = ""] = command.split(/\s+/);
    const script = /^npm (?:run (?:-s |--silent )?(\S+)|(start|test)\b)/.exec(command);
    const named = script?.[1] ?? script?.[2];
    if (named && !scripts?.[named]) return [`${place}: package.json has no script "${named}".`];
    const file = /^npx (?:tsx|vitest run) (\S+\.ts)/.exec(command)?.[1];
    if (file && known.read(file) === undefined) return [`${place}: there is no file ${file}.`];
    return PROGRAMS.test(program) ? [] : [`${place}: "${program}" is no command that this project knows.`];
  });
}

function sourceAt(path: string, known: Known): string {
  const text = known.read(path);
  if (text === undefined) throw new Error(`There is no file ${path}.`);
  return text;
}
