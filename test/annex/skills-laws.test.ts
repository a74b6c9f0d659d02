/** Skills: what the model is told of them, and when (C-6.1, O-8, D-11, bug report 102). */
import fc from "fast-check";
import { expect } from "vitest";
import { listing } from "#src/annex/skills/listing.ts";
import { type Skill, skillFrom } from "#src/annex/skills/skill.ts";
import { plain } from "#src/context/wrap.ts";
import type { MessagesRequest } from "#src/index.ts";
import { law, shownAs } from "../support/law.ts";
import { bytesOf, markedPrefix } from "../support/prefix.ts";
import { SkilledSession } from "../support/skilled-session.ts";
import { World } from "../support/world.ts";

/** Something that happens to skill `s0`, `s1` or `s2`, or to the session. */
type Deed =
  | { readonly what: "write"; readonly skill: number; readonly version: number; readonly head: string }
  | { readonly what: "remove"; readonly skill: number }
  | { readonly what: "prompt" }
  | { readonly what: "a fresh process" };

const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({
    what: fc.constant("write" as const),
    skill: fc.nat(2),
    version: fc.nat(1),
    head: fc.constantFrom("", "", "", "disable-model-invocation: true\n"),
  }),
  fc.record({ what: fc.constant("remove" as const), skill: fc.nat(2) }),
  fc.constant<Deed>({ what: "prompt" }),
  fc.constant<Deed>({ what: "a fresh process" }),
);

const anyLife = shownAs(fc.array(anyDeed, { minLength: 3, maxLength: 12 }), (deeds) =>
  deeds.map((deed) => JSON.stringify(deed)).join("\n"),
);

law(
  "skills-told-once",
  "at each request the model has been told of just the skills that there are, nothing of it twice, and what was sent before stays as it was, whatever is added, changed or removed and whoever goes on",
  [anyLife],
  async (deeds) => {
    const there = new Map<string, string>();
    const session = new SkilledSession(new World());
    for (const deed of [...deeds, { what: "a fresh process" }, { what: "prompt" }] as const) {
      if (deed.what === "a fresh process") session.restart();
      else if (deed.what === "prompt") await session.prompt("Go on.");
      else {
        const name = `s${deed.skill}`;
        there.delete(name);
        if (deed.what === "remove") session.remove(name);
        else session.write(name, `---\ndescription: d${deed.version}\n${deed.head}---\nDo it.\n`);
        if (deed.what === "write" && deed.head === "") there.set(name, `d${deed.version}`);
      }
      if (deed.what !== "prompt") continue;
      expect(toldIn(session.requests.at(-1))).toEqual(new Map([...there].sort()));
    }
    expectToGrow(session.requests);
  },
  { runs: 20 },
);

/** What a model knows that has read a request from its beginning. Throws where it is told what it knows. */
function toldIn(request: MessagesRequest | undefined): Map<string, string> {
  const told = new Map<string, string>();
  const texts = request?.messages.flatMap(({ content }) => content.map(({ text }) => String(text))) ?? [];
  for (const line of texts.join("\n").split("\n")) {
    const [, name = "", description = ""] = /^- (\S+): (.*)$/.exec(line) ?? [];
    if (name !== "" && told.get(name) === description) throw new Error(`${line} is told again.`);
    if (name !== "") told.set(name, description);
    for (const gone of /^No longer there: (.*)\.$/.exec(line)?.[1]?.split(", ") ?? []) {
      if (!told.delete(gone)) throw new Error(`${gone} was never there.`);
    }
  }
  return new Map([...told].sort());
}

function expectToGrow(requests: readonly MessagesRequest[]): void {
  for (const [index, request] of requests.entries()) {
    const before = requests[index - 1];
    if (before) expect(bytesOf(request).startsWith(markedPrefix(before))).toBe(true);
  }
}

