/**
 * Models and faults for property tests: any legal behaviour of a model, and what can go wrong on the way. Needs the
 * package `fast-check`, so it is a door of its own.
 *
 * @packageDocumentation
 */
import fc from "fast-check";
import { FAULTS, type FaultKind, USUAL_KINDS } from "../fault-table.ts";
import type { MessagesRequest } from "../wire.ts";
import { ENDINGS, type Ending, type Saying, sayingsOf, shownSayings } from "./generative/saying.ts";
import { replyTo } from "./generative/speaker.ts";
import type { Mishap, Reply } from "./scripted.ts";

export type { Ending } from "./generative/saying.ts";

/** What a generated model may do. */
export interface GenerativeOptions {
  /** How many answers it plans, at most; left out: 8. After the last one it ends the turn, and begins anew. */
  answers?: number;
  /** The ways an answer may end besides the plain one; left out: all. */
  endings?: readonly Ending[];
}

/** A model that says what was planned for it: a pure function of the request. Printed, it is its plan. */
export interface GenerativeModel {
  (request: MessagesRequest): Reply;
  toString(): string;
}

/**
 * Any model: it thinks where thinking is on, speaks, calls tools of the request, several at once too, with input that
 * fits their schemas, and stops for any reason that there is (MR-74). A counterexample shrinks to fewer and plainer
 * answers.
 *
 * Which answer is due follows from the length of the conversation alone, so that a request sent twice is answered alike
 * (C-1.2), and a session can be taken up anywhere.
 *
 * Law: generative-legal.
 */
export function anyModel({
  answers = 8,
  endings = ENDINGS,
}: GenerativeOptions = {}): fc.Arbitrary<GenerativeModel> {
  return sayingsOf(answers, endings).map(modelOf);
}

/** The model of a seed, to do without a property test: the same seed is the same model. */
export function modelOfSeed(seed: number, options: GenerativeOptions = {}): GenerativeModel {
  return onlySample(anyModel(options), seed);
}

/** What a plan of faults may hold. */
export interface AnyFaultsOptions {
  /** How many calls may meet one; left out: 8. */
  calls?: number;
  /** Left out: those that a client may survive when it tries again; of `hang` it needs a timeout. */
  kinds?: readonly FaultKind[];
}

/** Any plan of faults for `createMockApi({ faults })`: for each call in order a fault, or more often none. */
export function anyFaults({
  calls = 8,
  kinds = USUAL_KINDS,
}: AnyFaultsOptions = {}): fc.Arbitrary<(Mishap | null)[]> {
  const anyFault = fc.constantFrom(...kinds).map((kind): Mishap => FAULTS[kind]);
  return fc.array(fc.option(anyFault, { freq: 2 }), { maxLength: calls });
}

function modelOf(sayings: readonly Saying[]): GenerativeModel {
  const shown = (): string => shownSayings(sayings);
  // The place after the last saying is the end of the turn; then the plan begins anew.
  const model = (request: MessagesRequest): Reply =>
    replyTo(request, sayings[(request.messages.length >> 1) % (sayings.length + 1)]);
  return Object.assign(model, { toString: shown, [fc.toStringMethod]: shown });
}

function onlySample<Value>(arbitrary: fc.Arbitrary<Value>, seed: number): Value {
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1 });
  return value as Value;
}
