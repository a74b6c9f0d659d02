/** What fills a window is counted, not guessed: the categories are the whole, and each is its own (D-38). */
import fc from "fast-check";
import { expect } from "vitest";
import { type MessagesRequest as Asked, countTokens, createMockApi, memoryCache, refusal } from "#mock-api";
import { ANNEX_INJECTIONS } from "#src/annex/context/injections.ts";
import { sourceOf } from "#src/annex/log/log-source.ts";
import { CATEGORIES, type Category } from "#src/annex/window/categories.ts";
import { type CountTokens, countParts } from "#src/annex/window/count.ts";
import { estimateTokens } from "#src/annex/window/estimate.ts";
import { divide } from "#src/annex/window/limits.ts";
import { contextOfLog } from "#src/annex/window/log-context.ts";
import { partsOf } from "#src/annex/window/parts.ts";
import { contextOf, withNextPrompt } from "#src/annex/window/report.ts";
import { counterOver } from "#src/host/client.ts";
import { ApiError, type Hooks, type MessagesRequest } from "#src/index.ts";
import { anySession } from "../support/arbitraries.ts";
import { anyPiece, anyPieces, bodyOf } from "../support/bodies.ts";
import { law } from "../support/law.ts";
import { play } from "../support/play.ts";

/** Counts as the mock does, and refuses what it refuses. */
const count: CountTokens = async (request) => {
  const asked = structuredClone(request) as unknown as Asked;
  const refused = refusal({ ...asked, max_tokens: 100 });
  if (refused) throw new ApiError(refused.message, { type: "invalid_request_error", status: 400 });
  return countTokens(asked);
};

/** The mock's own endpoint, through the client. */
const api = createMockApi({ model: [], cache: memoryCache() });
const throughClient = counterOver({ apiKey: "x", fetch: api.fetch, maxRetries: 0 });

