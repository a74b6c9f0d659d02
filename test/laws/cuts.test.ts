/** A recorded log that is cut anywhere goes on (D-35). `npm run test:deep` cuts at every byte. */
import fc from "fast-check";
import { expect } from "vitest";
import { lineEnds, tryCuts } from "../../scripts/cuts/cuts.ts";
import { law, shownAs } from "../support/law.ts";
import { recordings } from "../support/recordings.ts";

const RECORDED = shownAs(fc.constant({ all: recordings() }), () => "every recording");

law(
  "cut-anywhere",
  "a log that is cut at any place opens and tells what is torn, and asked on it makes a request that the API takes",
  [RECORDED],
  async ({ all }) => {
    for (const { name, log } of all) {
      const { cuts, asked } = await tryCuts(log, lineEnds(log)).catch((error: Error) => {
        throw new Error(`${name}: ${error.message}`);
      });
      expect(cuts).toBeGreaterThan(asked);
    }
  },
  { runs: 1, timeout: 60_000 },
);
