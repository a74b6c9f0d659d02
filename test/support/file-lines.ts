/** Command lines that try to show or to change the file `deep.txt` of a folder past a rule. */
import fc from "fast-check";
import { shownAs } from "./law.ts";

/** What stands in the file. */
export const HIDDEN = "what nobody may see";

/** A line, for the folder that the file lies in as somebody may name it. */
export interface FileLine {
  lineFor(folder: string): string;
}

/** Ways to come to stand in a folder, and what the folder is called from there. */
const MOVES: readonly ((folder: string) => readonly [line: string, from: string])[] = [
  (folder) => ["", folder],
  (folder) => ["", folder],
  (folder) => ["", `./${folder}`],
  (folder) => ["", `${folder}/../${folder}`],
  (folder) => ["", `$PWD/${folder}`],
  (folder) => ["", `~/${folder}`],
  (folder) => ["", `~+/${folder}`],
  () => ["", "s*b"],
  () => ["", "?u?"],
  () => ["", "{sub,none}"],
  (folder) => [`cd ${folder}; `, "."],
  (folder) => [`cd ./${folder} && `, "."],
  (folder) => [`cd -- ${folder}; `, "."],
  (folder) => [`cd -P ${folder}; `, "."],
  () => ["cd s*; ", "."],
  (folder) => [`cd ~ && cd ${folder}; `, "."],
  (folder) => [`cd; cd ${folder}; `, "."],
  (folder) => [`cd / && cd -; cd ${folder}; `, "."],
  (folder) => [`pushd ${folder}; `, "."],
  (folder) => [`pushd -n ${folder}; popd; `, "."],
  (folder) => [`pushd ${folder}; cd ..; popd; `, "."],
  (folder) => [`builtin cd ${folder}; `, "."],
  (folder) => [`command cd ${folder}; `, "."],
  () => ["cd ..; cd project; ", "sub"],
  () => ["CDPATH=..; cd project; ", "sub"],
  () => ["CDPATH=sub cd . && ", "."],
  () => ["export HOME=$PWD/sub; cd; ", "."],
  () => ["mkdir q; CDPATH=sub:. cd q; ", "../sub"],
  (folder) => [`ln -s ${folder} q; `, "q"],
  (folder) => [`ln -s $PWD/${folder} q; cd q; `, "."],
  () => ["mv sub q; ", "q"],
  () => ["cp -r sub q; ", "q"],
  () => ["ln -s . q; ", "q/sub"],
  () => ["ln -s ../project q; cd q; ", "sub"],
];

/** Ways to write the file's name. */
const NAMES = [
  "deep.txt",
  "deep.txt",
  "'deep.txt'",
  'd"ee"p.txt',
  "d*",
  "dee?.txt",
  "[d]eep.txt",
  "*",
  "{deep,}.txt",
  "$'\\x64eep.txt'",
  "d$@eep.txt",
  "dee\\p.txt",
];

