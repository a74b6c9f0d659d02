/**
 * Legal conversations and requests, right by construction: every call is answered, every thinking block carries the
 * signature of the answer it comes from, every text says something. What is said does not matter and is numbered.
 */
import fc from "fast-check";
import type { MessagesRequest, RequestBlock, RequestMessage, Ttl } from "../../mock-api/wire.ts";
import {
  anyAside,
  anyExhibit,
  anyOutcome,
  anyOwnTools,
  type Exhibit,
  exhibited,
  type Outcome,
  outcome,
} from "./legal-parts.ts";
import { anyDraw, anyModel, fitted, withoutBudget } from "./legal-settings.ts";
import { planned, signed } from "./signing.ts";

type Thought = "shown" | "omitted" | "redacted";

/** An answer of the model before it is numbered. */
interface AnswerPlan {
  thoughts: Thought[];
  /** Length of its text, or none, or mere whitespace: legal beside a call. */
  text: number | "blank" | null;
  calls: number;
}

/** One answer that calls tools, and the way its results come back. */
interface StepPlan extends AnswerPlan {
  results: "in order" | "reversed" | "with a text after" | "over two messages";
  /** What each call gave back; left out: a string. */
  outcome?: Outcome;
}

interface TurnPlan {
  prompt: "string" | "block" | "two blocks" | "two messages";
  size: number;
  exhibit: Exhibit;
  steps: StepPlan[];
  closing: AnswerPlan;
}

const anySize = fc.constantFrom(8, 40, 400, 2_500);
const anyThoughts = fc.array(fc.constantFrom<Thought>("shown", "omitted", "redacted"), { maxLength: 3 });
const anyStep: fc.Arbitrary<StepPlan> = fc.record({
  thoughts: anyThoughts,
  text: fc.option(fc.oneof(anySize, fc.constant("blank" as const))),
  calls: fc.integer({ min: 1, max: 4 }),
  results: fc.constantFrom("in order", "reversed", "with a text after", "over two messages"),
  outcome: anyOutcome,
});
const anyTurn: fc.Arbitrary<TurnPlan> = fc.record({
  prompt: fc.constantFrom("string", "block", "two blocks", "two messages"),
  size: anySize,
  exhibit: anyExhibit,
  steps: fc.array(anyStep, { maxLength: 3 }),
  closing: fc.record({ thoughts: anyThoughts, text: anySize, calls: fc.constant(0) }),
});

/** Thinking still to be signed. Turns that are over, then one that is not: it ends with its prompt or with the results of its last step. */
export const anyConversation: fc.Arbitrary<RequestMessage[]> = fc
  .array(anyTurn, { minLength: 1, maxLength: 3 })
  .map((plans) => {
    const writer = new ConversationWriter();
    for (const [index, plan] of plans.entries()) {
      writer.ask(plan.prompt, plan.size, plan.exhibit);
      for (const step of plan.steps) writer.step(step);
      if (index < plans.length - 1) writer.answer(plan.closing);
    }
    return writer.messages;
  });

const anySystem = fc.option(
  fc.oneof(
    fc.constant("s0"),
    fc
      .array(anySize, { minLength: 1, maxLength: 3 })
      .map((sizes) =>
        sizes.map((size, index): RequestBlock => ({ type: "text", text: numbered("s", index, size) })),
      ),
  ),
  { nil: undefined },
);
const anyTools = fc.option(
  fc.tuple(fc.array(anySize, { maxLength: 3 }), anyOwnTools).map(([sizes, own]) => [
    ...sizes.map((size, index) => ({
      name: `tool${index}`,
      description: numbered("d", index, size),
      input_schema: { type: "object" },
    })),
    ...structuredClone(own),
  ]),
  { nil: undefined },
);

/** Where markers stand, as shares of all places that can carry one, and how many of them, from the front, ask for 1h. */
const anyMarkers = fc.record({
  at: fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 4 }),
  long: fc.integer({ min: 0, max: 4 }),
});

