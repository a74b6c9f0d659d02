/**
 * Thinking that a made-up answer thought. A signature depends on everything before its block, so a block is written
 * with a plan in the place of it, and `signed` signs a request once all of it is there.
 */
import { headOf } from "../../mock-api/http/head.ts";
import {
  type Claims,
  isThinking,
  type Origin,
  signatureOf,
  signRedacted,
  signThinking,
} from "../../mock-api/thinking/signatures.ts";
import { Trail } from "../../mock-api/thinking/trail.ts";
import type { MessagesRequest, RequestBlock, RequestMessage } from "../../mock-api/wire.ts";
import { HEADERS } from "./exchange.ts";

/** What is signed; the text is sealed whether or not the block shows it. */
interface Plan extends Origin {
  text: string;
}

const PLANNED = "to be signed: ";

/** A thinking block that is not signed yet. */
export function planned(form: "shown" | "omitted" | "redacted", plan: Plan): RequestBlock {
  const signature = `${PLANNED}${JSON.stringify(plan)}`;
  if (form === "redacted") return { type: "redacted_thinking", data: signature };
  return { type: "thinking", thinking: form === "shown" ? plan.text : "", signature };
}

/** Who made the thinking, and for whom; left out: the model that is asked, for the key that the tests send. */
export type Making = Partial<Pick<Claims, "maker" | "organization">>;

/** The same request with every planned block signed at its place. What is no request is left as it is. */
export function signed<Body>(body: Body, making: Making = {}): Body {
  if (!isRequest(body)) return body;
  const maker = making.maker ?? body.model;
  const organization = making.organization ?? OURS;
  const trail = new Trail(readable(body));
  const messages = body.messages.map((message) => {
    if (!isObject(message) || !Array.isArray(message.content)) {
      if (isObject(message) && typeof message.content === "string" && message.content !== "") {
        trail.read(message.role, { type: "text", text: message.content });
      }
      return message;
    }
    const content = message.content.map((block) => {
      if (!isObject(block)) return block;
      const made = signedBlock(block, { maker, organization, ...trail.binding });
      trail.read(message.role, made);
      return made;
    });
    return { ...message, content };
  });
  return { ...body, messages };
}

const OURS = headOf(new Headers(HEADERS), "messages").organization;

function signedBlock(block: RequestBlock, bound: Omit<Claims, keyof Origin>): RequestBlock {
  const plan = isThinking(block) ? signatureOf(block) : undefined;
  if (!plan?.startsWith(PLANNED)) return block;
  const { text, ...origin } = JSON.parse(plan.slice(PLANNED.length)) as Plan;
  const claims = { ...origin, ...bound };
  return block.type === "redacted_thinking"
    ? { ...block, data: signRedacted(claims) }
    : { ...block, signature: signThinking(text, claims) };
}

function isRequest(body: unknown): body is MessagesRequest {
  return isObject(body) && Array.isArray((body as { messages?: unknown }).messages);
}

// Requests that are broken on purpose are signed, too: what cannot be read is taken for nothing.
function readable({ system, tools }: MessagesRequest): Pick<MessagesRequest, "system" | "tools"> {
  return {
    ...(typeof system === "string" && { system }),
    ...(Array.isArray(system) && { system: system.filter(isObject) }),
    ...(Array.isArray(tools) && { tools: tools.filter(isObject) }),
  };
}

function isObject<Value>(value: Value): value is Value & object {
  return typeof value === "object" && value !== null;
}

/** Where a block stands: the index of its message, and its own within that. */
export interface Place {
  message: number;
  index: number;
}

/** The place of every thinking block of a conversation, in order. */
export function thinkingPlaces(messages: readonly RequestMessage[]): Place[] {
  return messages.flatMap(({ content }, message) =>
    (typeof content === "string" ? [] : content).flatMap((block, index) =>
      isThinking(block) ? [{ message, index }] : [],
    ),
  );
}
