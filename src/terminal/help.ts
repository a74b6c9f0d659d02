/** The help page. */
export const HELP = `glass: the agent harness you can see through

  glass -p "prompt"                 one turn with a small rule-based stand-in for a model; nothing leaves this machine
  glass -p "prompt" --script FILE   one turn, answered from a JSON list of replies; nothing leaves this machine
  glass -p "prompt" --live          one turn with the real API (ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL)
  glass log payload FILE            the conversation that a log rebuilds to, as JSON
  glass log tree FILE               the log as a tree
  glass log check FILE…             what is wrong with a log, a line a fault (--json)
  glass log usage FILE…             tokens, each API call once (--json)

with -p
  -c, --continue                    go on with this folder's newest session
  -r, --resume ID                   go on with that session; the first characters of its id will do
  --cwd DIR                         the project folder (default: where you are)
  --permission-mode MODE            default: read only · acceptEdits: also edits · bypassPermissions: also the shell · plan
  --output-format text|json         json: {session_id, result, stop_reason, is_error, num_steps, usage}
  --model ID                        default: the session's own, or claude-opus-5
  --append-system-prompt TEXT       put at the end of the system prompt

--version prints the version. Sessions are kept under GLASS_HOME (default ~/.glass-harness). Exit code: 0 done, 1 failed or faults found, 2 wrong usage.`;
