/** What is known of programs by their names: which only read, which only pass on, which move files, which run code. */

const named = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/));

/** They show what they are told or what stands in files, and can do nothing else. */
export const READS = named(
  `: [ basename cat cd cmp comm cut dirname du echo egrep expr false fgrep file fold grep head hostname id ls md5sum nl
  od printf pwd readlink realpath rev seq sha1sum sha256sum sleep stat strings tac tail test tr true type uname wc which
  whoami`,
);

/** They take their input as text, whatever it says. */
const FILTERS = named("base64 column gunzip gzip hexdump iconv jq paste sed sort tee uniq xxd zcat");

/** They make, move and mark files, and take words for nothing but names. */
const HANDLES = named("chgrp chmod chown cp ln mkdir mv rm rmdir touch truncate");

/** They give files names. A program with another name is one that a rule does not see. */
export const RENAMES = named("cp dd install link ln mv rename rsync");

/** They leave what they are fed, or what they fetch, in a file. */
export const WRITES = named("curl dd install sponge tee wget");

/** They read, or take away, all that is in a folder. */
export const TAKES_FOLDERS = named(
  "7z ack ag bsdtar chmod chown cp cpio diff find git grep install ln mv perl rg rm rsync scp shred tar unzip zip",
);

/** They change files whose names they are given. */
export const CHANGES = named(
  "bsdtar chmod chown cp dd find git install ln mv patch perl rm rsync sed shred sort tar tee touch truncate uniq unzip",
);

/** What such a program is fed or told is text to it, and no code. */
export function takesText(name: string): boolean {
  return READS.has(name) || FILTERS.has(name) || HANDLES.has(name);
}

/** Programs that run code of a language of their own. */
export const INTERPRETER =
  /^(python[\d.]*|pypy[\d.]*|ipython[\d.]*|perl[\d.]*|ruby[\d.]*|irb|node|nodejs|tsx|ts-node|deno|bun|php[\d.]*|lua(jit)?[\d.]*|tclsh[\d.]*|R|Rscript|octave|julia|elixir|erl|ghc|ghci|runghc|guile|sbcl|scala|groovy|jshell|swift|osascript|gnuplot|sqlite3?|psql|mysql)$/;

export const AWK = /^([gmn]?awk|original-awk)$/;

/** Programs that take what they run from their input, from a string, or run it elsewhere or by another loader. */
export const ELSEWHERE =
  /^(at|batch|bwrap|capsh|chpst|choom|chroot|chrt|crontab|dc|ed|entr|ex|expect|firejail|flock|gdb|hyperfine|ld(-linux.*)?\.so.*|ltrace|m4|mkfifo|mknod|nsenter|numactl|parallel|pkexec|prlimit|proot|run-parts|runuser|screen|script|setarch|setpriv|socat|ssh|strace|su|systemd-run|taskset|tmux|unshare|watch|watchexec)$/;
