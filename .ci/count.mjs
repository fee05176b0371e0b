// Counts a report of vitest's JSON reporter: `N passed, N failed`. Exits 1 when something failed or nothing ran.
import { readFileSync } from 'node:fs';

const { testResults = [], numPendingTests = 0, numTodoTests = 0 } = read(process.argv[2]);
const tests = testResults.flatMap((file) => file.assertionResults);
const passed = tests.filter((test) => test.status === 'passed').length;
// A file that can't be loaded has no tests to count; it is one failure all the same.
const unloaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
const failed = tests.filter((test) => test.status === 'failed').length + unloaded.length;

if (numPendingTests + numTodoTests > 0) console.log(`${numPendingTests + numTodoTests} skipped`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    console.log('There is no report: the tests did not run to their end.');
    return {};
  }
}