/** A whole request whose thinking is still to be signed, for tests that change it first. */
export const anyDraft: fc.Arbitrary<MessagesRequest> = fc
  .record(
    {
      model: anyModel,
      max_tokens: fc.constantFrom(1, 1_024),
      messages: anyConversation,
      system: anySystem,
      tools: anyTools,
      tool_choice: fc.constantFrom({ type: "auto" }, { type: "none" }),
      settings: anyDraw,
      aside: anyAside,
      markers: anyMarkers,
    },
    { requiredKeys: ["model", "max_tokens", "messages", "settings", "aside", "markers"] },
  )
  .map(({ settings, aside, markers, system, tools, ...fields }) => {
    const plain = {
      ...fields,
      ...aside,
      ...(system && { system }),
      ...(tools && { tools }),
    } as MessagesRequest;
    // A copy: the parts of a smaller case are those of the larger one, which may have been marked before.
    const request = structuredClone(fitted(plain, settings));
    const places = markablePlaces(request);
    const chosen = [...new Set(markers.at.map((share) => Math.floor((share / 100) * places.length)))];
    markPlaces(request, chosen, markers.long);
    return request;
  });

/** A whole request that the API would take, also with another max_tokens: it has no budget for thinking. */
export const anyRequest: fc.Arbitrary<MessagesRequest> = anyDraft.map((draft) =>
  signed(withoutBudget(draft)),
);

/** All blocks that can carry a marker, in the order the API reads them. */
export function markablePlaces(request: MessagesRequest): { cache_control?: unknown }[] {
  const contents = [request.system ?? [], ...request.messages.map(({ content }) => content)];
  const blocks = contents.flatMap((content) => (typeof content === "string" ? [] : content));
  return [...(request.tools ?? []), ...blocks.filter(({ type }) => !type.endsWith("thinking"))];
}

/** Marks the places of a request that are named by their index; the first `long` of them for 1h, the rest for 5m. */
export function markPlaces(request: MessagesRequest, chosen: readonly number[], long: number): void {
  const places = markablePlaces(request);
  for (const [nth, index] of chosen.toSorted((one, other) => one - other).entries()) {
    const place = places[index];
    const ttl: Ttl = nth < long ? "1h" : "5m";
    if (place) place.cache_control = ttl === "5m" ? { type: "ephemeral" } : { type: "ephemeral", ttl };
  }
}

/** Numbered content of a given length, so that a counterexample can be read. */
export function numbered(letter: string, index: number, size: number): string {
  return `${letter}${index}`.padEnd(size, ".");
}

/** Writes a conversation message by message and numbers what is said. Its thinking is still to be signed. */
export class ConversationWriter {
  readonly messages: RequestMessage[] = [];
  #count = 0;

  ask(shape: TurnPlan["prompt"], size: number, exhibit: Exhibit = "nothing"): void {
    const shown = exhibited(exhibit, `x${this.#count}`);
    const first = this.#text(size);
    if (shape === "string") this.#add("user", first.text ?? "");
    else if (shape === "two blocks") this.#add("user", [...shown, first, this.#text(8)]);
    else this.#add("user", [...shown, first]);
    if (shape === "two messages") this.#add("user", [this.#text(8)]);
  }

  answer({ thoughts, text, calls }: AnswerPlan): string[] {
    const ids = Array.from({ length: calls }, () => `toolu_${this.#next()}`);
    const blank: RequestBlock = { type: "text", text: "\n\n" };
    const said = text === null ? [] : [text === "blank" ? blank : this.#text(text)];
    this.#add("assistant", [...this.#thinking(thoughts), ...said, ...ids.map((id) => this.#call(id))]);
    return ids;
  }

  step(plan: StepPlan): void {
    const ids = this.answer(plan);
    if (plan.results === "reversed") ids.reverse();
    const results = ids.map(
      (id): RequestBlock => ({
        type: "tool_result",
        tool_use_id: id,
        ...outcome(plan.outcome ?? "a string", `r${this.#next()}`),
      }),
    );
    if (plan.results === "over two messages" && results.length > 1) {
      this.#add("user", results.slice(0, 1));
      this.#add("user", results.slice(1));
    } else {
      this.#add("user", plan.results === "with a text after" ? [...results, this.#text(8)] : results);
    }
  }

  #thinking(thoughts: readonly Thought[]): RequestBlock[] {
    const answer = `msg_${this.#next()}`;
    return thoughts.map((thought, ordinal) => {
      const text = thought === "redacted" ? "" : `t${this.#next()}`;
      return planned(thought, { answer, ordinal, total: thoughts.length, text });
    });
  }

  #call(id: string): RequestBlock {
    return { type: "tool_use", id, name: "tool0", input: { at: this.#next() } };
  }

  #text(size: number): RequestBlock {
    return { type: "text", text: numbered("m", this.#next(), size) };
  }

  #next(): number {
    this.#count += 1;
    return this.#count - 1;
  }

  #add(role: RequestMessage["role"], content: RequestMessage["content"]): void {
    this.messages.push({ role, content });
  }
}
