/** What is shown to the model unasked: where it stands, and for how long (C-4.6, D-15). */
import { expect, test } from "vitest";
import { refusal } from "#mock-api";
import { lifeOf } from "#src/context/attachments.ts";
import type { Block, Hooks, Line, MessagesRequest, ModelResponse } from "#src/index.ts";
import { anyReminders, anyShownSession } from "../support/arbitraries.ts";
import { HELD } from "../support/held.ts";
import { resumeAndAsk } from "../support/kills.ts";
import { law } from "../support/law.ts";
import { assistant, remark, user, words } from "../support/log-lines.ts";
import type { Holding } from "../support/plan.ts";
import { play } from "../support/play.ts";
import { TakenUp } from "../support/taken-up.ts";

const BOUND = "claude-opus-5-5";

/** Leaves a numbered reminder at every prompt and every result. */
function numbering(): Hooks {
  let count = 0;
  return async ({ event }) => {
    if (event !== "UserPromptSubmit" && event !== "PostToolUse") return { attachments: [] };
    return { attachments: [{ type: "hook_additional_context", hookName: event, content: [`c${count++}.`] }] };
  };
}

law(
  "injected-by-life",
  "what is injected stands in requests as the life of its row says: logged, once, where it came up and in every later request; or not logged, behind the last marker of its own request and in no other",
  [anyShownSession, anyReminders],
  async (plan, settings) => {
    const hooks = numbering();
    const sent: { request: MessagesRequest; holds: Holding; log: string }[] = [];
    await play(plan, {
      session: { settings, hooks },
      observe: ({ event, holds, world, session }) => {
        if (event.type === "request")
          sent.push({ request: event.request, holds, log: world.text(session.path) });
      },
    });
    const rows = ["hook_additional_context", "current_date", "permission_mode"];
    for (const { request, holds, log } of sent) {
      for (const type of rows) {
        const { isLogged, isSentAgain, stands } = lifeOf({ type }, settings.reminders, HELD);
        const told = textsOf(request).filter((text) => SAYS[type]?.test(text));
        const logged = log.split("\n").filter((line) => line.includes(`"attachment":{"type":"${type}"`));
        expect(logged.length > 0 || type === "hook_additional_context").toBe(isLogged);
        // Each that is logged is there, once and in the order of the log; of the others the one of this request.
        if (isSentAgain) expect(told).toHaveLength(logged.length);
        else expect(told).toHaveLength(1);
        // It is news each time.
        expect(told.filter((text, at) => text === told[at - 1])).toEqual([]);
        for (const text of told)
          expect(unmarkedTail(request).includes(text)).toBe(stands === "behind the last marker");
      }
      expect(lastOf(request, "current_date")).toContain(`2026-07-${holds.day}`);
      expect(lastOf(request, "permission_mode")).toContain(`mode is ${holds.mode}.`);
      expect(request.system.some((block) => /2026-07|mode is/.test(String(block["text"])))).toBe(false);
    }
    for (const text of textsOf(sent.at(-1)?.request).filter((each) => /mode is|Today/.test(each)))
      expect(text).toMatch(/^<system-reminder>\n[^<]*\n<\/system-reminder>$/);
  },
  { runs: 20 },
);

law(
  "vanish-legal",
  "where thinking is bound to what stood before it, reminders that vanish cost all earlier thinking and no refusal, and sticky ones cost neither, however mode and date change; and a later process may do it the other way",
  [anyShownSession, anyReminders],
  async (plan, { reminders }) => {
    let thought: Block[] = [];
    const { world, session, options } = await play(plan, {
      session: { settings: { model: BOUND, reminders } },
      observe: ({ event }) => {
        if (event.type === "response" && event.response.stop_reason !== "refusal")
          thought = [...thought, ...thoughtsThatStay(event.response)];
        if (event.type !== "request") return;
        const sent = event.request.messages.flatMap(({ content }) => content.filter(isThought));
        expect(sent).toEqual(reminders === "vanish" ? [] : thought);
      },
    });
    const other = reminders === "vanish" ? "sticky" : "vanish";
    const settings = { model: BOUND, reminders: other } as const;
    const later = await resumeAndAsk(world, session, { ...options, settings });
    expect(refusal(later as unknown as Parameters<typeof refusal>[0])).toBeNull();
  },
  { runs: 20 },
);

const CUTS: readonly (readonly [string, readonly Line[]])[] = [
  ["nothing happens", []],
  [
    "a compaction",
    [
      remark({ uuid: "b1", parent: null }, "system", { subtype: "compact_boundary", compactMetadata: {} }),
      user({ uuid: "u2", parent: "b1" }, "m1", { isCompactSummary: true }),
    ],
  ],
  ["a rewind to the start", [remark({ uuid: "w1", parent: null }, "system", { subtype: "rewind" })]],
];

test.each(CUTS)("after %s the model knows the day, and has been told it once", async (what, lines) => {
  const attachment = { type: "current_date", date: "2026-07-28" };
  const taken = new TakenUp(
    [
      user({ uuid: "u1", parent: null }, "m0"),
      remark({ uuid: "x1", parent: "u1" }, "attachment", { attachment }),
      assistant({ uuid: "a1", parent: "x1" }, "r1", words("s0")),
      ...lines,
    ],
    undefined,
    { settings: { reminders: "sticky" }, injections: HELD, volatile: () => [attachment] },
  );
  await taken.ask();
  expect(JSON.stringify(taken.requests.at(-1)?.messages).split("2026-07-28")).toHaveLength(2);
  const logged = taken.log().split('"date":"2026-07-28"').length - 1;
  expect(logged).toBe(what === "nothing happens" ? 1 : 2);
});

const SAYS: Readonly<Record<string, RegExp>> = {
  hook_additional_context: /hook additional context: c\d+\./,
  current_date: /^<system-reminder>\nToday is /,
  permission_mode: /^<system-reminder>\nThe permission mode is /,
};

function textsOf(request: MessagesRequest | undefined): string[] {
  return (request?.messages ?? []).flatMap(({ content }) =>
    content.map((block) => String(block["text"] ?? "")),
  );
}

/** The texts behind the last marker. */
function unmarkedTail({ messages }: MessagesRequest): string[] {
  const blocks = messages.flatMap(({ content }) => content);
  const marked = blocks.findLastIndex((block) => block["cache_control"] !== undefined);
  return blocks.slice(marked + 1).map((block) => String(block["text"]));
}

function lastOf(request: MessagesRequest, type: string): string | undefined {
  return textsOf(request).findLast((text) => SAYS[type]?.test(text));
}

function isThought({ type }: Block): boolean {
  return type === "thinking" || type === "redacted_thinking";
}

/** What was thought last, with nothing said after it, leads nowhere and may not be sent (MR-44). */
function thoughtsThatStay({ content }: ModelResponse): Block[] {
  const sayable = content.filter((block) => !(block.type === "text" && block["text"] === ""));
  return sayable.slice(0, sayable.findLastIndex((block) => !isThought(block)) + 1).filter(isThought);
}
