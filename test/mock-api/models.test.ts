/** What each model takes: the documentation's table, cell by cell. */
import { expect, test } from "vitest";
import { refusal } from "../../mock-api/index.ts";
import { assistant, HELLO, request, text } from "./blocks.ts";
import { DOCUMENTED } from "./model-table.ts";

const MODES = [undefined, "adaptive", "enabled", "disabled", "between_tools"];
const EFFORTS = [undefined, "low", "medium", "high", "xhigh", "max"];
/** Mythos Preview is retired; what it took is asked with the rule that says so turned off. */
const ALL_MODELS = { rules: { "MR-17/model": false } };

/** What a request that asks a model for nothing but this is refused with; null when it is taken. */
function refusedFor(model: string, more: object, messages: object[] = [HELLO]): string | null {
  const refused = refusal(request(messages, { model, max_tokens: 2_000, ...more }), ALL_MODELS);
  return refused && `${refused.rule}/${refused.part ?? ""}`;
}

test.each(DOCUMENTED)("MR-48, MR-50, MR-88: $model takes its modes with its efforts", (row) => {
  for (const type of MODES) {
    for (const effort of EFFORTS) {
      const asked = {
        ...(type && { thinking: { type, ...(type === "enabled" && { budget_tokens: 1_024 }) } }),
        ...(effort && { output_config: { effort } }),
      };
      const high = effort === "xhigh" || effort === "max";
      const expected =
        type && !row.modes.includes(type)
          ? "MR-48/"
          : effort && !row.efforts.includes(effort)
            ? "MR-50/level"
            : type && type === row.calm && high
              ? "MR-50/calm"
              : null;
      expect(refusedFor(row.model, asked), JSON.stringify(asked)).toBe(expected);
    }
  }
});

test.each(DOCUMENTED)(
  "MR-24, MR-25, MR-37, MR-58: $model takes a role, an ending, a forced call, a length",
  (row) => {
    const told = [HELLO, { role: "system", content: "s" }];
    expect(refusedFor(row.model, {}, told)).toBe(row.systemMessages ? null : "MR-24/model");
    expect(refusedFor(row.model, {}, [HELLO, assistant(text("a"))])).toBe(row.prefill ? null : "MR-25/");
    const tools = [{ name: "t", input_schema: { type: "object" } }];
    for (const tool_choice of [{ type: "any" }, { type: "tool", name: "t" }]) {
      expect(refusedFor(row.model, { tools, tool_choice })).toBe(row.forcedTools ? null : "MR-37/");
    }
    expect(refusedFor(row.model, { max_tokens: row.outputCap })).toBeNull();
    expect(refusedFor(row.model, { max_tokens: row.outputCap + 1 })).toBe("MR-58/");
  },
);

test("MR-17, MR-96: a model answers under its names alone, until the day after its last", () => {
  const dated = ["claude-opus-4-5-20251101", "claude-haiku-4-5-20251001", "claude-sonnet-4-5-20250929"];
  for (const model of [...DOCUMENTED.map((row) => row.model), ...dated]) {
    const retired = model === "claude-mythos-preview";
    expect(refusal(request([HELLO], { model }))?.message, model).toBe(
      retired ? `model: ${model}` : undefined,
    );
  }
  for (const model of [
    "claude-opus-5-20260801",
    "claude-opus-4-1",
    "Claude-opus-5",
    "gpt-5",
    "",
    "constructor",
  ]) {
    expect(refusal(request([HELLO], { model }))).toMatchObject({
      status: 404,
      type: "not_found_error",
      message: `model: ${model}`,
      rule: "MR-17",
      part: "model",
    });
  }
});
