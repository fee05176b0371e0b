// Prints what took how long: each step, and the 30 test files that took longest, in wall and processor time.
// `node .ci/times.mjs FOLDER`: `steps` has a line for each step, name, wall, user and system seconds, parted by tabs; `costs` a
// line of JSON for each test file; `*.json` are reports of vitest.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const slowest = 30;
const [folder] = process.argv.slice(2);
const linesOf = (name) =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean) : [];
const row = (name, wallS, processorS) => `${seconds(wallS).padStart(10)}${seconds(processorS).padStart(12)}  ${name}`;
const seconds = (value) => (value === undefined ? '' : `${value.toFixed(value < 10 ? 1 : 0)} s`);

const head = `${'wall'.padStart(10)}${'processor'.padStart(12)}`;
console.log(`\n${head}  step`);
for (const line of linesOf('steps')) {
  const [name, wall, user, system] = line.split('\t');
  console.log(row(name, Number(wall), Number(user) + Number(system)));
}

const processorS = new Map(
  linesOf('costs')
    .map((line) => JSON.parse(line))
    .map(({ file, seconds }) => [file, seconds]),
);
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).testResults ?? [])
  .map(({ name, startTime, endTime }) => ({ name: relative(process.cwd(), name), wallS: (endTime - startTime) / 1000 }))
  .sort((a, b) => b.wallS - a.wallS);
console.log(`\n${head}  test file, the ${slowest} longest of ${files.length}`);
for (const { name, wallS } of files.slice(0, slowest)) console.log(row(name, wallS, processorS.get(name)));
console.log('');
