/** Which thinking a request has to carry, byte for byte: kept beside the harness, from what the API has answered. */
import { expect } from "vitest";
import type { Block, MessagesRequest } from "#src/index.ts";

/** The models whose thinking holds only behind the tools, system and memory that it was made after (MR-46). */
const BOUND = /-5-5|-(fable|mythos)-5-[12]/;

interface Answered {
  readonly model: string;
  /** The version of the memory that stood before it. */
  readonly memory: number;
  readonly thoughts: readonly Block[];
}

/** All thinking of one conversation, in order. */
export class Thoughts {
  readonly #made: Answered[] = [];

  /** What a model has answered, and is kept. */
  hear(model: string, memory: number, content: readonly Block[]): void {
    this.#made.push({ model: bare(model), memory, thoughts: withoutLoose(content).filter(isThought) });
  }

  /** With `some` a part may be missing, as after a kill in the middle of a response; what is sent is still unaltered. */
  check({ model, messages }: MessagesRequest, memory: number, some: boolean): void {
    const sent = messages
      .flatMap(({ content }) => content.filter(isThought))
      .map((each) => JSON.stringify(each));
    const due = this.#made
      .filter((each) => each.model === bare(model) && (!BOUND.test(model) || each.memory === memory))
      .flatMap(({ thoughts }) => thoughts.map((each) => JSON.stringify(each)));
    expect(sent).toEqual(some ? due.filter((each) => sent.includes(each)) : due);
  }
}

/** What was thought last, with nothing said after it, leads nowhere, and none of its answer may be sent (MR-44). */
function withoutLoose(content: readonly Block[]): readonly Block[] {
  const sayable = content.filter(({ type, text }) => type !== "text" || String(text).trim() !== "");
  const last = sayable.at(-1);
  return last && isThought(last) ? [] : sayable;
}

function bare(model: string): string {
  return model.replace(/-\d{8}$/, "");
}

function isThought({ type }: Block): boolean {
  return type === "thinking" || type === "redacted_thinking";
}
