// Counts reports of vitest's JSON reporter together: `N passed, N failed`, after the names and messages of what failed.
// Exits 1 when something failed or a report has nothing.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Of a failure's message: what was expected and where, and no more than a reader wants at the end of a long log. */
const messageLines = 12;

const reports = process.argv.slice(2).map(read);
const testResults = reports.flatMap(({ testResults = [] }) => testResults);
const skipped = reports.reduce(
  (sum, { numPendingTests = 0, numTodoTests = 0 }) => sum + numPendingTests + numTodoTests,
  0,
);
const isEmpty = ({ testResults = [] }) => testResults.length === 0;
const tests = testResults.flatMap((file) => file.assertionResults);
const passed = tests.filter((test) => test.status === 'passed').length;
const hasFailed = ({ status }) => status === 'failed';
// A file that can't be loaded, or fails as a whole, has no failed test to count; it is one failure all the same.
const whole = testResults.filter((file) => hasFailed(file) && !file.assertionResults.some(hasFailed));
const failed = tests.filter(hasFailed).length + whole.length;

for (const { name, message, assertionResults } of testResults) {
  for (const test of assertionResults.filter(hasFailed)) tell(name, test.fullName, test.failureMessages?.join('\n'));
  if (whole.some((file) => file.name === name)) tell(name, 'the file as a whole', message);
}
if (skipped > 0) console.log(`${skipped} skipped`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 || reports.some(isEmpty) ? 1 : 0;

function tell(file, test, message = '') {
  console.log(`failed: ${relative(process.cwd(), file)}: ${test}`);
  for (const line of message.split('\n').slice(0, messageLines)) console.log(`    ${line}`);
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    console.log('There is no report: the tests did not run to their end.');
    return {};
  }
}
