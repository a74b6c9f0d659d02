/** The session that is open at a terminal, and what the commands change in it. */
import type { Exchange } from "../../annex/cache/exchange.ts";
import { leftInQueue, type QueueOperation } from "../../annex/log/queue.ts";
import { usageOf } from "../../annex/log/usage/usage.ts";
import { printUsage } from "../../annex/log/usage/usage-table.ts";
import { MODE_NAMES, nextMode } from "../../annex/permissions/modes.ts";
import { hiddenTold, printSkills, skillHelp } from "../../annex/skills/skills-table.ts";
import { thinkingTold } from "../../annex/thinking/told.ts";
import { type Session, VERSION } from "../../session.ts";
import { oneOf, thinkingNamed, UsageError } from "../args.ts";
import type { ReplCommand } from "../command.ts";
import { compose } from "../compose.ts";
import type { Company, Composed } from "../composed.ts";
import { lastExchange } from "./cache-told.ts";
import { COMMAND_NAMES } from "./commands.ts";
import { lastWords } from "./recap.ts";
import type { Input } from "./state.ts";

/** One open session. Its settings change by opening it again: it remembers nothing that its log does not (D-36). */
export class OpenSession {
  readonly #composed: Composed;
  readonly #mayBypass: boolean;
  /** What was said before, oldest first; in a long log, what was said lately. */
  readonly said: readonly string[];
  /** What an earlier process had queued and not sent, oldest first. */
  readonly left: readonly string[];

  /** Throws `SetupError`, `SessionError`. */
  constructor(command: ReplCommand, company: Company) {
    this.#composed = compose(command, company);
    this.#mayBypass = command.permissionMode === "bypassPermissions";
    const before = this.#composed.latest();
    this.said = before.flatMap(({ lastPrompt }) => (typeof lastPrompt === "string" ? [lastPrompt] : []));
    this.left = leftInQueue(before);
  }

  get session(): Session {
    return this.#composed.session();
  }

  /** The first lines: what this is, who answers, which session. */
  greeting(whoAnswers: string): string {
    const which = `Session ${this.session.id}, model ${this.#model()}, in ${this.#composed.cwd}`;
    const hidden = hiddenTold(this.#composed.skills.found(), COMMAND_NAMES);
    return [`glass ${VERSION}. /help lists the commands.`, whoAnswers, which, ...hidden].join("\n");
  }

  /** Of a session that is taken up: where it stood. */
  recap(): Input[] {
    const prompt = this.said.at(-1);
    if (prompt === undefined) return [];
    const earlier = this.said.length - 1;
    const counted = earlier === 1 ? "1 earlier prompt" : `${earlier} earlier prompts`;
    const told = `… ${counted} in the log: glass log tree shows ${earlier === 1 ? "it" : "them"}.`;
    const answer = lastWords(this.session.conversation().messages);
    return [
      ...(earlier > 0 ? [{ type: "told", text: told } as const] : []),
      { type: "event", event: { type: "prompt", text: prompt } },
      { type: "event", event: { type: "delta", kind: "text", text: answer } },
      { type: "idle" },
    ];
  }

  /** What the cache was last asked, by whichever process. */
  lastExchange(): Exchange | undefined {
    return lastExchange(this.#composed.log(), this.session);
  }

  /** Logs what happens to the queue. Throws `LogWriteError`. */
  queued(change: QueueOperation): void {
    this.#composed.queued(change);
  }

  /** What is told on leaving; nothing where nothing was said. */
  kept(): string | undefined {
    return this.#composed.isBegun()
      ? `Session ${this.session.id} is kept: glass -c goes on with it.`
      : undefined;
  }

  /** Lets go of its log. */
  close(): void {
    this.#composed.close();
  }

  facts(): Input {
    return { type: "facts", model: this.#model(), mode: this.#composed.mode() };
  }

  /** A line that begins with a slash and is no command, as a prompt that invokes a skill. Throws `UsageError` for no skill. */
  skill(line: string): Input {
    const refusal = this.#composed.skills.refusal(line, COMMAND_NAMES);
    if (refusal !== undefined) throw new UsageError(refusal);
    return { type: "invokes", line };
  }

  /** Does what a command says; returns what there is to tell. Throws `UsageError`. */
  command(name: string, argument: string): string {
    switch (name) {
      case "mode":
        return this.#changeMode(argument);
      case "model":
        return this.#changeModel(argument);
      case "thinking":
        return this.#changeThinking(argument);
      case "help":
        return skillHelp(this.#composed.skills.found(), COMMAND_NAMES);
      case "skills":
        return printSkills(this.#composed.skills.found(), COMMAND_NAMES);
      case "mcp":
        return this.#composed.servers();
      case "memory":
        return this.#composed.memory();
      case "usage":
        return printUsage(usageOf(this.#composed.logs()));
      default:
        throw new UsageError(`There is no command /${name}.`);
    }
  }

  #changeMode(argument: string): string {
    const { mode, changeMode } = this.#composed;
    const modes = MODE_NAMES.filter((name) => name !== "bypassPermissions" || this.#mayBypass);
    if (argument === "") return `The mode is ${mode()}. There are ${modes.join(", ")}.`;
    if (argument === "bypassPermissions" && !this.#mayBypass) {
      throw new UsageError("bypassPermissions has to be asked for at the start: --permission-mode.");
    }
    changeMode(argument === "next" ? nextMode(mode(), this.#mayBypass) : oneOf("/mode", argument, modes));
    return "";
  }

  #changeModel(argument: string): string {
    if (argument === "") return `The model is ${this.#model()}.`;
    this.#composed.reopen({ model: argument });
    return `The model is ${this.#model()} from now on.`;
  }

  #changeThinking(argument: string): string {
    const wished = argument === "" ? {} : { thinking: thinkingNamed(argument) };
    if (argument !== "") this.#composed.reopen(wished);
    const request = this.session.nextRequest();
    const asked = `Asked of ${request.model}: ${JSON.stringify(request.thinking)}.`;
    return [...thinkingTold(wished, request), asked].join("\n");
  }

  #model(): string {
    return this.session.settings.model;
  }
}
