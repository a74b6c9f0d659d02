/** The session that is open at a terminal. */
import type { Exchange } from "../../annex/cache/exchange.ts";
import { leftInQueue } from "../../annex/log/queue.ts";
import { hiddenTold } from "../../annex/skills/skills-table.ts";
import { nodeShelf } from "../../host/log-shelf.ts";
import type { RequestSettings } from "../../request/stable.ts";
import { type Session, VERSION } from "../../session.ts";
import { UsageError } from "../args.ts";
import type { ReplCommand, SessionCommand } from "../command.ts";
import { compose } from "../compose.ts";
import type { Company, Composed } from "../composed.ts";
import { sessionToTakeUp } from "../open-session.ts";
import { lastExchange } from "./cache-told.ts";
import { COMMAND_NAMES } from "./commands.ts";
import { shortId } from "./desk.ts";
import type { Input } from "./input.ts";
import { recapOf } from "./recap.ts";

/** Who takes part in the session that is opened now. */
export type CompanyFor = (open: OpenSession) => Company;

/**
 * One open session, and then another in its place. Its settings change by opening it again: it remembers nothing that its log
 * does not (D-36).
 */
export class OpenSession {
  readonly command: ReplCommand;
  /** May the person go over to `bypassPermissions`? The launch has said so. */
  readonly mayBypass: boolean;
  readonly #company: CompanyFor;
  #composed: Composed;
  /** What the person has changed since the beginning. */
  #changed: Partial<RequestSettings> = {};
  /** What was said before, oldest first; in a long log, what was said lately. */
  said: readonly string[] = [];
  /** What an earlier process had queued and not sent, oldest first. */
  left: readonly string[] = [];

  /** Throws `SetupError`, `SessionError`. */
  constructor(command: ReplCommand, company: CompanyFor) {
    this.command = command;
    this.#company = company;
    this.mayBypass = command.permissionMode === "bypassPermissions";
    this.#composed = compose(command, company(this));
    this.#lookBack();
  }

  /** All that it is made of. */
  get parts(): Composed {
    return this.#composed;
  }

  get session(): Session {
    return this.#composed.session();
  }

  get model(): string {
    return this.session.settings.model;
  }

  /**
   * Another session takes this one's place, once it is open. `isOwn`: it is the same work that goes on there, in this mode and
   * with this model. Throws as the constructor does, and then nothing has changed.
   */
  moveTo(
    session: SessionCommand["session"],
    { isOwn, source }: { readonly isOwn: boolean; readonly source?: "clear" },
  ): void {
    const settings = isOwn ? { ...this.command.settings, ...this.#changed } : this.command.settings;
    const permissionMode = isOwn ? this.#composed.mode() : undefined;
    // Where one goes from here is that session itself, whatever the launch was.
    const command = { ...this.command, session, isForked: false, settings, permissionMode };
    const next = compose(command, { ...this.#company(this), source });
    this.#composed.close();
    this.#composed = next;
    if (!isOwn) this.#changed = {};
    this.#lookBack();
  }

  /** Opens it again with other settings. */
  reopen(changed: Partial<RequestSettings>): void {
    this.#composed.reopen(changed);
    this.#changed = { ...this.#changed, ...changed };
  }

  #lookBack(): void {
    const before = this.#composed.latest();
    this.said = before.flatMap(({ lastPrompt }) => (typeof lastPrompt === "string" ? [lastPrompt] : []));
    this.left = leftInQueue(before);
  }

  /** The first lines: what this is, who answers, which session. */
  greeting(whoAnswers: string): string {
    const which = `Session ${this.session.id}, model ${this.model}, in ${this.#composed.cwd}`;
    const hidden = hiddenTold(this.#composed.skills.found(), COMMAND_NAMES);
    return [`glass ${VERSION}. /help lists the commands.`, whoAnswers, which, ...hidden].join("\n");
  }

  /** Of a session that is taken up: where it stood. */
  recap(): Input[] {
    return this.said.length === 0 ? [] : recapOf(this.session);
  }

  /** What the cache was last asked, by whichever process. */
  lastExchange(): Exchange | undefined {
    return lastExchange(this.#composed.log(), this.session);
  }

  /** What is told on leaving; nothing where nothing was said. */
  kept(): string | undefined {
    if (!this.#composed.isBegun()) return undefined;
    const { id } = this.session;
    const { command, parts } = this;
    const newest = sessionToTakeUp({ ...command, session: "newest" }, nodeShelf, parts.cwd, false);
    // Another one may have changed since: this one may only have been looked at.
    return `Session ${id} is kept: glass ${newest?.id === id ? "-c" : `-r ${shortId(id)}`} goes on with it.`;
  }

  facts(): Input {
    return { type: "facts", model: this.model, mode: this.#composed.mode() };
  }

  /** A line that begins with a slash and is no command, as a prompt that invokes a skill. Throws `UsageError` for no skill. */
  skill(line: string): Input {
    const refusal = this.#composed.skills.refusal(line, COMMAND_NAMES);
    if (refusal !== undefined) throw new UsageError(refusal);
    return { type: "invokes", line };
  }
}