async function tokensBy(request: MessagesRequest, counting = count): Promise<Map<Category, number>> {
  const { shares, total } = await contextOf(request, { count: counting, told: "" });
  expect(shares.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(total);
  expect(total).toBe(await counting(withNextPrompt(request)));
  return new Map(shares.map(({ category, tokens }) => [category, tokens]));
}

/** Leaves something of each kind for the model. */
const hooks: Hooks = async ({ event }) => {
  const listing = { type: "skill_listing", content: "These skills are there. \n- one: Does it." };
  const joined = {
    type: "nested_memory",
    path: "/p/a/CLAUDE.md",
    content: { type: "Project", content: "Be brief." },
  };
  const context = { type: "hook_additional_context", hookName: "PostToolUse:Work", content: ["formatted"] };
  return {
    attachments: event === "UserPromptSubmit" ? [listing] : event === "PostToolUse" ? [context, joined] : [],
  };
};

law(
  "context-sums",
  "the categories of a request, none of them negative, add up to what the API counts of it, and what is in each adds up to it",
  [anySession],
  async (plan) => {
    const { requests } = await play(plan, { session: { injections: ANNEX_INJECTIONS, hooks } });
    for (const request of requests.slice(-2)) {
      const report = await contextOf(request, { count: throughClient, told: "" });
      expect(report.isEstimate).toBe(false);
      expect(report.total).toBe(await throughClient(request));
      expect(report.shares.every(({ tokens }) => tokens >= 0)).toBe(true);
      expect(report.shares.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(report.total);
      for (const { category, items } of report.sections) {
        const share = report.shares.find((each) => each.category === category)?.tokens;
        expect(items.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(share ?? 0);
      }
    }
  },
  { runs: 12 },
);

law(
  "one-category",
  "every block of a request is in one category, which follows from where it stands and who wrote it, whatever others write",
  [anyPieces],
  (pieces) => {
    const { request, planned } = bodyOf(pieces);
    expect(partsOf(request).map(({ category }) => category)).toEqual(planned);
    const places = partsOf(request).map(({ place }) => JSON.stringify(place));
    expect(new Set(places).size).toBe(places.length);
  },
);

law(
  "context-apart",
  "a category takes what the API counts of its own blocks, so whatever is added to a request changes no category but its own",
  [anyPieces, anyPiece],
  async (pieces, more) => {
    const { request, planned } = bodyOf(pieces);
    const counted = await countParts(request, partsOf(request), count);
    expect(counted.parts.some(({ known }) => known === "estimate")).toBe(false);
    const before = await tokensBy(request);
    const larger = bodyOf([...pieces, more]);
    const after = await tokensBy(larger.request);
    for (const category of CATEGORIES) {
      const isMore = number(larger.planned, category) > number(planned, category);
      if (isMore) expect(after.get(category) ?? 0).toBeGreaterThan(before.get(category) ?? 0);
      else expect(after.get(category) ?? 0).toBe(before.get(category) ?? 0);
    }
  },
  { runs: 40 },
);

function number(planned: readonly Category[], category: Category): number {
  return planned.filter((each) => each === category).length;
}

law(
  "window-divided",
  "what is used, what is free and the buffer are the window, none of them negative; what is over the window is told",
  [
    fc.constantFrom("claude-opus-5", "claude-haiku-4-5-20251001", "a-model-to-come"),
    fc.nat(2_500_000),
    fc.boolean(),
  ],
  (model, used, isBuffered) => {
    const { window, free, buffer, over } = divide(model, used, isBuffered);
    if (!isBuffered) expect(buffer).toBe(0);
    expect(Math.min(free, buffer, over)).toBeGreaterThanOrEqual(0);
    expect(used + free + buffer - over).toBe(window);
    expect(over > 0 && free + buffer > 0).toBe(false);
    expect(free > 0 && buffer < divide(model, 0, isBuffered).buffer).toBe(false);
  },
);

const anyText = fc.string({ unit: "binary", maxLength: 30 });
const anyUnits = fc
  .array(fc.constantFrom("a", " ", "\n", "9", "{", "あ", "漢", "한", "é", "\ud83d", "\ude00", "😀"), {
    maxLength: 30,
  })
  .map((units) => units.join(""));

law(
  "estimate-grows",
  "a longer text is never estimated at fewer tokens than its beginning, and one that says anything is at least one",
  [fc.oneof(anyText, anyUnits), fc.oneof(anyText, anyUnits)],
  (beginning, rest) => {
    expect(estimateTokens(beginning + rest)).toBeGreaterThanOrEqual(estimateTokens(beginning));
    if (beginning.trim() !== "") expect(estimateTokens(beginning)).toBeGreaterThan(0);
  },
  { runs: 400 },
);

/** Sentences of three scripts, and lines of code. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  English: [
    "The tests pass on this machine. ",
    "She read the file twice, and then she asked. ",
    "Run it again! ",
  ],
  Japanese: [
    "テストはすべて通りました。",
    "設定ファイルを読み、変更を確認してください。",
    "「はい」と答えた。",
  ],
  code: [
    "const sum = (a, b) => a + b;\n",
    "  if (x > 10) return null;\n",
    "for i in range(0, 24):\n    print(i)\n",
  ],
};
const anySaying = fc
  .constantFrom(...Object.values(SAID))
  .chain((sentences) => fc.array(fc.constantFrom(...sentences), { minLength: 2, maxLength: 40 }))
  .map((sentences) => sentences.join(""));

law(
  "estimate-near",
  "an estimate of English, Japanese or code is between half and twice what the mock counts",
  [anySaying],
  (text) => {
    const counted = countTokens(text);
    expect(estimateTokens(text)).toBeLessThanOrEqual(2 * counted);
    expect(2 * estimateTokens(text)).toBeGreaterThanOrEqual(counted);
  },
);

law(
  "log-context-alike",
  "what is told of a session's log is, by category, what would be estimated of the conversation in its next request",
  [anySession],
  async (plan) => {
    const { world, session } = await play(plan, { session: { injections: ANNEX_INJECTIONS, hooks } });
    const bytes = world.bytes(session.path);
    const report = contextOfLog(sourceOf(bytes), bytes.length, { sessionId: session.id });
    const request = session.nextRequest();
    const said = partsOf(request).filter(
      ({ place, text }) => place.tier === "messages" && !text?.startsWith("The user keeps instructions"),
    );
    const sum = (category: Category) =>
      said.reduce((all, part) => (part.category === category ? all + part.estimate : all), 0);
    const expected = CATEGORIES.map((category) => ({ category, tokens: sum(category), isEstimate: true }));
    expect(report?.shares).toEqual(expected.filter(({ tokens }) => tokens > 0));
    expect(report?.isEstimate).toBe(true);
  },
  { runs: 12 },
);
