/** Ways to break the rules of rules/sampling.ts. */
import type { Break } from "./break.ts";
import { asking, EARLIER } from "./on-model.ts";

const deprecated = (name: string) => ({
  headers: EARLIER,
  text: `\`${name}\` is deprecated for this model.`,
});
const ONLY_1 =
  "`temperature` may only be set to 1 when thinking is enabled or in adaptive mode. Please consult";
const thinking = { thinking: { type: "enabled", budget_tokens: 1_024 }, max_tokens: 2_048 };

export const ofSampling: Break[] = [
  ...[{ temperature: 2 }, { temperature: -0.1 }, { top_p: 7 }, { top_p: -1 }, { top_k: -7 }].map((given) =>
    asking("claude-sonnet-4-5", "MR-10", `${JSON.stringify(given)} is out of its range`, () => given, {
      headers: EARLIER,
      contains: [`${Object.keys(given)[0]}: Input should be `],
    }),
  ),
  // That the field is refused is known, in which words is not.
  ...Object.entries({ temperature: 1, top_p: 1, top_k: 40 }).map(([name, value]) =>
    asking("claude-haiku-4-5", "MR-3", `${name} under the newest version`, () => ({ [name]: value })),
  ),
  ...Object.entries({ temperature: 0.9, top_p: 0.98, top_k: 40 }).map(([name, value]) =>
    asking(
      "claude-opus-4-7",
      "MR-51/fixed",
      `${name} of ${value}`,
      () => ({ [name]: value }),
      deprecated(name),
    ),
  ),
  ...Object.entries({ temperature: 0, top_p: 0.94, top_k: 40 }).map(([name, value]) =>
    asking(
      "claude-haiku-4-5",
      "MR-51/thinking",
      `${name} of ${value} with a budget`,
      () => ({ ...thinking, [name]: value }),
      { headers: EARLIER, contains: name === "temperature" ? [ONLY_1] : [`\`${name}\``] },
    ),
  ),
  asking(
    "claude-opus-4-6",
    "MR-51/thinking",
    "a temperature with adaptive thinking",
    () => ({ thinking: { type: "adaptive" }, temperature: 0.5 }),
    { headers: EARLIER, contains: [ONLY_1] },
  ),
  asking("claude-haiku-4-5", "MR-51/both", "temperature and top_p", () => ({ temperature: 1, top_p: 1 }), {
    headers: EARLIER,
  }),
];
