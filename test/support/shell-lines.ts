/** Command lines that try to get a program run past a rule, and ordinary ones. */
import fc from "fast-check";

/** The ways to write the name `wipe` so that its letters stand there. */
const SAID = [
  "wipe",
  "'wipe'",
  '"wipe"',
  "w''ipe",
  'wi"pe"',
  "w\\ipe",
  "\\wipe",
  "wi\\\npe",
  "$'wipe'",
  "$'\\x77ipe'",
  '$"wipe"',
  "./wipe",
  "../bin/wipe",
  "././wipe",
  "../project//wipe",
  "./[w]ipe",
  "{wipe,}",
  "$" + "{none:-wipe}",
  "$(echo wipe)",
  "`echo wipe`",
  "~/wipe",
  "$PWD/wipe",
];

/** And the ways in which they do not. */
const UNSAID = [
  "./w*",
  "./wip?",
  "./[!s]*",
  "./[[:alpha:]]i??",
  "w$@ipe",
  "w$" + "{none}ipe",
  "w{i,}pe",
  "$'\\x77ipe'",
  "$(printf '\\167\\151pe')",
  "$(echo epiw | rev)",
];

/** A line in quotes, as one word. */
const quoted = (line: string): string => `'${line.replaceAll("'", "'\\''")}'`;

/** Lines in which something else stands before or behind a line. */
const NEIGHBOURS: readonly ((line: string) => string)[] = [
  (line) => `true && ${line}`,
  (line) => `false || ${line}`,
  (line) => `echo hi; ${line}`,
  (line) => `echo hi | ${line}`,
  (line) => `echo hi |& ${line}`,
  (line) => `${line} | safe`,
  (line) => `true & ${line}`,
  (line) => `${line} &`,
  (line) => `# safe\n${line}`,
  (line) => `safe # x\n${line}`,
  (line) => `safe\n\n${line}`,
  (line) => `safe \\\n; ${line}`,
  (line) => `safe a\\\n\n${line}`,
  (line) => `safe 'a\n# b'\n${line}`,
  (line) => `safe '#' x; ${line}`,
  (line) => `safe a#b; ${line}`,
  (line) => `safe "';'" ; ${line}`,
];

