/** The help page. */
export const HELP = `mock-api: a Messages API that says no, on this machine

  mock-api rules             every rule: what it checks, its kind, how sure it is, on or off (--json)
  mock-api serve             answers at an address that it prints as its first line; Ctrl-C ends it

with serve
  --port N                   default: 0, any that is free
  --host H                   default: 127.0.0.1, which nobody but this machine can reach
  --script FILE              a JSON list of replies; without it a small rule-based stand-in for a model answers
  --log FILE                 a JSON line for each request is added to it: time, method, path, status, usage; no header, no text
  --cache FILE               keeps the prompt cache there, so that it outlives the server
  --faults FILE|SEED         what goes wrong at which call: a JSON file, or a whole number for a fault at every fifth call or so
  --key K                    take this API key and no other; may be given more than once

with both
  --rules LIST               rules to turn on or off: --rules "MR-46=off,MR-79/older=on"

Exit code: 0 done, 1 failed, 2 wrong usage.`;
