// What `rowdesk latency` borrows and whom it asks, over a service that keeps rows; its sound is in test/pipewire.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Client, type Row } from '../client.ts';
import { runCommand } from '../run.ts';
import { answerJson, type FakeService, fakeService, fakeTerminal } from '../service-double.ts';
import { BorrowedRows } from './borrowed-rows.ts';
import { chooseStrips, isSamePort } from './strips.ts';

const input = 'box:in-5';
let rows: Map<string, Row>;
let refused: string;
let service: FakeService;
beforeEach(async () => {
  refused = '';
  rows = new Map<string, Row>([
    ['/console', { layout: { input: 2, matrix: 2 } }],
    ['/console/oscillator', { enabled: false, levelDb: -30 }],
    [
      '/patch',
      { outputs: [{ strip: { kind: 'matrix', index: 2 }, leg: 'left', portId: 'driving:out-3', levelDb: 0 }] },
    ],
    [
      '/channel',
      { strips: [1, 2].map((index) => ({ kind: 'input', index, sourceId: index === 2 ? 'box:in-1' : '' })) },
    ],
  ]);
  service = await fakeService(({ method, url, body }, response) => {
    const path = url.replace('/api', '');
    const row = rows.get(path);
    if (row === undefined) return answerJson(response, { code: 'unknown-row', detail: 'There is no such row' }, 404);
    if (method !== 'PATCH') return answerJson(response, row);
    if (path === refused) return answerJson(response, { code: 'locked', detail: 'The desk is locked' }, 423);
    rows.set(path, { ...row, ...JSON.parse(body) });
    answerJson(response, rows.get(path));
  });
});
afterEach(() => service.close());

test('rows come back last change first; a field that had the value is not written', async () => {
  const borrowed = new BorrowedRows(new Client(service.url));
  await borrowed.set('/console/oscillator', { enabled: false, levelDb: -20 });
  await borrowed.set('/console/oscillator', { enabled: true });
  expect(rows.get('/console/oscillator')).toEqual({ enabled: true, levelDb: -20 });
  await borrowed.giveBack();
  const written = service.heard.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body));
  expect(written).toEqual([{ levelDb: -20 }, { enabled: true }, { enabled: false }, { levelDb: -30 }]);
  await borrowed.giveBack();
  expect(service.heard.filter(({ method }) => method === 'PATCH')).toHaveLength(4);
});

test('a row that can not be put back is named, and the others are put back', async () => {
  const borrowed = new BorrowedRows(new Client(service.url));
  await borrowed.set('/console/oscillator', { levelDb: -20 });
  await borrowed.set('/console', { name: 'Borrowed' });
  refused = '/console';
  await expect(borrowed.giveBack()).rejects.toThrow(/These rows are not as before:\n {2}\/console: .*locked/);
  expect(rows.get('/console/oscillator')).toMatchObject({ levelDb: -30 });
});

test('the last matrix without an output sends, the last input without a source listens', async () => {
  const client = new Client(service.url);
  const chosen = await chooseStrips(client, { input, output: 'box:out-5' });
  expect(chosen).toMatchObject({ sender: { kind: 'matrix', index: 1 }, listener: { kind: 'input', index: 1 } });
  const named = await chooseStrips(client, { input, output: 'box:out-3', send: 'matrix/2', hear: 'input/2' });
  expect(named).toMatchObject({ sender: { kind: 'matrix', index: 2 }, listener: { kind: 'input', index: 2 } });
  await expect(chooseStrips(client, { input, output: 'box:out-3' })).rejects.toThrow('box:out-3 plays matrix/2');
  await expect(chooseStrips(client, { input, output: 'box:out-5', send: 'matrix' })).rejects.toThrow(
    '--send: matrix is no strip',
  );
});

test('a strip that would play on what comes back is named, unless it is muted, down, or the one that listens', async () => {
  const client = new Client(service.url);
  const choose = (strip: Row, hear?: string) => {
    rows.set('/channel', {
      strips: [
        { kind: 'input', index: 1 },
        { kind: 'input', index: 2, sourceId: input, ...strip },
      ],
    });
    return chooseStrips(client, { input, output: 'box:out-5', hear });
  };
  await expect(choose({ levelDb: -10, muted: false })).rejects.toThrow(
    'input/2 would play what comes back at box:in-5',
  );
  await expect(choose({ levelDb: -10, muted: true })).resolves.toMatchObject({ listener: { index: 1 } });
  await expect(choose({ levelDb: -144, muted: false })).resolves.toMatchObject({ listener: { index: 1 } });
  await expect(choose({ levelDb: -10 }, 'input/2')).resolves.toMatchObject({ listener: { index: 2 } });
});

test('an output of the device that drives has two names', () => {
  expect(isSamePort('driving:out-3', 'pipewire-0-io:out-3')).toBe(true);
  expect(isSamePort('box:out-3', 'driving:out-4')).toBe(false);
  expect(isSamePort('box:out-3', 'other:out-3')).toBe(false);
});

test('an oscillator in use and a level that is too loud are refused before anything is written', async () => {
  const words = ['latency', '--from', 'box:out-5', '--to', 'box:in-5', '--url', service.url];
  rows.set('/console/oscillator', { enabled: true });
  const inUse = fakeTerminal();
  expect([await runCommand(words, inUse), inUse.err]).toEqual([
    1,
    expect.stringContaining('/console/oscillator is on'),
  ]);
  const loud = fakeTerminal();
  expect([await runCommand([...words, '--level', '0'], loud), loud.err]).toEqual([
    2,
    expect.stringContaining('-60 to -10'),
  ]);
  expect(service.heard.filter(({ method }) => method === 'PATCH')).toEqual([]);
});
