/** Which thinking of a request the model that is asked cannot use, and why (MR-46, MR-94). */
import { traitsOf } from "../catalog/traits.ts";
import type { Call } from "../rules/call.ts";
import type { Binding, Claims } from "./signatures.ts";
import { type SignedBlock, thinkingOf } from "./signed.ts";
import { bindingsIn } from "./trail.ts";

/** Why a block does not hold. */
export interface Mismatch {
  reason: "model_binding_mismatch" | "organization_binding_mismatch" | "prefix_binding_mismatch";
  /** What differs, where it can be told, as the API says it. */
  hint?: string;
}

/** A thinking block, and why it does not hold if it does not. */
export interface JudgedBlock extends SignedBlock {
  mismatch: Mismatch | undefined;
}

/** What `thinking.block_binding.prefix_mismatch_behavior` may ask for. */
export type MismatchBehavior = "error" | "drop_block";

const JUDGED = new WeakMap<Call, JudgedBlock[]>();

/**
 * All thinking of a request in its order, judged once. Whether the conversation before a block is looked at
 * depends on the model that is asked, whoever made the block.
 *
 * Law: bound-thinking-holds, bound-thinking-breaks.
 */
export function judgedThinking(call: Call): readonly JudgedBlock[] {
  const judged = JUDGED.get(call) ?? judge(call);
  JUDGED.set(call, judged);
  return judged;
}

/** The behavior that a request asks for; undefined when it leaves that to the account. */
export function behaviorOf({ request }: Call): MismatchBehavior | undefined {
  const binding = request.thinking?.["block_binding"];
  if (typeof binding !== "object" || binding === null) return undefined;
  const { prefix_mismatch_behavior: behavior } = binding as Record<string, unknown>;
  return behavior === "error" || behavior === "drop_block" ? behavior : undefined;
}

function judge(call: Call): JudgedBlock[] {
  const blocks = thinkingOf(call).flat();
  const checks = blocks.length > 0 && call.traits.thinkingBinding === "conversation";
  const bindings = checks ? bindingsIn(call.request) : [];
  return blocks.map((signed, at) => ({ ...signed, mismatch: mismatchOf(call, signed, bindings[at]) }));
}

function mismatchOf(call: Call, { signature }: SignedBlock, here?: Binding): Mismatch | undefined {
  if (typeof signature === "string") return undefined;
  if (isNewer(call, signature)) return { reason: "model_binding_mismatch" };
  if (isOfAnotherAccount(call, signature)) return { reason: "organization_binding_mismatch" };
  return here && prefixMismatch(signature, here);
}

function isNewer(call: Call, { maker }: Claims): boolean {
  return traitsOf(maker).thinkingRank > call.traits.thinkingRank && call.isOn("MR-94/models");
}

function isOfAnotherAccount(call: Call, { maker, organization }: Claims): boolean {
  // Without headers nobody says who asks.
  const known = call.head.headers !== null && call.isOn("MR-94/account");
  return known && traitsOf(maker).accountBound && organization !== call.head.organization;
}

// Earlier thinking may be removed from the front: so a block with none before it holds, whichever stood there (MR-47).
function prefixMismatch(claims: Claims, here: Binding): Mismatch | undefined {
  const reason = "prefix_binding_mismatch";
  if (claims.system !== here.system) {
    return { reason, hint: "The `system` prompt differs from the one this block was created with." };
  }
  if (claims.tools !== here.tools || claims.messages !== here.messages) return { reason };
  if (here.after === null || here.after === claims.after) return undefined;
  if (claims.after === null) return { reason };
  const hint =
    "The `thinking` block that preceded this one when it was created is missing from this request.";
  return { reason, hint };
}
