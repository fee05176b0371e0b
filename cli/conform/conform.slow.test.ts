import { afterEach, expect, test } from 'vitest';
import { isFull } from '../../test/harness/depth.ts';
import { conform } from './conform.ts';
import type { RuleResult } from './finding.ts';
import { Server } from './server.ts';
import { type Misbehaviour, refuse, type ServerDouble, serverDouble } from './server-double.ts';
import { takes, wrongServers } from './wrong-server-doubles.ts';

let double: ServerDouble;
afterEach(() => double.close());

async function findings(fault?: Misbehaviour): Promise<readonly RuleResult[]> {
  double = await serverDouble(fault);
  const all: RuleResult[] = [];
  for await (const finding of conform(new Server(double.url, { answerMs: 5_000, eventMs: 2_000 }))) all.push(finding);
  return all;
}

/** `2.4 /clock rate: it is "fast", not a number`, one for each failure. */
async function failures(fault: Misbehaviour): Promise<readonly string[]> {
  const failed = (await findings(fault)).filter(({ outcome }) => outcome === 'fail');
  return failed.map(({ rule, subject, detail }) => `${rule} ${subject}: ${detail}`);
}

test('a server that holds the interface fails nothing, and what it does not have is not implemented', async () => {
  const all = await findings();
  expect(all.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(all.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(100);
  expect(all).toContainEqual({ rule: '1.1', subject: 'GET /scenes', outcome: 'not implemented', detail: '404' });
});

test('the same rules are looked at whatever a server has', async () => {
  const names = (all: readonly RuleResult[]) => all.map(({ rule, subject }) => `${rule} ${subject}`);
  const right = names(await findings());
  await double.close();
  expect(names(await findings((_heard, response) => refuse(response, 404)))).toEqual(right);
  expect(new Set(right).size).toBe(right.length);
});

test('everything is put back, and no task is started and no panic switched', async () => {
  await findings(takes('/clock/force', ({ rate }) => rate === 192_001));
  expect(double.rows.get('/channel/input/1/align')?.row).toEqual({ delayMs: 2, reference: '' });
  expect(double.rows.get('/clock/force')?.row.rate).toBe(null);
  const written = double.heard.filter(({ method }) => method === 'PATCH').map(({ url, body }) => `${url} ${body}`);
  expect(written.filter((write) => /"running"|"(mains|all)"/.test(write))).toEqual([]);
  expect(written).toContain('/api/channel/input/1/align {"delayMs":2.01}');
});

test('a change is not tried where it would drop what can be redone', async () => {
  const all = await findings((_heard, _response, rows) => {
    const cursor = { canRedo: true, canUndo: false, depth: 0, redoDepth: 1, redoId: '1', redoLabel: 'Level' };
    (rows.get('/history/cursor') as { row: object }).row = cursor;
  });
  expect(all.find(({ rule }) => rule === '6.1')).toMatchObject({ outcome: 'not implemented' });
  expect(double.heard.some(({ body }) => body.includes('2.01'))).toBe(false);
});

// Of a sample every third: each is a whole check of a server.
const tried = wrongServers.filter((_, place) => isFull || place % 3 === 0);
test.for(tried)('%s fails, and nothing else', async ([, fault, expected]) => {
  const failed = await failures(fault);
  expect(failed).toEqual(expected.map((words) => (typeof words === 'string' ? words : expect.stringMatching(words))));
});
