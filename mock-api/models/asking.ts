/** Asks a scripted model for replies, one after the other (D-26). */
import type { MessagesRequest } from "../wire.ts";
import type { Reply, ReplyGenerator, ScriptedModel, Taken } from "./scripted.ts";
import { soundReply } from "./sound-replies.ts";

/** Asks a model. A list and a generator move on by one with every question, and answer with a 500 past their end. */
export type AskModel = (request: MessagesRequest) => Taken;

/** Makes a model ready to be asked. */
export function askModel(model: ScriptedModel): AskModel {
  return typeof model === "function" ? askFunction(model) : askInTurn(listed(model));
}

/** The reply at a position, asked for once and in order. */
type Source = (position: number, request: MessagesRequest) => Reply | Promise<Reply>;

// Whether a function is a generator's shows when it is first called. It is then called no more.
function askFunction(model: Exclude<ScriptedModel, readonly Reply[]>): AskModel {
  let inTurn: AskModel | undefined;
  return (request) => {
    if (inTurn) return inTurn(request);
    const made = model(request);
    if (!isGenerator(made)) return { position: 0, reply: sound(made), giveBack: () => {} };
    inTurn = askInTurn(generated(made));
    return inTurn(request);
  };
}

function askInTurn(source: Source): AskModel {
  const returned: Taken[] = [];
  let next = 0;
  const takeNew = (request: MessagesRequest): Taken => {
    const position = next;
    next += 1;
    const taken: Taken = {
      position,
      reply: sound(source(position, request)),
      giveBack: () => putBack(taken),
    };
    return taken;
  };
  const putBack = (taken: Taken): void => {
    returned.push(taken);
    returned.sort((one, other) => one.position - other.position);
  };
  return (request) => returned.shift() ?? takeNew(request);
}

function listed(replies: readonly Reply[]): Source {
  return (position) => replies[position] ?? ended(replies.length);
}

function generated(replies: ReplyGenerator): Source {
  let given = 0;
  const read = ({ done, value }: IteratorResult<Reply, unknown>): Reply => {
    if (done && value === undefined) return ended(given);
    given += 1;
    return value as Reply;
  };
  return (_position, request) => {
    const result = replies.next(request);
    return result instanceof Promise ? result.then(read) : read(result);
  };
}

/** What a list holds has been looked at before; what a function gives has not. */
function sound(given: Reply | Promise<Reply>): Reply | Promise<Reply> {
  return given instanceof Promise ? given.then(soundReply) : soundReply(given);
}

function isGenerator(made: Reply | Promise<Reply> | ReplyGenerator): made is ReplyGenerator {
  return typeof made === "object" && made !== null && "next" in made && typeof made.next === "function";
}

// Asked again, it has no more to say.
function ended(count: number): Reply {
  const headers = { "x-should-retry": "false" };
  return { status: 500, error: `script ended after ${count} replies`, headers };
}
