/** The phrases that the plain model speaks in; one file a language fills them in. */
import type { Task } from "./task.ts";

/** A deed is a phrase itself, and stands within the others. */
export interface Phrases {
  whoIAm: string;
  nothing: string;
  noRule: string;
  /** What is done, as it stands within the other phrases. */
  deed(task: Task): string;
  calling(deed: string, tools: string): string;
  enough(deed: string): string;
  content(file: string, text: string): string;
  output(deed: string, text: string): string;
  found(text: string, lines: number, shown: string): string;
  nowhere(text: string, place: string): string;
  done(deed: string, places?: number): string;
  failed(deed: string, why: string): string;
  refused(deed: string): string;
  noTool(deed: string, tools: string): string;
  absent(text: string, file: string): string;
  ambiguous(deed: string, places: number): string;
  tired(deed: string): string;
  more(lines: number): string;
}