/** Ways to show a file, or all of a folder. */
const SHOWN: readonly ((file: string, folder: string) => string)[] = [
  (file) => `cat ${file}`,
  (file) => `cat -- ${file}`,
  (file) => `cat < ${file}`,
  (file) => `cat 0< ${file}`,
  (file) => `cat <> ${file}`,
  (file) => `tail -n1 ${file}`,
  (file) => `grep -h . ${file}`,
  (file) => `grep . --file=/dev/null -e w ${file}`,
  (file) => `grep -vf ${file} plain.txt; grep -f ${file} ${file}`,
  (file) => `sed -n p ${file}`,
  (file) => `awk 1 ${file}`,
  (file) => `dd if=${file}`,
  (file) => `sort ${file}`,
  (file) => `sort -m ${file}`,
  (file) => `diff ${file} /dev/null`,
  (file) => `date -f${file} 2>&1`,
  (file) => `bash ${file} 2>&1; cat ${file}`,
  (file) => `read x < ${file}; echo $x`,
  (file) => `echo "$(< ${file})"`,
  (file) => `mapfile x < ${file}; echo $x`,
  (file) => `. ${file} 2>&1; cat ${file}`,
  (file) => `timeout 5 cat ${file}`,
  (file) => `env cat ${file}`,
  (file) => `bash -c 'cat ${file}'`,
  (file) => `eval cat ${file}`,
  (file) => `cat plain.txt ${file} | cat`,
  (file) => `true && cat ${file} || true`,
  (file) => `cp ${file} q.txt; cat q.txt`,
  (file) => `ln ${file} q.txt; cat q.txt`,
  (file) => `cat ${file} > q.txt; cat q.txt`,
  (file) => `perl -ne print ${file}`,
  (file) => `perl -e 'open F, "${file}"; print <F>'`,
  (file) => `echo ${file} | xargs cat`,
  (file) => `printf '%s\\0' ${file} | sort --files0-from=-`,
  (_, folder) => `ls ${folder} | tail -1 | xargs -I {} cat ${folder}/{}`,
  (_, folder) => `find ${folder}/ -type f -exec cat {} +`,
  (_, folder) => `find ${folder}/ -type f | xargs cat`,
  (_, folder) => `grep -rh . ${folder}`,
  (_, folder) => `grep -Rh . ${folder}/`,
  (_, folder) => `cd ${folder}; grep -rh .`,
  (_, folder) => `tar cf - ${folder}`,
  (_, folder) => `tar cf - -C ${folder} .`,
  (_, folder) => `tar cf - -C ${folder} deep.txt`,
  (_, folder) => `tar cf - --directory=${folder} deep.txt`,
  (_, folder) => `mkdir r; diff -rN ${folder} r`,
  (_, folder) => `cp -r ${folder} r; cat r/deep.txt`,
  (_, folder) => `ln -s ${folder} r; cat r/deep.txt`,
  (_, folder) => `git init -q; git -C ${folder} diff --no-index /dev/null deep.txt`,
  () => `cat s*/d*`,
  () => `cp -r . ../r; cat ../r/sub/deep.txt`,
];

/** Ways to change a file, or what is in a folder. */
const CHANGED: readonly ((file: string, folder: string) => string)[] = [
  (file) => `echo x > ${file}`,
  (file) => `echo x >> ${file}`,
  (file) => `echo x >| ${file}`,
  (file) => `echo x &> ${file}`,
  (file) => `echo x 1> ${file}`,
  (file) => `echo x >& ${file}`,
  (file) => `> ${file}`,
  (file) => `true > ${file} < plain.txt`,
  (file) => `echo x | tee ${file}`,
  (file) => `cp plain.txt ${file}`,
  (file) => `mv plain.txt ${file}`,
  (file) => `ln -sf plain.txt ${file}`,
  (file) => `mv ${file} q.txt`,
  (file) => `rm ${file}`,
  (file) => `truncate -s 0 ${file}`,
  (file) => `dd if=plain.txt of=${file}`,
  (file) => `sed -i s/w/x/ ${file}`,
  (file) => `perl -pi -e 's/w/x/' ${file}`,
  (file) => `sort -o ${file} plain.txt`,
  (file) => `uniq plain.txt ${file}`,
  (file) => `ln ${file} q.txt; echo x > q.txt`,
  (file) => `ln -s ${file} q.txt; echo x > q.txt`,
  (file) => `echo ${file} | xargs rm`,
  (_, folder) => `rm -r ${folder}/`,
  (_, folder) => `mv ${folder} r`,
  (_, folder) => `find ${folder}/ -type f -delete`,
  (_, folder) => `find ${folder}/ -type f -exec rm {} +`,
  (_, folder) => `mkdir r; echo x > r/deep.txt; cp -r r/. ${folder}`,
  (_, folder) => `echo x > deep.txt; tar cf t deep.txt; tar xf t -C ${folder}`,
  (_, folder) => `ls ${folder} | xargs -I {} rm ${folder}/{}`,
  (_, folder) => `ln -s ${folder} r; echo x > r/deep.txt`,
];

/** A line that wants to show the file or to change it. */
export const anyFileLine: fc.Arbitrary<FileLine> = shownAs(
  fc
    .tuple(fc.constantFrom(...MOVES), fc.constantFrom(...NAMES), fc.constantFrom(...SHOWN, ...CHANGED))
    .map(([move, name, act]) => ({
      lineFor: (named: string) => {
        const [line, folder] = move(named);
        return line + act(`${folder}/${name}`, folder);
      },
    })),
  ({ lineFor }) => lineFor("<folder>"),
);
