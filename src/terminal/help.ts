/** The help page. */
export const HELP = `glass: the agent harness you can see through

  glass                             a conversation at this terminal; /help there lists commands and keys
  glass -p "prompt"                 one turn: the answer alone is printed; without a prompt it is read from
                                    standard input
  glass log payload FILE            the conversation that a log rebuilds to, as JSON
  glass log tree FILE               the log as a tree
  glass log check FILE…             what is wrong with a log, a line a fault (--json)
  glass log usage FILE…             tokens, each API call once (--json)

who answers
  (nothing)                         a small rule-based stand-in for a model; nothing leaves this machine
  --script FILE                     a JSON list of replies; nothing leaves this machine
  --live                            the real API (ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL)

in a conversation and with -p
  -c, --continue                    go on with this folder's newest session
  -r, --resume ID                   go on with that session; the first characters of its id will do
  --cwd DIR                         the project folder (default: where you are)
  --permission-mode MODE            what runs unasked: default: reading · acceptEdits: also edits ·
                                    bypassPermissions: everything · plan: reading, and nothing else at all
  --dangerously-skip-permissions    the same as --permission-mode bypassPermissions
  --model ID                        default: the session's own, or claude-opus-5
  --thinking off|adaptive|TOKENS    default: adaptive, where the model takes it
  --effort low|medium|high|xhigh|max
  --append-system-prompt TEXT       put at the end of the system prompt

with -p alone
  --output-format text|json         json: {session_id, result, stop_reason, is_error, num_steps, usage}

--version prints the version. Sessions are kept under GLASS_HOME (default ~/.glass-harness). Exit code: 0 done, 1 failed or faults found, 2 wrong usage.`;
