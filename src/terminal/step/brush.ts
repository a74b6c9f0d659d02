/** What the views of a step are drawn with. */
import type { Brush } from "../api-pane.ts";
import type { Language } from "../language.ts";
import { painter } from "../style.ts";
import { STEP_WORDS, type StepWords } from "./words.ts";

/** The brush of the panes, and what the other views need besides. */
export interface StepBrush extends Brush {
  readonly words: StepWords;
  /** Columns of a whole row. */
  readonly width: number;
  readonly color: boolean;
}

/** How it is drawn. `tokens` counts a part of a request as the API of the play does. */
export interface Drawn {
  readonly language: Language;
  readonly width: number;
  readonly color: boolean;
  readonly tokens: (part: unknown, model: string) => number;
}

/** The brush for a language, a width, and a terminal with or without colour. */
export function stepBrush({ language, width, color, tokens }: Drawn): StepBrush {
  const words = STEP_WORDS[language];
  return { words, labels: words.labels, paint: painter(color), width, color, tokens };
}
