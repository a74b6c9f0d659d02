/** One way to break a rule, tried on one request. */
import { createMockApi, type MessagesRequest, type MockCall, RULES } from "../../../mock-api/index.ts";
import { fixedBecause, switchOf } from "../../../mock-api/rules/rule.ts";
import { MESSAGES_URL, send } from "../exchange.ts";
import { signed } from "../signing.ts";
import type { Break, Broken } from "./break.ts";

/** What came of a request: the switch of the rule that refused it, if one did. */
export interface Outcome {
  rule: string | undefined;
  response: Response;
}

/** A legal request, broken in one way. */
export class Trial {
  readonly way: Break;
  /** What is sent, and what it must bring. */
  readonly sent: Broken;
  readonly #legal: MessagesRequest;
  readonly #body: unknown;

  constructor(way: Break, legal: MessagesRequest) {
    this.way = way;
    this.sent = way.make(legal);
    this.#legal = legal;
    this.#body = signed(this.sent.broken);
  }

  /** What comes of the broken request. */
  broken(): Promise<Outcome> {
    return this.#send(this.#body, this.sent, {});
  }

  /**
   * What comes of the request where the rule does not hold: turned off, and no other of its number with it. A rule that
   * cannot be turned off is kept in its place: the request is sent without its fault.
   */
  freed(): Promise<Outcome> {
    const { rule } = this.way;
    const row = RULES.find((each) => switchOf(each) === rule);
    if (row === undefined || fixedBecause(row) === undefined) {
      return this.#send(this.#body, this.sent, { ...othersOf(row?.id), ...this.way.rules, [rule]: false });
    }
    const { body, ...address } = this.sent.sound ?? { body: this.#legal };
    return this.#send(signed(body), address, {});
  }

  async #send(
    body: unknown,
    { headers = {}, url = MESSAGES_URL }: Pick<Broken, "headers" | "url">,
    rules: Readonly<Record<string, boolean>>,
  ): Promise<Outcome> {
    const told: MockCall[] = [];
    const { apiKeys } = this.way;
    const api = createMockApi({
      model: () => ({}),
      rules: { ...this.way.rules, ...rules },
      ...(apiKeys && { apiKeys }),
      onCall: (call) => told.push(call),
    });
    const response = await send(api, body, { headers, url });
    return { rule: ruleOf(told[0]?.refusal), response };
  }
}

/** The switch of the rule that refused. */
export function ruleOf(refused: { rule?: string; part?: string } | null | undefined): string | undefined {
  if (!refused) return undefined;
  return refused.part === undefined ? refused.rule : `${refused.rule}/${refused.part}`;
}

/** The rows of a number, as they stand. */
function othersOf(id: string | undefined): Record<string, boolean> {
  const rows = RULES.filter((rule) => rule.id === id && fixedBecause(rule) === undefined);
  return Object.fromEntries(rows.map((rule) => [switchOf(rule), rule.on ?? rule.confidence !== "L"]));
}
