/**
 * Does the official Agent SDK read what this harness writes (D-6)? Plays a session with parallel tools, a cut answer and
 * a resume against the mock, on a real disk, and compares the entries that its reader finds, role by role, with ours.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMockApi, type Reply } from "#mock-api";
import {
  askByMode,
  buildTree,
  hostPorts,
  leafOf,
  modelOver,
  OpenLogs,
  pathTo,
  readLog,
  Session,
} from "#src/index.ts";
import { officialReader } from "./official-sdk.ts";

const call = (command: string) => ({ type: "tool_use" as const, name: "Bash", input: { command } });
const words = (text: string) => ({ type: "text" as const, text });
const TURNS: readonly { readonly prompt: string; readonly replies: readonly Reply[] }[] = [
  {
    prompt: "Look around",
    // The first call ends last: the results stand in another order than the calls.
    replies: [
      {
        content: [
          { type: "thinking", thinking: "both at once" },
          call("sleep 0.3; echo one"),
          call("echo two"),
        ],
      },
      { content: [call("false"), call("echo three"), call("echo four")] },
      { content: [words("Four files.")] },
    ],
  },
  {
    prompt: "Say more",
    replies: [{ content: [words("More,")], stop_reason: "max_tokens" }, { content: [words("then.")] }],
  },
  {
    prompt: "And once more\u2028with \u{1F9EA}",
    replies: [{ content: [call("echo five")] }, { content: [words("Done.")] }],
  },
];

const folder = realpathSync(mkdtempSync(join(tmpdir(), "glass-official-session-")));
try {
  const root = join(folder, "home");
  const cwd = join(folder, "project");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "CLAUDE.md"), "Be brief.\n");
  const reader = await officialReader(folder, root);
  if (!reader) {
    console.log("The official SDK is not to be had here: whether it reads our sessions was not tried.");
  } else {
    const { id, path } = await played(root, cwd);
    const theirs = await reader.getSessionMessages(id, { dir: cwd });
    const ours = conversationOf(path);
    const isSame = ["user", "assistant"].every((role) => {
      const [one, other] = [theirs, ours].map((entries) =>
        entries.filter(({ type }) => type === role).map(({ uuid }) => uuid),
      );
      return one && one.length > 0 && JSON.stringify(one) === JSON.stringify(other);
    });
    console.log(
      `A session that we wrote, resumed twice: official reader ${theirs.length} entries, ours ${ours.length}, ${isSame ? "the same" : "NOT the same"}`,
    );
    if (!isSame) {
      console.error(JSON.stringify({ theirs, ours }, null, 1));
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Each turn in a fresh session of its own process's making: all but the first are resumed. */
async function played(root: string, cwd: string): Promise<{ readonly id: string; readonly path: string }> {
  const api = createMockApi({ model: TURNS.flatMap(({ replies }) => replies) });
  const model = modelOver({ apiKey: "x", fetch: api.fetch, maxRetries: 0 });
  let session: Session | undefined;
  for (const { prompt } of TURNS) {
    const logs = new OpenLogs();
    const ports = hostPorts({ model, ask: askByMode("bypassPermissions"), openLog: logs.open });
    const options = { ports, root, cwd, platform: process.platform };
    session = session ? Session.resume(options, session.id) : Session.begin(options);
    const { failed, message } = await session.prompt(prompt);
    if (failed) throw new Error(message);
    logs.close();
  }
  if (!session) throw new Error("There is no turn.");
  return session;
}

/**
 * The entries of the messages on our path. What no user wrote the official reader leaves out, though its client sends it;
 * and where a call's result stands between two calls is not compared: in a request all results follow all calls.
 */
function conversationOf(path: string): { readonly type: string; readonly uuid: string }[] {
  const tree = buildTree(readLog(new OpenLogs().open(path).read()));
  return pathTo(tree, leafOf(tree)).items.flatMap((item) => {
    if (item.kind !== "entry") return [];
    const { type, uuid, isMeta } = item.node.entry;
    return isMeta === true || !/^(user|assistant)$/.test(type) ? [] : [{ type, uuid }];
  });
}
