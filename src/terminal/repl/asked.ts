/** Questions that wait for a person's answer. */
import type { Answer, Question } from "../../annex/permissions/ask.ts";
import type { Input } from "./input.ts";

/** Puts questions to the view and waits for the answers. */
export class Questions {
  readonly #tell: (input: Input) => void;
  readonly #waiting = new Map<string, (answer: Answer) => void>();

  constructor(tell: (input: Input) => void) {
    this.#tell = tell;
  }

  /** Asks. Once the turn is interrupted nobody need answer: the answer is no. */
  put(question: Question, signal?: AbortSignal): Promise<Answer> {
    return new Promise((resolve) => {
      const { id } = question;
      const withdraw = () => {
        this.answer(id, { kind: "no", reason: "" });
        this.#tell({ type: "withdrawn", id });
      };
      if (signal?.aborted) return resolve({ kind: "no", reason: "" });
      signal?.addEventListener("abort", withdraw, { once: true });
      this.#waiting.set(id, (answer) => {
        signal?.removeEventListener("abort", withdraw);
        resolve(answer);
      });
      this.#tell({ type: "ask", question });
    });
  }

  /** Hands an answer to who waits for it. */
  answer(id: string, answer: Answer): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }
}