/** Lines that run a line, by one way or another. */
const RUNNERS: readonly ((line: string) => string)[] = [
  (line) => `(${line})`,
  (line) => `{ ${line}; }`,
  (line) => `! ${line}`,
  (line) => `if true; then ${line}; fi`,
  (line) => `for i in 1; do ${line}; done`,
  (line) => `while ${line}; do break; done`,
  (line) => `case x in x) ${line};; esac`,
  (line) => `f() { ${line}; }; f`,
  (line) => `function safe { ${line}; }; safe`,
  (line) => `coproc ${line}`,
  (line) => `X=1 ${line}`,
  (line) => `>out ${line}`,
  (line) => `2>&1 ${line}`,
  (line) => `&>out ${line}`,
  (line) => `${line} >out 2>&1`,
  (line) => `safe $(${line})`,
  (line) => `safe "$(${line})"`,
  (line) => `safe \`${line}\``,
  (line) => `safe <(${line})`,
  (line) => `safe >(${line})`,
  (line) => `safe $((a[$(${line})]))`,
  (line) => `X=$(${line}) safe`,
  (line) => `X=$(${line})`,
  (line) => `[ -v 'a[$(${line})]' ]`,
  (line) => `test -v 'a[$(${line})]'`,
  (line) => `[[ 'a[$(${line})]' -eq 0 ]]`,
  (line) => `printf -v 'a[$(${line})]' x`,
  (line) => `read 'a[$(${line})]' <<< x`,
  (line) => `unset 'a[$(${line})]'`,
  (line) => `declare 'a[$(${line})]=x'`,
  (line) => `let 'a[$(${line})]=1'`,
  (line) => `env ${line}`,
  (line) => `env A=b ${line}`,
  (line) => `env -u A ${line}`,
  (line) => `env -S ${quoted(line)}`,
  (line) => `timeout 5 ${line}`,
  (line) => `timeout -s KILL --foreground 5 ${line}`,
  (line) => `nohup ${line}`,
  (line) => `nice -n 1 ${line}`,
  (line) => `nice -1 ${line}`,
  (line) => `stdbuf -oL ${line}`,
  (line) => `setsid -w ${line}`,
  (line) => `time ${line}`,
  (line) => `time -p ${line}`,
  (line) => `command ${line}`,
  (line) => `command -p ${line}`,
  (line) => `exec ${line}`,
  (line) => `exec -a safe ${line}`,
  (line) => `builtin command ${line}`,
  (line) => `eval ${line}`,
  (line) => `eval ${quoted(line)}`,
  (line) => `bash -c ${quoted(line)}`,
  (line) => `bash -ec ${quoted(line)} safe`,
  (line) => `sh -c ${quoted(line)}`,
  (line) => `dash -c ${quoted(line)}`,
  (line) => `echo ${quoted(line)} | bash`,
  (line) => `bash <<< ${quoted(line)}`,
  (line) => `bash <<EOF\n${line}\nEOF`,
  (line) => `echo ${quoted(line)} > s; . ./s`,
  (line) => `echo ${quoted(line)} > s; sh s`,
  (line) => `echo ${quoted(line)} > s; BASH_ENV=s bash -c true`,
  (line) => `trap ${quoted(line)} EXIT`,
  (line) => `shopt -s expand_aliases\nalias safe=${quoted(line)}\nsafe`,
  (line) => `mapfile -c 1 -C ${quoted(line)} <<< x`,
  (line) => `xargs ${line} </dev/null`,
  (line) => `echo x | xargs -n 1 ${line}`,
  (line) => `echo x | xargs -I {} ${line} {}`,
  (line) => `echo ${quoted(line)} | xargs -d '\n' -I {} bash -c {}`,
  (line) => `echo ${quoted(line)} | xargs env`,
  (line) => `echo ${quoted(line)} | xargs -I {} {}`,
  (line) => `find . -maxdepth 0 -exec ${line} \\;`,
  (line) => `find . -maxdepth 0 -exec ${line} {} +`,
  (line) => `find . -maxdepth 0 -name x -o -exec true \\; -exec ${line} ';'`,
  (line) => `awk ${quoted(`BEGIN{system("${line.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}")}`)}`,
  (line) => `perl -e ${quoted(`exec "sh", "-c", q(${line})`)}`,
  (line) => `echo 1 | sed ${quoted(`1e ${line}`)}`,
  (line) => `PATH=.:/usr/bin ${line}`,
  (line) => `echo ${quoted(line)} > s; exec < s; bash`,
  (line) => `command_not_found_handle() { ${line}; }; nosuch`,
  (line) => `\u00a0${line}`,
  (line) => `safe\u3000;${line}`,
  (line) => `safe\r\n${line}`,
];

/** Lines of plain commands, of which one runs a line that it is told, is fed, or finds in a file. */
const HIDERS: readonly ((line: string) => string)[] = [
  (line) => `git -c alias.x=${quoted(`!${line}`)} x`,
  (line) => `git init -q; git config alias.x ${quoted(`!${line}`)}; git x`,
  (line) => `git ls-remote --upload-pack=${quoted(`${line};`)} .`,
  (line) => `git init -q; echo ${quoted(line)} > .git/hooks/pre-commit; git commit`,
  (line) => `tar cf /dev/null --checkpoint=1 --checkpoint-action=exec=${quoted(line)} safe`,
  (line) => `tar cf x safe; tar xf x --to-command=${quoted(line)}`,
  (line) => `tar cf /dev/null -I ${quoted(line)} safe`,
  (line) => `make --eval=${quoted(`all:\n\t${line.replaceAll("$", "$$$$")}`)}`,
  (line) => `printf %s ${quoted(`all:\n\t${line.replaceAll("$", "$$$$")}\n`)} | make -f -`,
  (line) => `printf %s ${quoted(`all:\n\t${line.replaceAll("$", "$$$$")}\n`)} > Makefile; make`,
  (line) => `split --filter=${quoted(line)} safe`,
  (line) => `vim -es -c ${quoted(`!${line}`)} -c q`,
  (line) => `echo ${quoted(`exec "sh", "-c", q(${line})`)} | perl /dev/stdin`,
  (line) => `/lib64/ld-linux-x86-64.so.2 /bin/sh -c ${quoted(line)}`,
  (line) => `echo ${quoted(line)} > s; chmod +x s; ./s`,
  (line) => `echo ${quoted(line)} | tee s; chmod +x s; ./s`,
  (line) => `env ${quoted(`BASH_FUNC_safe%%=() { ${line}; }`)} bash -c safe`,
  (line) => `ssh -o ProxyCommand=${quoted(line)} x`,
];

