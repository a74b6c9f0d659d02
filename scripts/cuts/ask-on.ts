/** A log as it lies there is taken up by a fresh session and asked something: what is said of it, and what is sent. */
import {
  buildTree,
  type Disk,
  type MessagesRequest,
  type Model,
  type Ports,
  readLog,
  Session,
  SessionError,
} from "#src/index.ts";

/** What came of it. */
export interface AskedOn {
  /** Undefined where there is no conversation to go on with. */
  readonly request: MessagesRequest | undefined;
  /** What the person is told. */
  readonly told: readonly string[];
  /** The log afterwards. */
  readonly bytes: Uint8Array;
}

const NEWLINE = 0x0a;
const SOME_SESSION = "00000000-0000-4000-8000-000000000001";

/** Takes a log up and prompts it once. The log's bytes are copied; nothing is on a disk. */
export async function askOn(log: Uint8Array): Promise<AskedOn> {
  const id = buildTree(readLog(log)).sessionId ?? SOME_SESSION;
  const told: string[] = [];
  let bytes = log;
  let request: MessagesRequest | undefined;
  const file = {
    read: (offset = 0, length = bytes.length) => bytes.subarray(offset, offset + length),
    size: () => bytes.length,
    append: (line: string) => {
      const open = bytes.length > 0 && bytes.at(-1) !== NEWLINE;
      bytes = Buffer.concat([bytes, Buffer.from(open ? `\n${line}` : line)]);
    },
  };
  const ports = portsWith(
    (asked) => {
      request = asked;
    },
    () => file,
  );
  try {
    const session = Session.resume(
      {
        ports,
        root: "/data",
        cwd: "/project",
        platform: "linux",
        emit: (event) => {
          if (event.type === "notice") told.push(event.text);
        },
      },
      id,
    );
    await session.prompt("And now?");
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    told.push(error.message);
  }
  return { request, told, bytes };
}

function portsWith(onRequest: (request: MessagesRequest) => void, openLog: Ports["openLog"]): Ports {
  let ids = 0;
  const model: Model = {
    send: async (request) => {
      onRequest(request);
      const usage = {
        input_tokens: 1,
        output_tokens: 1,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
      };
      const content = [{ type: "text", text: "yes" }];
      const end = { stop_reason: "end_turn", stop_sequence: null };
      return { id: "msg_asked_on", requestId: null, model: request.model, content, ...end, usage };
    },
  };
  return {
    model,
    openLog,
    disk: EMPTY_DISK,
    clock: { now: () => new Date(0) },
    ids: {
      uuid: () => {
        ids += 1;
        return `asked-on-${ids}`;
      },
    },
    shell: { run: () => Promise.reject(new Error("No command is run here.")) },
    ask: { permit: async () => ({ allowed: false, reason: "no" }) },
  };
}

const EMPTY_DISK: Disk = {
  realPath: () => undefined,
  kind: () => undefined,
  read: () => undefined,
  write: writesNothing,
  stat: () => undefined,
  replace: writesNothing,
  remove: writesNothing,
  list: () => [],
};

function writesNothing(): never {
  throw new Error("Nothing is written here.");
}
