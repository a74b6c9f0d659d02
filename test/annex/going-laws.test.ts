/** Where one can go to in a log, and what is sent from there on. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { stopsOf } from "#src/annex/log/drawn/stops.ts";
import { goBehind } from "#src/annex/rewind/go-to.ts";
import { rewindRows } from "#src/annex/rewind/rewind-rows.ts";
import { compact, type Message, type Model, promptsOf, rewind, type Session } from "#src/index.ts";
import { law, shownAs } from "../support/law.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

/** What a person does: says something, lets two tools run beside one another, compacts, goes back, goes anywhere. */
const STEPS = ["say", "say", "tools", "compact", "rewind", "go"] as const;
type Step = readonly [(typeof STEPS)[number], number];

const steps = shownAs(
  fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat(9)), { minLength: 1, maxLength: 9 }),
  (all) => all.map(([what, which]) => `${what} ${which}`).join(" · "),
);

/** A model that answers whatever it is asked, with two calls at once where the prompt says so. */
function answering(): Model {
  const call = (id: string) =>
    ({ type: "tool_use", id, name: "Bash", input: { command: `echo ${id}` } }) as const;
  let count = 0;
  return {
    send: async (request, options) => {
      count += 1;
      const last = request.messages.at(-1)?.content.at(-1);
      const isTools = last?.type === "text" && String(last["text"]).startsWith("tools");
      const content = isTools
        ? [call(`a${count}`), call(`b${count}`)]
        : [{ type: "text", text: `answer ${count}` } as const];
      return scripted([{ content }]).send(request, options);
    },
  };
}

async function done(session: Session, [what, which]: Step, count: number): Promise<void> {
  const prompts = promptsOf(session);
  const prompt = prompts[which % Math.max(1, prompts.length)];
  const stops = placesOf(session);
  const stop = stops[which % Math.max(1, stops.length)];
  if (what === "say" || what === "tools") await session.prompt(`${what} ${count}`);
  else if (what === "compact" && session.conversation().messages.length > 0) await compact(session);
  else if (what === "rewind" && prompt) rewind(session, prompt.uuid);
  else if (what === "go" && stop?.goes === "before") rewind(session, stop.uuid);
  else if (what === "go" && stop) goBehind(session, stop.uuid);
}

function placesOf({ id, path, log, options }: Session) {
  return stopsOf(options.ports.openLog(path).read(), { sessionId: id, cursor: log.cursor, columns: 80 });
}

law(
  "tree-goes",
  "Wherever a session has stood after a turn, a compaction or a step back, the tree has that place, and no others, and one alone is where it stands; whoever goes there sends what was sent there, byte for byte, in a later process too, and no earlier byte is changed",
  [steps],
  async (all) => {
    const world = new World();
    const process = world.start(answering());
    const session = process.begin();
    const stood = new Map<string, readonly Message[]>();
    for (const [count, step] of all.entries()) {
      const before = session.conversation().messages;
      await done(session, step, count);
      const places = placesOf(session);
      const here = places.filter(({ isHere }) => isHere);
      const { messages } = session.conversation();
      if (messages.length > 0 && here.length !== 1) throw new Error(`stands at ${here.length} places`);
      const isPlace = step[0] === "say" || step[0] === "tools" || step[0] === "compact";
      if (!isPlace || messages.length === 0) continue;
      if (here[0]) stood.set(here[0].uuid, messages);
      const said = promptsOf(session).at(-1);
      if (step[0] !== "compact" && said) stood.set(said.uuid, before);
    }
    const stray = placesOf(session).find(({ uuid }) => !stood.has(uuid));
    if (stray) throw new Error(`a place where it has never stood: ${stray.said}`);
    for (const [uuid, messages] of stood) {
      const text = world.text(session.path);
      const place = placesOf(session).find((each) => each.uuid === uuid);
      if (!place) throw new Error(`no place ${uuid}`);
      if (place.goes === "before") rewind(session, uuid);
      else goBehind(session, uuid);
      expect(session.conversation().messages).toEqual(messages);
      expect(process.resume(session.id).conversation().messages).toEqual(messages);
      if (!world.text(session.path).startsWith(text)) throw new Error("earlier bytes are not what they were");
    }
  },
  { runs: 24 },
);

test("a tree that parts is drawn so, with where one stands; a turn that was cut off is a place too", async () => {
  const world = new World();
  const session = world.start(answering()).begin();
  for (const words of ["one", "two", "three"]) await session.prompt(words);
  rewind(session, promptsOf(session)[1]?.uuid ?? "");
  await session.prompt("other");
  const drawn = placesOf(session).map(({ lane, said, isSent, isHere }) => {
    return `${lane}${isSent ? "●" : "○"} ${said}${isHere ? " ←" : ""}`;
  });
  expect(drawn).toEqual([
    "● > one",
    "● answer 1",
    "├─○ > two",
    "│ ○ answer 2",
    "│ ○ > three",
    "│ ○ answer 3",
    "● > other",
    "● answer 4 ←",
  ]);
  const summed = world.start(answering()).begin();
  for (const words of ["one", "two"]) await summed.prompt(words);
  await compact(summed);
  const lanes = () => placesOf(summed).map(({ lane, said }) => `${lane}${said.replace(/:.*/, "")}`);
  expect(lanes()).toEqual(["> one", "answer 1", "> two", "answer 2", "compacted"]);
  rewind(summed, promptsOf(summed)[1]?.uuid ?? "");
  await summed.prompt("other");
  expect(lanes()).toEqual([
    "> one",
    "answer 1",
    "├─> two",
    "│ answer 2",
    "│ compacted",
    "> other",
    "answer 4",
  ]);
  const cut = world.start(answering()).begin();
  await cut.prompt("tools 1");
  // As a process leaves it that is killed before the model's last words.
  const text = world.text(cut.path);
  const lines = text.trimEnd().split("\n");
  const last = lines.findLastIndex((line) => line.includes('"tool_result"'));
  world.setText(cut.path, `${lines.slice(0, last + 1).join("\n")}\n`);
  expect(placesOf(cut).map(({ said, goes }) => [said, goes])).toEqual([
    ["> tools 1", "before"],
    ["(a turn that was cut off)", "behind"],
  ]);
});

test("the prompts to go back to, the newest first, with their age and what each has changed", async () => {
  const session = new World().start(answering()).begin();
  await session.prompt("one");
  await session.prompt("two");
  const [first] = promptsOf(session);
  const now = Date.UTC(2026, 6, 28, 8, 30);
  const rows = rewindRows(session, now, new Map([[first?.uuid ?? "", "1 file: a.txt made"]]));
  expect(rows.map(({ text, age, changed }) => [text, age, changed])).toEqual([
    ["two", "2 h ago", undefined],
    ["one", "2 h ago", "1 file: a.txt made"],
  ]);
});
