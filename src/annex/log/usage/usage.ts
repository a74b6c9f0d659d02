/**
 * What the API calls in a set of logs used and cost: by model, by day and by session.
 */
import { isChainEntry } from "../../../log/entry.ts";
import { type LogSource, sourceOf } from "../log-source.ts";
import { type ApiCall, addCall, NOBODY_KNOWS } from "./api-calls.ts";
import { costOf, UNITS_A_DOLLAR } from "./prices.ts";
import { NO_TOKENS, sum, type Tokens } from "./tokens.ts";
import { tellingLines } from "./usage-lines.ts";

/** What a number of API calls used and cost. */
export interface UsageSum extends Tokens {
  readonly calls: number;
  readonly web_search_requests: number;
  /** In US dollars, of the calls whose price is known; null where it is known of none of them. */
  readonly cost_usd: number | null;
  /** How many calls are not in `cost_usd`, since their price is not known. */
  readonly calls_without_price: number;
}

/** What one model used. */
export interface UsageRow extends UsageSum {
  readonly model: string;
}

/** What was used on one day of UTC, `2026-07-28`; `unknown day` where no entry names a time. */
export interface DayUsage extends UsageSum {
  readonly day: string;
}

/** What one session used, its subagents included; copies in its branches are not the branch's (bug report 110). */
export interface SessionUsage extends UsageSum {
  readonly session: string;
}

/** What a set of logs used. It is plain data and can be printed as JSON. */
export interface UsageReport {
  readonly files: readonly string[];
  /** By name. */
  readonly models: readonly UsageRow[];
  /** The earliest first. */
  readonly days: readonly DayUsage[];
  /** By id. */
  readonly sessions: readonly SessionUsage[];
  readonly total: UsageSum;
  /** Lines that could not be read; what calls they held is not counted. */
  readonly damaged: readonly { readonly file: string; readonly line: number; readonly damage: string }[];
}

/** A log to be counted: its bytes or, for one that may be large, where to read them. */
export interface CountedLog {
  readonly name: string;
  readonly bytes: Uint8Array | LogSource;
}

/** The report of a set of logs, all at once. */
export function usageOf(logs: Iterable<CountedLog>): UsageReport {
  const counter = new UsageCounter();
  for (const log of logs) counter.add(log);
  return counter.report();
}

/**
 * Adds up what the logs of sessions, their branches and subagents used. A call stands on several lines, and a branch
 * copies them, so a call is known by its ids wherever it stands (fact 78); nothing depends on the order of logs or lines.
 * Answers that the client made up, and entries that name no tokens, are nothing. Damaged lines are passed over.
 * Law: usage-once, usage-order-free
 */
export class UsageCounter {
  readonly #calls = new Map<string, ApiCall>();
  readonly #files: string[] = [];
  readonly #damaged: { file: string; line: number; damage: string }[] = [];

  add({ name, bytes }: CountedLog): void {
    this.#files.push(name);
    let begun: string | undefined;
    for (const telling of tellingLines(bytes instanceof Uint8Array ? sourceOf(bytes) : bytes)) {
      if ("damage" in telling) {
        this.#damaged.push({ file: name, line: telling.number, damage: telling.damage });
        continue;
      }
      const { timestamp } = telling.line;
      begun ??= typeof timestamp === "string" ? timestamp : undefined;
      if (isChainEntry(telling.line)) addCall(this.#calls, telling.line, begun ?? NOBODY_KNOWS);
    }
  }

  report(): UsageReport {
    return { files: this.#files, ...sums([...this.#calls.values()]), damaged: this.#damaged };
  }
}

function sums(calls: readonly ApiCall[]): Omit<UsageReport, "files" | "damaged"> {
  const costs = calls.map(costOf);
  const by = (nameOf: (call: ApiCall) => string): [string, UsageSum][] => {
    const groups = new Map<string, Adding>();
    for (const [at, call] of calls.entries()) {
      const name = nameOf(call);
      const adding = groups.get(name) ?? new Adding();
      groups.set(name, adding);
      adding.add(call, costs[at]);
    }
    const named = [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
    return named.map(([name, adding]) => [name, adding.sum()]);
  };
  const [[, total] = ["", new Adding().sum()]] = by(() => "");
  return {
    models: by(({ model }) => model).map(([model, used]) => ({ model, ...used })),
    days: by(({ time }) => time.slice(0, 10) || "unknown day").map(([day, used]) => ({ day, ...used })),
    sessions: by(({ owner }) => owner.session || "no session").map(([session, used]) => ({
      session,
      ...used,
    })),
    total,
  };
}

/** A sum while it grows. */
class Adding {
  #calls = 0;
  #tokens: Tokens = NO_TOKENS;
  #searches = 0;
  #units = 0;
  #unpriced = 0;

  add(call: ApiCall, units: number | undefined): void {
    this.#calls += 1;
    this.#tokens = sum(this.#tokens, call.tokens);
    this.#searches += call.searches;
    if (units === undefined) this.#unpriced += 1;
    else this.#units += units;
  }

  sum(): UsageSum {
    const isKnown = this.#calls === 0 || this.#unpriced < this.#calls;
    return {
      calls: this.#calls,
      ...this.#tokens,
      web_search_requests: this.#searches,
      cost_usd: isKnown ? this.#units / UNITS_A_DOLLAR : null,
      calls_without_price: this.#unpriced,
    };
  }
}
