/** What a person is told of a wish that a model does not take (MR-50, MR-88). */
import { expect, test } from "vitest";
import { tellingThinking } from "#src/annex/thinking/told.ts";
import type { HarnessEvent, RequestSettings } from "#src/index.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

const SAYS = { content: [{ type: "text" as const, text: "s" }] };

/** The notices of two turns asked with these settings. */
async function toldOf(settings: Partial<RequestSettings>): Promise<string[]> {
  const notices: string[] = [];
  const emit = tellingThinking(settings, (event: HarnessEvent) => {
    if (event.type === "notice") notices.push(event.text);
  });
  const session = new World().start(scripted([SAYS, SAYS])).begin({ settings, emit });
  await session.prompt("m0");
  await session.prompt("m1");
  return notices;
}

test.each<[Partial<RequestSettings>, RegExp[]]>([
  [{}, []],
  [{ thinking: "adaptive", effort: "high" }, []],
  [{ model: "claude-opus-5-5", thinking: "off" }, [/cannot be turned off for claude-opus-5-5.*adaptive/]],
  [{ model: "claude-sonnet-5-5", thinking: "off" }, []],
  [{ model: "claude-opus-5", thinking: { budget: 2000 } }, [/without a budget.*adaptive/]],
  [{ model: "claude-opus-4-5", thinking: { budget: 2000 } }, []],
  [{ model: "claude-opus-4-5", thinking: { budget: 1 } }, [/is 1024 tokens: 1 cannot be asked for/]],
  [{ model: "claude-opus-4-6", effort: "xhigh" }, [/effort xhigh here; it is asked for high/]],
  [{ model: "claude-haiku-4-5", effort: "low" }, [/effort low here; none is asked for/]],
  [{ model: "claude-opus-5", thinking: "off", effort: "max" }, [/effort max here; it is asked for high/]],
])("%j is told once, and only what is not asked as wished", async (settings, expected) => {
  expect(await toldOf(settings)).toEqual(expected.map((text) => expect.stringMatching(text)));
});
