/** The scripted tool: its calls are done in the order that a plan says, whatever the clock does. */
import { type HarnessEvent, type Tool, ToolError } from "#src/index.ts";

/** The scripted tool's name. */
export const WORK = "Work";

/** Where the calls of one process wait until it is their turn. All calls of one answer run at once. */
export class Bench {
  readonly #waiting = new Map<number, () => void>();
  #done = 0;

  /** `label` comes back as the result; `place` is the call's place among the `of` calls of its answer. */
  readonly tool: Tool = {
    name: WORK,
    kind: "read",
    description: "Does a piece of work.",
    inputSchema: {
      type: "object",
      properties: {
        label: { type: "string", description: "What comes back." },
        place: { type: "integer", description: "When it is done." },
        of: { type: "integer", description: "How many there are." },
        fails: { type: "string", description: "no, told or thrown" },
      },
      required: ["label", "place", "of", "fails"],
      additionalProperties: false,
    },
    run: async ({ label, place, of, fails }) => {
      await new Promise<void>((go) => {
        this.#waiting.set(Number(place), go);
        if (this.#waiting.size === of) this.#release();
      });
      if (fails === "told") throw new ToolError(String(label));
      if (fails === "thrown") throw new Error(String(label));
      return { content: String(label), isError: false };
    },
  };

  /** Lets the next call end once the one before has been logged. */
  hear(event: HarnessEvent): void {
    if (event.type === "tool-end" && event.call.name === WORK) this.#release();
  }

  #release(): void {
    this.#waiting.get(this.#done)?.();
    this.#done += 1;
    if (this.#done > this.#waiting.size) {
      this.#waiting.clear();
      this.#done = 0;
    }
  }
}