/** Whole lines that run `wipe` by a name of another, or through what is not written there. */
const LINES = [
  "X=wipe; $X",
  "X=wipe env $X",
  "cp wipe other; ./other",
  "ln -s wipe other && ./other",
  "ln -s ../bin/wip? other; ./other",
  "ls ../bin | tail -1 | xargs -I {} cp ../bin/{} other; ./other",
  "mkdir e; cp ../bin/* e; rm e/s*; mv e/* other; ./other",
  "cat ../bin/* > other; chmod +x other; ./other",
  "echo epiw | rev > s; chmod +x s; ./s",
  "echo epiw | rev | tee s; chmod +x s; ./s",
  "printf 'all:\\n\\t\\167ipe\\n' | make -f -",
  "printf 'all:\\n\\t\\167ipe\\n' > Makefile; make",
  "./linked",
  "cat wipe > other; chmod +x other; ./other",
  "hash -p ./wipe safe; safe",
  "PATH=$PWD; wipe",
  "echo wipe | xargs env",
  "echo wipe | xargs nohup",
  "printf '\\167\\151pe' | xargs env",
  "printf '\\167\\151pe' | bash",
  'awk \'BEGIN{system("w" "ipe")}\'',
  'perl -e \'system "w"."ipe"\'',
  'python3 -c \'import os; os.system("w" + "ipe")\'',
  "find . -name 'w*' -exec {} \\;",
  "find . -name 'w*' -exec env {} \\;",
  "ls | grep ^w | xargs -I {} sh -c ./{}",
  'set -- wipe; "$@"',
  "wipe() { command wipe; }; wipe",
  "cd .. && bin/wipe",
  "cd ../bin; ./w*",
  "echo safe wipe",
  "grep -n wipe wipe",
  "safe wipe",
  "safe ./w*",
  "safe -x 'wipe'",
];

const anyFrames = (frames: typeof RUNNERS, maxLength: number) =>
  fc.array(fc.constantFrom(...frames), { maxLength });

const anyName = fc.oneof(fc.constantFrom(...SAID), fc.constantFrom(...UNSAID));

/** One line that wants `wipe` to run. */
export const anyAttack: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(anyName, fc.constantFrom("", " x", " -rf x"), anyFrames(RUNNERS, 2), anyFrames(NEIGHBOURS, 2))
      .map(([name, rest, runners, neighbours]) =>
        [...runners, ...neighbours].reduce<string>((line, frame) => frame(line), name + rest),
      ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...UNSAID), fc.constantFrom(...HIDERS), anyFrames(NEIGHBOURS, 1))
      .map(([name, hide, neighbours]) => neighbours.reduce<string>((line, frame) => frame(line), hide(name))),
  },
  { weight: 2, arbitrary: fc.constantFrom(...LINES) },
);

const PIECES = [
  ..."wipe w ipe safe x = X= $X -c true ' \" \\ ; & && | || # $ ( ) { } < > 2> << * ? [ ] ! ~ ./ ` é".split(
    " ",
  ),
  ..."bash -c /env /timeout 1 /exec /time /xargs /command /echo /safe / #/  / ".split("/"),
  ...["\n", "\t", "\r", "\u00a0", "\u2028", "\u0007"],
];

/** Signs of the shell in any order, most of which is no command at all. */
export const anySigns: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 10 })
  .map((pieces) => pieces.join(""));

/** Ordinary lines of `safe`. */
export const anyHarmless: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("safe", "safe -x 'a b'", 'safe "#"', "safe a.txt*", "safe # wipe"),
    fc.array(
      fc.constantFrom(
        (line: string) => `timeout 5 ${line}`,
        (line: string) => `safe && ${line}`,
        (line: string) => `# wipe\n${line}`,
        (line: string) => `nice ${line}`,
      ),
      { maxLength: 2 },
    ),
  )
  .map(([line, frames]) => frames.reduce<string>((within, frame) => frame(within), line));
