/** The help page. */
export const HELP = `glass: the agent harness you can see through

  glass                             a conversation at this terminal; /help there lists commands and keys
  glass -p "prompt"                 one turn: the answer alone is printed; without a prompt it is read from
                                    standard input, and with one what is piped in stands behind it
  glass log payload FILE            the conversation that a log rebuilds to, as JSON
  glass log tree FILE               the log as a tree
  glass log check FILE|DIR…         what is wrong with logs, a line a fault, and whether the API would take what they
                                    rebuild to (--json; --strict stops at the first damaged line)
  glass log usage FILE|DIR…         tokens and their cost by model, day and session, each API call once (--json)
  glass log context FILE            what fills the window of a log's conversation, estimated (--json)
  glass context                     what fills the window of a new session, or of one with -c or -r, and what could be
                                    done about it (--json)
  glass cache-report ID|FILE        what the cache did in each request of a session, what that cost, and why less was read
                                    than could have been (-c: the newest session of this folder; --json)
  glass sessions                    this folder's sessions (--json; --all: of every folder)
  glass clean [DIR]                 takes away sessions that have not changed for 30 days, or as long as cleanupPeriodDays of
                                    your settings says, and all that is theirs (--dry-run: only says what would go); DIR is
                                    a data root other than GLASS_HOME

who answers
  (nothing)                         a small rule-based stand-in for a model; nothing leaves this machine
  --script FILE                     a JSON list of replies; nothing leaves this machine
  --live                            the real API (ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL)

in a conversation and with -p
  -c, --continue                    go on with this folder's newest session
  -r, --resume ID|NAME|TEXT         go on with that session: the first characters of its id, its name, or a part of
                                    that; without one: a list to choose from
  --fork-session                    with -c or -r: go on in a branch, a session of its own; the other stays as it is
  --cwd DIR                         the project folder (default: where you are)
  --permission-mode MODE            what runs unasked: default: reading · acceptEdits: also edits ·
                                    bypassPermissions: everything · plan: reading, and nothing else at all
  --dangerously-skip-permissions    the same as --permission-mode bypassPermissions
  --model ID                        default: the session's own, or claude-opus-5
  --thinking off|adaptive|TOKENS    default: adaptive, where the model takes it
  --effort low|medium|high|xhigh|max
  --reminders vanish|sticky         what becomes of the mode and the date that the model is told: gone with their request,
                                    or logged when they change (default where thinking is bound to what it was shown)
  --append-system-prompt TEXT       put at the end of the system prompt
  --mcp-config FILE                 MCP servers to start; those of the project's .mcp.json are asked for, or named in
                                    enabledMcpjsonServers of your settings
  --fsync turn|entry                when the log is safe from a fall of the machine: after a prompt and at its
                                    turn's end (default), or after every entry; a killed process loses none

with -p alone
  --output-format text|json|stream-json
                                    json: {session_id, result, stop_reason, is_error, num_steps, usage};
                                    stream-json: a JSON object a line for each event, that one last, with type "result"
  --max-turns N                     the most steps (requests) of the turn; default 100

--help is this page, --version prints the version. Sessions are kept under GLASS_HOME (default ~/.glass-harness).
Exit code: 0 done · 1 failed, or faults found · 2 wrong usage or faulty settings · 3 stopped at --max-turns · 130 interrupted.`;
