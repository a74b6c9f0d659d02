/** Questions beside the conversation (C-5.6a, C-5.6b, C-5.6d): one at a time, asked also while a turn runs. */
import { branchOff } from "../../annex/branch/branch-off.ts";
import { type Aside, btw, fork } from "../../commands/btw.ts";
import { saveNew } from "../../host/save-new.ts";
import { type Desk, shortId } from "./desk.ts";

/** The one that is on the screen. */
export class Beside {
  #waiting: AbortController | undefined;
  #aside: Aside | undefined;

  /** Asks it, in place of the one before, and shows the answer. Nothing is logged. Throws `SessionError`, `ApiError`. */
  async ask({ open, tell }: Desk, question: string): Promise<void> {
    this.close();
    const waiting = new AbortController();
    this.#waiting = waiting;
    tell({ type: "btw", question });
    try {
      const aside = await btw(open.session, question, waiting.signal);
      if (waiting.signal.aborted) return;
      this.#aside = aside;
      tell({ type: "btw", question, answer: aside.answer });
    } catch (error) {
      // Who has given it up need not be told that it was.
      if (waiting.signal.aborted) return;
      tell({ type: "btw-gone" });
      throw error;
    }
  }

  /** Does what the person wants done with it. */
  done(desk: Desk, act: "fork" | "close"): void {
    if (act === "fork") this.#fork(desk);
    else this.close();
  }

  /** It goes, answered or not. */
  close(): void {
    this.#waiting?.abort();
    this.#waiting = undefined;
    this.#aside = undefined;
  }

  /** Goes on in a session that holds the exchange. Throws `SessionError`, `LogWriteError`. */
  #fork({ open, say }: Desk): void {
    const aside = this.#aside;
    if (!aside) return;
    this.close();
    const origin = open.session;
    const keeping = { disk: origin.options.ports.disk, save: saveNew };
    const { session, told } = branchOff(origin, { name: undefined }, keeping);
    fork(origin, aside, session);
    open.moveTo({ id: session.id }, { isOwn: true });
    for (const text of told) say(text);
    say(
      `You go on in a session of its own (${shortId(session.id)}), where the question and its answer were said. /resume ${shortId(origin.id)} goes back.`,
    );
  }
}
