/** Programs of session commands: what a person may do at a terminal, in any order (C-5.0). They print as short programs. */
import fc from "fast-check";
import { shownAs } from "../law.ts";
import { ALL_FILES, FILES } from "./files.ts";

/** One command. `pick` chooses among what is there, so that every program can be run. */
export type Command =
  | {
      readonly do: "prompt";
      readonly calls: number;
      /** The files that are written in the turn. */
      readonly edits: readonly string[];
      readonly thinks: boolean;
      readonly killedAt?: number;
    }
  | { readonly do: "clear" }
  | {
      readonly do: "compact";
      readonly part: "all" | "from" | "upTo";
      readonly pick: number;
      readonly killedAt?: number;
    }
  | { readonly do: "rewind"; readonly what: "both" | "conversation" | "code"; readonly pick: number }
  | { readonly do: "btw"; readonly forks: boolean }
  | { readonly do: "branch" }
  | { readonly do: "continue" }
  | { readonly do: "resume"; readonly pick: number }
  /** Somebody else says something in a second terminal. */
  | { readonly do: "other"; readonly edits: readonly string[]; readonly thinks: boolean }
  /** A person writes a file, or removes it. */
  | { readonly do: "hand"; readonly file: string; readonly removes: boolean };

/** Commands one after the other. */
export interface Program {
  readonly commands: readonly Command[];
}

const pick = fc.nat(9);
const killedAt = fc.nat(9);
const edits = fc.subarray([...FILES], { maxLength: 2 });
const asked = { do: fc.constant("prompt" as const), calls: fc.nat(2), edits, thinks: fc.boolean() };

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(asked),
  },
  {
    weight: 1,
    arbitrary: fc.record({ ...asked, killedAt }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("clear" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("compact" as const),
      part: fc.constantFrom("all" as const, "from" as const, "upTo" as const),
      pick,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("compact" as const),
      part: fc.constantFrom("all" as const, "from" as const, "upTo" as const),
      pick,
      killedAt,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("rewind" as const),
      what: fc.constantFrom("both" as const, "conversation" as const, "code" as const),
      pick,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("btw" as const), forks: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("branch" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("continue" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("resume" as const), pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("other" as const), edits, thinks: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("hand" as const),
      file: fc.constantFrom(...ALL_FILES),
      removes: fc.boolean(),
    }),
  },
);

/** Any program of at most so many commands. */
export function anyProgram(most: number): fc.Arbitrary<Program> {
  const commands = fc.array(anyCommand, { minLength: 1, maxLength: most, size: "max" });
  return shownAs(
    commands.map((each): Program => ({ commands: each })),
    ({ commands: all }) => all.map(showCommand).join("\n"),
  );
}

function showCommand({ do: name, ...how }: Command): string {
  const told = Object.entries(how).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key} ${value}`],
  );
  return [name, ...told].join(", ");
}
