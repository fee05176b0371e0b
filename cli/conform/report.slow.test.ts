import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { runCommand } from '../run.ts';
import { fakeTerminal } from '../service-double.ts';
import { absent, fail, pass } from './finding.ts';
import { junit, line, summaryLine, summaryOf } from './report.ts';
import { type Misbehaviour, refuse, type ServerDouble, serverDouble } from './server-double.ts';

const folder = mkdtempSync(join(tmpdir(), 'rowdesk-conform-'));
afterAll(() => rmSync(folder, { recursive: true }));
let double: ServerDouble | undefined;
afterEach(() => double?.close());

const findings = [
  pass('1.1', 'GET /clock'),
  fail('2.4', '/clock rate', 'it is "<fast>\u0007\ud800", not a number'),
  absent('2.10', '/scenes items', '404'),
];

test('a finding is a line, with what it says of a server unable to drive the terminal', () => {
  expect(findings.map(line)).toEqual([
    'Pass             1.1   GET /clock\n',
    'Fail             2.4   /clock rate: it is "<fast>\\u0007\ud800", not a number\n',
    'Not implemented  2.10  /scenes items: 404\n',
  ]);
  expect(summaryLine(summaryOf(findings))).toBe('1 passed, 1 failed, 1 not implemented\n');
});

test('findings are written as JUnit XML, whatever a server answered', () => {
  expect(junit('http://desk/api?a&b', findings).split('\n')).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites tests="3" failures="1" errors="0" skipped="1">',
    '  <testsuite name="rowdesk conform http://desk/api?a&amp;b" tests="3" failures="1" errors="0" skipped="1">',
    '    <testcase classname="interface 1.1" name="GET /clock"/>',
    '    <testcase classname="interface 2.4" name="/clock rate"><failure message="it is &quot;&lt;fast&gt;\ufffd\ufffd&quot;, not a number"/></testcase>',
    '    <testcase classname="interface 2.10" name="/scenes items"><skipped message="404"/></testcase>',
    '  </testsuite>',
    '</testsuites>',
    '',
  ]);
});

async function rowdesk(fault: Misbehaviour | undefined, ...words: string[]) {
  double = await serverDouble(fault);
  const terminal = fakeTerminal();
  const code = await runCommand(['conform', double.url, ...words], terminal);
  return { code, out: terminal.out, err: terminal.err };
}

test('a server without a failure is exit code 0, a line for each rule and a summary', async () => {
  const { code, out, err } = await rowdesk(undefined);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^Pass {13}1.1 {3}GET \/channel\n/);
  expect(out).toMatch(/\n\d+ passed, 0 failed, \d+ not implemented\n$/);
});

test('a failure is exit code 1, as JSON and in a file too', async () => {
  const file = join(folder, 'conform.xml');
  const fault: Misbehaviour = ({ path }, response) => path === '/clock' && refuse(response, 500);
  const { code, out, err } = await rowdesk(fault, '-o', 'json', '--junit', file);
  expect([code, err]).toEqual([1, `${double?.url} does not conform\n`]);
  const { failed, findings } = JSON.parse(out);
  expect(findings.filter(({ outcome }: { outcome: string }) => outcome === 'fail')).toHaveLength(failed);
  expect(readFileSync(file, 'utf8')).toContain(` failures="${failed}" `);
});

test('nobody there is exit code 3, and no address is 2', async () => {
  const terminal = fakeTerminal();
  expect(await runCommand(['conform', 'http://127.0.0.1:9/api'], terminal)).toBe(3);
  expect(await runCommand(['conform', 'desk'], terminal)).toBe(2);
  expect(terminal.err).toContain('desk is not an address like http://127.0.0.1:8700/api');
});