/** A word that is typed behind a skill's name, and what it is without its quotes. */
const anyWord = fc
  .constantFrom(
    "a",
    "$&",
    "$1",
    "$ARGUMENTS",
    "$$",
    "$`",
    "\\",
    "日本",
    "</system-reminder>",
    "it's",
    '"two words"',
    "'$0 x'",
  )
  .map((typed) => ({ typed, value: /^(["']).*\1$/.test(typed) ? typed.slice(1, -1) : typed }));

type Words = readonly { readonly typed: string; readonly value: string }[];

/** A piece of a body: what stands in the file, what comes of it, and whether an argument has gone into it. */
interface Piece {
  readonly file: string;
  readonly sent: (words: Words, raw: string) => { text: string; takes: boolean };
}

const kept = (file: string, text = file): Piece => ({ file, sent: () => ({ text, takes: false }) });
const placeFor = (file: string, index: number, otherwise: string): Piece => ({
  file,
  sent: (words) => ({ text: words[index]?.value ?? otherwise, takes: index < words.length }),
});

const anyPiece: fc.Arbitrary<Piece> = fc.oneof(
  fc.constantFrom(...["t", "$", "$5.00x", "$HOME", "<system-reminder>"].map((text) => kept(text))),
  fc.constantFrom(kept("\\$0", "$0"), kept("\\$ARGUMENTS", "$ARGUMENTS"), kept("\\$from", "$from")),
  fc.constant<Piece>({ file: "$ARGUMENTS", sent: (_words, raw) => ({ text: raw, takes: raw !== "" }) }),
  fc.nat(2).map((index) => placeFor(`$${index}`, index, `$${index}`)),
  fc.nat(2).map((index) => placeFor(`$ARGUMENTS[${index}]`, index, `$ARGUMENTS[${index}]`)),
  fc.nat(1).map((index) => placeFor(["$from", "$to"][index] ?? "", index, "")),
);

const anyBody = shownAs(fc.array(anyPiece, { minLength: 1, maxLength: 6 }), (pieces) =>
  pieces.map(({ file }) => file).join(" "),
);

law(
  "skill-body-whole",
  "whoever invokes a skill, what is sent is its file's body with the arguments put in as they are, behind the prompt as it was typed or the result; and it stays so when the file is another",
  [anyBody, fc.array(anyWord, { maxLength: 3 }), fc.boolean()],
  async (pieces, words, isTyped) => {
    const args = words.map(({ typed }) => typed).join(" ");
    const sent = pieces.map((piece) => piece.sent(words, args));
    const isTaken = args === "" || sent.some(({ takes }) => takes);
    const body = sent.map(({ text }) => text).join(" ");
    const session = new SkilledSession(new World(), isTyped ? [] : [{ skill: "s0", args }]);
    const file = pieces.map((piece) => piece.file).join(" ");
    session.write("s0", `---\narguments: from to\n---\n- ${file} -\n`);
    const prompt = isTyped ? `/s0 ${args}`.trim() : "Do it.";
    const said = await session.prompt(prompt);
    if (isTyped) expect(plain(said[0])).toBe(prompt);
    else expect(said[0]).toBe("The skill s0 is invoked.");
    expect(said.at(-1)).toMatch(/^<system-reminder>\n(You have|The user has) invoked the skill "s0"/);
    const end = isTaken ? "" : `\n\nARGUMENTS: ${args}`;
    expect(plain(said.at(-1) ?? "").split("Do what it says:\n\n")[1]).toBe(
      `- ${body} -${end}\n</system-reminder>`,
    );
    expect(said.join("\n").match(/<\/system-reminder>/g)).toHaveLength(isTyped ? 2 : 1);
    session.write("s0", "Something else.");
    session.restart();
    await session.prompt("And now?");
    expectToGrow(session.requests);
  },
  { runs: 60 },
);

const anyFlags = fc.record({ model: fc.boolean(), user: fc.boolean() });

law(
  "invocation-kept",
  "a skill that the model may not invoke is neither listed nor run by the tool, and one that the user may not is not invoked by its name: then nothing is sent",
  [anyFlags],
  async ({ model, user }) => {
    const session = new SkilledSession(new World(), [{ skill: "s0" }]);
    session.write("s0", `---\ndisable-model-invocation: ${!model}\nuser-invocable: ${user}\n---\nBODY`);
    await session.prompt("Go on.");
    expect(toldIn(session.requests[0])).toEqual(new Map(model ? [["s0", "BODY"]] : []));
    const bodies = () =>
      bytesOf(session.requests.at(-1) ?? { tools: [], system: [], messages: [] }).split("Do what it says")
        .length - 1;
    expect(bodies()).toBe(model ? 1 : 0);
    const asked = session.requests.length;
    const { stop } = await session.session.prompt("/s0");
    expect(stop).toBe(user ? "end_turn" : "blocked");
    expect(session.requests.length - asked).toBe(user ? 1 : 0);
    expect(bodies()).toBe(Number(model) + Number(user));
  },
  { runs: 8 },
);

const anySkills = shownAs(
  fc.array(
    fc.record({ length: fc.oneof(fc.nat(30), fc.nat(2_000)), letter: fc.constantFrom("a", "日", "😀") }),
    { minLength: 1, maxLength: 12 },
  ),
  (skills) => skills.map(({ length, letter }) => `${length} x ${letter}`).join("\n"),
);

law(
  "listing-fits",
  "a list names every skill; its lines keep to the budget where the names do; no character is cut in two, and as many descriptions are said to be cut as are",
  [anySkills, fc.nat(9_000)],
  (described, budget) => {
    const skills = described.map(({ length, letter }, index) => skillOf(`s${index}`, letter.repeat(length)));
    const { attachment, cut } = listing(skills, [], budget) ?? {};
    const lines = String(attachment?.["content"]).split("\n").slice(1);
    expect(lines.map((line) => /^- (s\d+)/.exec(line)?.[1])).toEqual(skills.map(({ name }) => name));
    const whole = skills.map(
      ({ name, description }) => `- ${name}${description === "" ? "" : `: ${description}`}`,
    );
    const isCut = lines.map((line, index) => line !== whole[index]);
    expect(cut).toBe(isCut.filter(Boolean).length);
    const names = skills.map(({ name }) => `- ${name}`).join("\n").length;
    const size = lines.join("\n").length;
    expect(size).toBeLessThanOrEqual(Math.max(budget, names));
    expect(lines.join("\n").isWellFormed()).toBe(true);
    // No more is cut than must be: a few characters more for each would not fit, or are more than one may have.
    for (const [index, line] of lines.entries()) {
      if (isCut[index] && line.length < 1_530) expect(size + 5 * lines.length).toBeGreaterThan(budget);
    }
  },
  { runs: 100 },
);

function skillOf(name: string, description: string): Skill {
  const skill = skillFrom(`---\ndescription: ${JSON.stringify(description)}\n---\n`, {
    name,
    path: `/skills/${name}/SKILL.md`,
    source: "user",
  });
  if ("fault" in skill) throw new Error(skill.fault.what);
  return skill;
}
