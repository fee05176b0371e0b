// Counts reports of vitest's JSON reporter together: `N passed, N failed`, after the names and messages of what failed.
// Exits 1 when something failed or a report has nothing. `node .ci/count.mjs REPORT... [--alone REPORT]`: the files of the last
// report have run once more, alone, after a failure beside others; that is what counts of them, and they are named.
// `node .ci/count.mjs --failed REPORT...` prints the files with a failure instead.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';

/** Of a failure's message: what was expected and where, and no more than a reader wants at the end of a long log. */
const messageLines = 12;

const { values, positionals } = parseArgs({
  options: { alone: { type: 'string' }, failed: { type: 'boolean' } },
  allowPositionals: true,
});
const filesIn = (reports) => reports.flatMap(({ testResults = [] }) => testResults);
const hasFailed = ({ status }) => status === 'failed';

const reports = positionals.map(read);
if (values.failed) {
  for (const { name } of filesIn(reports).filter(hasFailed)) console.log(relative(process.cwd(), name));
} else {
  const alone = values.alone !== undefined && existsSync(values.alone) ? [read(values.alone)] : [];
  const again = new Set(filesIn(alone).map(({ name }) => name));
  count([...filesIn(reports).filter(({ name }) => !again.has(name)), ...filesIn(alone)], [...reports, ...alone]);
  for (const { name } of filesIn(alone).filter((file) => !hasFailed(file))) {
    console.log(`unsteady: ${relative(process.cwd(), name)} failed beside others, and passed alone`);
  }
}

function count(testResults, reports) {
  const tests = testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === 'passed').length;
  const skipped = tests.filter(({ status }) => !['passed', 'failed'].includes(status)).length;
  // A file that can't be loaded, or fails as a whole, has no failed test to count; it is one failure all the same.
  const whole = testResults.filter((file) => hasFailed(file) && !file.assertionResults.some(hasFailed));
  const failed = tests.filter(hasFailed).length + whole.length;
  for (const { name, message, assertionResults } of testResults) {
    for (const test of assertionResults.filter(hasFailed)) tell(name, test.fullName, test.failureMessages?.join('\n'));
    if (whole.some((file) => file.name === name)) tell(name, 'the file as a whole', message);
  }
  if (skipped > 0) console.log(`${skipped} skipped`);
  process.on('exit', () => console.log(`${passed} passed, ${failed} failed`));
  const isEmpty = ({ testResults = [] }) => testResults.length === 0;
  process.exitCode = failed > 0 || passed === 0 || reports.some(isEmpty) ? 1 : 0;
}

function tell(file, test, message = '') {
  console.log(`failed: ${relative(process.cwd(), file)}: ${test}`);
  for (const line of message.split('\n').slice(0, messageLines)) console.log(`    ${line}`);
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    console.log(`There is no report ${file}: its tests did not run to their end.`);
    return {};
  }
}
