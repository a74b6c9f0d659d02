/** Preserved thinking: what a block holds behind, who may read it, and what is billed. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMockApi, type MessagesRequest, type RequestMessage } from "../../mock-api/index.ts";
import { blocksOf } from "../../mock-api/prompt/prompt.ts";
import { assistant, HELLO, text, thought, user } from "../mock-api/blocks.ts";
import {
  anyBoundDraft,
  anyHarmlessChange,
  changed,
  type HarmlessChange,
  without,
} from "../mock-api/bound-conversations.ts";
import { boundElsewhere, CONTROLS, MISSING, OTHER_SYSTEM } from "../mock-api/breaks/binding.ts";
import { anyEdit, edited } from "../mock-api/conversation-edits.ts";
import { ask, COUNT_URL } from "../mock-api/exchange.ts";
import { anyConversation, anyDraft } from "../mock-api/legal-conversations.ts";
import { withoutBudget } from "../mock-api/legal-settings.ts";
import { type Place, signed, thinkingPlaces } from "../mock-api/signing.ts";
import { law } from "../support/law.ts";

interface Asked {
  body: Record<string, unknown>;
  /** What the model was shown; undefined when it was not asked. */
  shown: MessagesRequest | undefined;
}

/** Asks a fresh mock under the beta that tells what became of the thinking. */
async function asked(request: MessagesRequest): Promise<Asked> {
  let shown: MessagesRequest | undefined;
  const model = (seen: MessagesRequest): object => {
    shown = seen;
    return { content: [{ type: "text", text: "a" }] };
  };
  const body = await ask(createMockApi({ model }), request, { headers: CONTROLS });
  return { body, shown };
}

const pathOf = ({ message, index }: Place): string => `messages.${message}.content.${index}`;

/** The reports of dropped blocks, as the API writes them. */
function dropped(places: readonly Place[], reason: string): object[] {
  return places.map((place) => ({ type: "thinking_dropped", path: pathOf(place), reason }));
}

test("for example: a reminder that is taken out of an earlier message costs the thinking behind it", async () => {
  const conversation = (asked: RequestMessage): MessagesRequest => ({
    model: "claude-opus-5-5",
    max_tokens: 100,
    messages: [asked, assistant(thought(0, 1), text("Hi.")), HELLO],
  });
  const request = signed(conversation(user(text("Hello."), text("(A reminder.)"))));
  expect((await asked(request)).body).toMatchObject({ type: "message", input_transformations: [] });
  const without = { ...request, messages: [user(text("Hello.")), ...request.messages.slice(1)] };
  expect((await asked(without)).body).toMatchObject({
    error: { message: boundElsewhere("messages.1.content.0") },
  });
});

const rewraps = ({ kind }: HarmlessChange): boolean => kind === "rewrapped";

law(
  "bound-thinking-holds",
  "appending, other settings, other markers and removing the oldest thinking leave every thinking block valid",
  [anyBoundDraft, fc.uniqueArray(anyHarmlessChange, { selector: ({ kind }) => kind, minLength: 1 })],
  async ({ draft, earlier }, changes) => {
    // Removing goes by the places as they were, and wrapping differently moves them.
    const [last, first] = [changes.filter(rewraps), changes.filter((change) => !rewraps(change))];
    const request = [...first, ...last].reduce(
      (sent, change) => changed(sent, earlier, change),
      signed(draft),
    );
    const { body, shown } = await asked(request);
    expect(body, JSON.stringify(body["error"])).toMatchObject({ type: "message", input_transformations: [] });
    expect(shown).toEqual(request);
  },
);

/** The refusal of the first block that does not hold. */
function refusalOf({ messages }: MessagesRequest, place: Place, hint: string | undefined): string {
  const { type } = blocksOf(messages[place.message]?.content ?? "")[place.index] ?? {};
  return boundElsewhere(pathOf(place), hint, type === "redacted_thinking");
}

const HINTS: Partial<Record<string, string>> = { system: OTHER_SYSTEM, "middle thinking removed": MISSING };

