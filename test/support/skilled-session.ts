/** A session on a world whose project has skills: a test writes their files, prompts, and looks at what was sent. */
import type { ReplyBlock } from "#mock-api";
import { ANNEX_INJECTIONS } from "#src/annex/context/injections.ts";
import { Skills } from "#src/annex/skills/skills.ts";
import { CORE_TOOLS, type HarnessEvent, type MessagesRequest, Session } from "#src/index.ts";
import { scripted } from "./scripted.ts";
import type { World } from "./world.ts";

/** The most turns that one can have. */
const MOST_TURNS = 20;

/** One session, and the skills of its process. */
export class SkilledSession {
  readonly world: World;
  readonly requests: MessagesRequest[] = [];
  readonly events: HarnessEvent[] = [];
  /** What a person was told. */
  readonly told: string[] = [];
  readonly #model;
  session: Session;
  skills: Skills;

  /** `calls`: with what the Skill tool is called, a call a turn; then there are none. */
  constructor(world: World, calls: readonly Record<string, unknown>[] = []) {
    this.world = world;
    const asked = calls.map(
      (input, at): ReplyBlock => ({ type: "tool_use", id: `t${at}`, name: "Skill", input }),
    );
    const done = { content: [{ type: "text", text: "Done." } as const] };
    const rest = Array.from({ length: MOST_TURNS }, () => done);
    this.#model = scripted([...asked.flatMap((call) => [{ content: [call] }, done]), ...rest]);
    this.skills = this.#freshSkills();
    this.session = Session.begin(this.#options());
  }

  /** A fresh process takes it up. Before anything was said that is a new session. */
  restart(): void {
    this.skills = this.#freshSkills();
    const isBegun = this.requests.length > 0;
    this.session = isBegun
      ? Session.resume(this.#options(), this.session.id)
      : Session.begin(this.#options());
  }

  /** The file of one of the project's skills. */
  pathOf(name: string): string {
    return `${this.world.cwd}/.claude/skills/${name}/SKILL.md`;
  }

  write(name: string, content: string): void {
    this.world.disk.put(this.pathOf(name), content);
  }

  remove(name: string): void {
    this.world.disk.remove(this.pathOf(name));
  }

  /** One turn. Returns the last request's texts of its last user message. */
  async prompt(text: string): Promise<readonly string[]> {
    await this.session.prompt(text);
    const content = this.requests.at(-1)?.messages.at(-1)?.content ?? [];
    return content.map((block) => String(block["text"] ?? block["content"]));
  }

  #freshSkills(): Skills {
    const { disk, root, cwd } = this.world;
    return new Skills({ disk, root, cwd, tell: (text) => this.told.push(text) });
  }

  #options() {
    const { hooks, tool } = this.skills;
    const emit = (event: HarnessEvent) => {
      this.events.push(event);
      if (event.type === "request") this.requests.push(event.request);
    };
    const options = { hooks, emit, tools: [...CORE_TOOLS, tool], injections: ANNEX_INJECTIONS };
    return this.world.start(this.#model).options(options);
  }
}
