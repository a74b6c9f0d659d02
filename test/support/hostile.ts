/** Logs whose entries have the right names and the wrong contents. */
import fc from "fast-check";
import type { Line } from "#src/index.ts";
import type { Forest } from "./forests.ts";
import { shownAs } from "./law.ts";
import { logOf } from "./log-lines.ts";

const block = fc.record(
  {
    type: fc.constantFrom("text", "tool_use", "tool_result", "thinking", "image", "unheard_of", 5),
    text: fc.jsonValue({ maxDepth: 1 }),
    id: fc.constantFrom("t1", "t2", 7, null),
    tool_use_id: fc.constantFrom("t1", "t2", 7),
    content: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: [] },
);
const content = fc.oneof(fc.array(block, { maxLength: 3 }), fc.jsonValue({ maxDepth: 2 }));
const message = fc.oneof(fc.record({ id: fc.constantFrom("m1", 3), content }), fc.jsonValue({ maxDepth: 1 }));
const name = fc.constantFrom("e1", "e2", "e3", "__proto__", "constructor", 9, null, "");
const entry = fc.record(
  {
    type: fc.constantFrom(
      "user",
      "assistant",
      "system",
      "attachment",
      "progress",
      "__proto__",
      "last-prompt",
    ),
    uuid: name,
    parentUuid: name,
    leafUuid: name,
    message,
    subtype: fc.constantFrom("compact_boundary", "local_command", null, 4),
    content: fc.jsonValue({ maxDepth: 1 }),
    compactMetadata: fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.record({ preservedMessages: fc.anything() })),
    isSidechain: fc.constantFrom(true, false, "no"),
    isMeta: fc.boolean(),
    sessionId: fc.constantFrom("s", 4, null),
  },
  { requiredKeys: ["type"] },
) as fc.Arbitrary<Line>;

/** A log that means harm, or that a careless client wrote. */
export const hostileLog: fc.Arbitrary<Forest> = shownAs(
  fc.array(entry, { maxLength: 12 }).map((lines) => ({ lines, log: logOf(lines) })),
  ({ log }) => log,
);