law(
  "bound-thinking-breaks",
  "an edit is refused at the first thinking block behind it, or costs that block and all later ones where they may be dropped",
  [anyBoundDraft, anyEdit],
  async ({ draft, earlier }, edit) => {
    const { request, firstInvalid } = edited(signed(draft), earlier, edit);
    const { body } = await asked(request);
    const message = refusalOf(request, firstInvalid, HINTS[edit.kind]);
    expect(body).toMatchObject({ error: { type: "invalid_request_error", message } });

    const dropping = { type: "adaptive", block_binding: { prefix_mismatch_behavior: "drop_block" } };
    const answer = await asked({ ...request, thinking: dropping });
    const all = thinkingPlaces(request.messages);
    const lost = all.slice(all.findIndex((place) => pathOf(place) === pathOf(firstInvalid)));
    expect(answer.body["input_transformations"]).toEqual(dropped(lost, "prefix_binding_mismatch"));
    const left = all.slice(0, all.length - lost.length);
    expect(thinkingPlaces(answer.shown?.messages ?? []).map(pathOf)).toEqual(left.map(pathOf));
  },
);

/** The models from old to new; each reads the thinking of its own generation and of all before it (MR-94). */
const GENERATIONS = [
  ["claude-opus-4-5", "claude-haiku-4-5-20251001", "claude-sonnet-4-5"],
  ["claude-opus-4-6", "claude-sonnet-4-6"],
  ["claude-opus-4-7"],
  ["claude-opus-4-8"],
  ["claude-sonnet-5", "claude-opus-5"],
  ["claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5"],
  ["claude-mythos-5-1", "claude-fable-5-1"],
  ["claude-mythos-5-2", "claude-fable-5-2"],
];
const generationOf = (model: string): number => GENERATIONS.findIndex((models) => models.includes(model));

/** The conversation without some of its thinking, and without the messages that held nothing else. */
function strippedOf(request: MessagesRequest, places: readonly Place[]): MessagesRequest {
  const { messages } = without(request, places);
  const left = messages.filter(
    ({ content }, at) => content.length > 0 || request.messages[at]?.content.length === 0,
  );
  return { ...request, messages: left };
}

/** What an answer tells of tokens: its usage, and the count of its request. */
async function tokensOf(request: MessagesRequest): Promise<unknown> {
  const { body } = await asked(request);
  const { model, system, tools, messages } = request;
  const count = await ask(
    createMockApi({ model: [] }),
    { model, system, tools, messages },
    { url: COUNT_URL },
  );
  expect(count).toHaveProperty("input_tokens");
  return { usage: body["usage"], count };
}

law(
  "newer-thinking-dropped",
  "a model is shown, and bills, all thinking of its own generation and of older ones, and none of a newer one",
  [anyDraft, fc.constantFrom(...GENERATIONS.flat())],
  async (draft, maker) => {
    // With a budget the open turn has to begin with thinking (MR-43): without any it would be refused.
    const request = signed(withoutBudget(draft), { maker });
    const { body, shown } = await asked(request);
    const places = thinkingPlaces(request.messages);
    const newer = generationOf(maker) > generationOf(request.model);
    const lost = newer ? places : [];
    expect(body["input_transformations"]).toEqual(dropped(lost, "model_binding_mismatch"));
    if (newer) expect(await tokensOf(request)).toEqual(await tokensOf(strippedOf(request, lost)));
    // Some models forget earlier turns' thinking in any case: another law.
    else if (!FORGETFUL.includes(request.model)) expect(shown).toEqual(request);
  },
);

const FORGETFUL = ["claude-haiku-4-5-20251001", "claude-sonnet-4-5"];

/** The place of the last prompt: the last run of user messages that holds no result. */
function lastPrompt(messages: readonly RequestMessage[]): number {
  const answers = ({ role, content }: RequestMessage): boolean =>
    role === "user" && blocksOf(content).some(({ type }) => type === "tool_result");
  const isPrompt = (at: number): boolean => {
    const rest = messages.slice(at);
    const run = rest.slice(0, rest.findIndex(({ role }) => role !== "user") >>> 0);
    return run.length > 0 && !run.some(answers) && messages[at - 1]?.role !== "user";
  };
  return messages.map((_, at) => at).findLast(isPrompt) ?? 0;
}

law(
  "last-turn-thinking",
  "a model that forgets earlier turns' thinking is shown, and bills, that of the last turn alone, and does not tell",
  [anyConversation, fc.constantFrom(...FORGETFUL)],
  async (messages, model) => {
    const request = signed({ model, max_tokens: 100, messages });
    const prompt = lastPrompt(request.messages);
    const earlier = thinkingPlaces(request.messages).filter(({ message }) => message < prompt);
    const stripped = strippedOf(request, earlier);
    const { body, shown } = await asked(request);
    expect(body["input_transformations"]).toEqual([]);
    expect(shown).toEqual(stripped);
    expect(await tokensOf(request)).toEqual(await tokensOf(stripped));
  },
);
