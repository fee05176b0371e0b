// docs/reliability.md names for each promise the test that holds it: each of them exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './harness/service.ts';

const page = readFileSync(join(root, 'docs/reliability.md'), 'utf8');
/** The cells of the tables, without their heads. */
const promises = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise') && !line.startsWith('| ---'))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));
const named = (text: string) => [...text.matchAll(/`([^`]+\.test\.ts)`/g)].map(([, file]) => file as string);

test('each promise names at least one test, and says what it reached', () => {
  expect(promises.length).toBeGreaterThan(20);
  for (const [promise = '', tests = '', reached = '', ...more] of promises) {
    expect([promise, named(tests).length > 0]).toEqual([promise, true]);
    expect([promise, reached !== '', more]).toEqual([promise, true, []]);
  }
});

test.each([...new Set(named(page))])('%s exists', (file) => expect(existsSync(join(root, file))).toBe(true));

test('every command that the page names is there', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const commands = [...page.matchAll(/`npm run ([a-z:]+)/g)].map(([, name]) => name as string);
  expect(commands.length).toBeGreaterThan(0);
  for (const name of commands) expect(scripts).toHaveProperty(name);
});
