import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from './run.ts';
import { answerJson, type FakeService, fakeService, fakeTerminal } from './service-double.ts';

interface Refused {
  readonly path: string;
  readonly field: string;
  readonly reason: string;
}

/** A desk of strips, a stagebox that refuses files after a while, and a patch that misses what it does not know. */
class Desk {
  readonly rows = new Map<string, Record<string, unknown>>();
  engine = 'running';
  refused: Refused[] = [];
  missing: { edge: string; reason: string }[] = [];
  revision = 7;
  /** How often convergence is asked for before the targets have settled. */
  asksUntilSettled = 0;
  asks = 0;

  answer(method: string, path: string, body: string): [answer: object, status?: number] {
    if (path === '/telemetry/convergence') {
      this.asks++;
      return [{ barrier: this.asks > this.asksUntilSettled ? this.revision : 0, heartbeatMs: 50 }];
    }
    if (path === '/warnings') {
      const warning = { titleCode: { code: 'target-refused', params: { target: 'box', refused: this.refused } } };
      return [{ warnings: [{ titleCode: { code: 'heat', params: {} } }, ...(this.asks > 0 ? [warning] : [])] }];
    }
    if (path === '/console') return [{ engine: this.engine }];
    if (path === '/patch') return [{ missing: this.missing }];
    if (!path.startsWith('/channel/')) return [{ code: 'unknown-row', detail: 'There is no such row.' }, 404];
    if (method === 'OPTIONS') return [{ path, fields: { level: { type: 'number' }, file: { type: 'string' } } }];
    const change = method === 'PATCH' ? JSON.parse(body) : {};
    if (change.level > 10) return [{ code: 'invalid-fields', detail: 'level must be at most 10.', errors: [] }, 422];
    const row = { ...this.rows.get(path), ...change };
    this.rows.set(path, row);
    return [row];
  }
}

let desk: Desk;
let service: FakeService;
let folder: string;
beforeEach(async () => {
  desk = new Desk();
  service = await fakeService(({ method, url, body }, response) => {
    const [answer, status] = desk.answer(method, url.replace('/api', ''), body);
    answerJson(response, answer, status, { 'rowdesk-revision': String(desk.revision) });
  });
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-patch-'));
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

async function patch(...words: string[]) {
  const terminal = fakeTerminal();
  const code = await runCommand(['patch', ...words, '--url', service.url], terminal);
  return { code, out: terminal.out, err: terminal.err };
}
const file = (content: object) => {
  const path = join(folder, 'mix.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
};

test('several rows on the line are written in their order, and shown by their paths', async () => {
  const { code, out } = await patch('/channel/b', 'level=-6', 'file=x', '/channel/a', 'level=3');
  expect([code, JSON.parse(out)]).toEqual([0, { '/channel/b': { level: -6, file: 'x' }, '/channel/a': { level: 3 } }]);
  expect([...desk.rows.keys()]).toEqual(['/channel/b', '/channel/a']);
});

test('the rows of a file are written as they are', async () => {
  const rows = { '/channel/a': { level: -6 }, '/channel/b': { file: 'y' } };
  const { code, out } = await patch('-f', file(rows));
  expect([code, JSON.parse(out)]).toEqual([0, rows]);
});

test('of rows of which one is not there none is written', async () => {
  const { code, err } = await patch('-f', file({ '/channel/a': { level: -6 }, '/chanel/b': { level: 0 } }));
  expect([code, err, desk.rows.size]).toEqual([1, 'Refused (404 unknown-row): There is no such row.\n', 0]);
});

test('where one row is refused, what was written and what was not is said', async () => {
  const { code, err } = await patch('/channel/a', 'level=1', '/channel/b', 'level=11', '/channel/c', 'level=1');
  expect([code, [...desk.rows.keys()]]).toEqual([1, ['/channel/a']]);
  expect(err).toBe(
    '/channel/b: Refused (422 invalid-fields): level must be at most 10.\n' +
      'Written: 1 of 3 rows; /channel/b and what follows it are not.\n',
  );
});

test('what a target refuses of it later is exit code 1, in its words', async () => {
  desk.refused = [{ path: '/channel/a', field: 'file', reason: 'x.wav: no such file' }];
  desk.asksUntilSettled = 2;
  const { code, out, err } = await patch('/channel/a', 'file=x.wav');
  expect([code, JSON.parse(out)]).toEqual([1, { file: 'x.wav' }]);
  expect(err).toBe('Written, but refused:\n  /channel/a file: x.wav: no such file\n');
  expect(desk.asks).toBe(3);
});

test('so is what follows from it elsewhere, and what was refused before is not', async () => {
  const old = { path: '/channel/z', field: 'level', reason: 'broken' };
  desk.refused = [old];
  desk.asks = 1;
  expect((await patch('/channel/a', 'level=1')).code).toBe(0);
  desk.asks = 0;
  desk.refused = [old, { path: '/box/1', field: 'gain', reason: 'too loud' }];
  const { code, err } = await patch('/channel/a', 'level=2');
  expect([code, err]).toEqual([1, expect.stringContaining('/box/1 gain: too loud')]);
});

test('a source that nobody knows is one that is refused', async () => {
  desk.missing = [
    { edge: 'nope:in-1~-mixer:input-1', reason: 'no device of this name is known' },
    { edge: 'other:in-1~-mixer:input-2', reason: 'no device of this name is known' },
  ];
  const { code, err } = await patch('/channel/a', 'file=nope:in-1');
  expect(code).toBe(1);
  expect(err).toBe('Written, but refused:\n  /patch nope:in-1 to mixer:input-1: no device of this name is known\n');
});

test('while the mixer starts no source is called unknown', async () => {
  desk.engine = 'starting';
  desk.missing = [{ edge: 'box:in-1~-mixer:input-1', reason: 'the mixer does not run (starting)' }];
  const { code, err } = await patch('/channel/a', 'file=box:in-1');
  expect([code, err]).toEqual([0, expect.stringContaining('Not every device has answered yet')]);
});

test('a target that does not answer is waited for two heartbeats long, and said', async () => {
  desk.asksUntilSettled = Number.POSITIVE_INFINITY;
  const { code, err } = await patch('/channel/a', 'level=1');
  expect([code, err]).toEqual([0, expect.stringContaining('Not every device has answered yet')]);
});

test('an ETag is of one row', async () => {
  expect(await patch('/channel/a', 'level=1', '/channel/b', 'level=1', '--if-match', '"x"')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--if-match is of one row'),
  });
  expect(desk.rows.size).toBe(0);
});
