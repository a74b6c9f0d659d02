/** Where a conversation is broken, as a report shows it. */
import fc from "fast-check";
import { shownAs } from "../law.ts";
import type { Mishap } from "./play.ts";

/** An interrupt at any event: a piece of a stream, a call, a result, a written line, or between them. */
export const anyInterrupt: fc.Arbitrary<Mishap> = shownAs(
  fc.integer({ min: 1, max: 40 }).map((at): Mishap => ({ kind: "interrupt", at })),
  (mishap) => `(interrupted at event ${mishap.kind === "interrupt" && mishap.at})`,
);

const anyWrite = fc.record({ at: fc.integer({ min: 1, max: 25 }), characters: fc.nat(5_000) });

/** A kill in any write, of which nothing, a part, or all is in the file. */
export const anyKill = inWrite("kill");

/** A disk that is full in any write and has room again afterwards. */
export const anyFullDisk = inWrite("full disk");

function inWrite(kind: "kill" | "full disk"): fc.Arbitrary<Mishap> {
  return shownAs(
    anyWrite.map((where): Mishap => ({ kind, ...where })),
    (mishap) =>
      `(${kind} in write ${"characters" in mishap && `${mishap.at}, ${mishap.characters} characters of it, counted round`})`,
  );
}
