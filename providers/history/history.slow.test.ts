import { FakeTime, quickWalk, startTestHost, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let desk: TestHost;
let time: FakeTime;
beforeEach(async () => {
  time = new FakeTime();
  desk = await startTestHost({
    strips: 'all',
    providers: ['console', 'channel', 'history', 'stagebox', 'streams'],
    time,
  });
});
afterEach(() => desk.close());

/** Writes that are far enough apart to be entries of their own. */
async function write(path: string, body: object, actor = 'ann') {
  time.advance(5000);
  const answer = await desk.patch(path, body, { 'rowdesk-actor': actor });
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
}

/** Runs a task and answers its row once it has ended; a refusal before that is answered as it came. */
async function run(path: string, extra: object = {}, actor = 'ann') {
  const started = await desk.patch(path, { running: true, ...extra }, { 'rowdesk-actor': actor });
  if (started.status !== 200) return started.body;
  for (;;) {
    const { body } = await desk.get(path);
    if (!body.running) return body;
  }
}
const undo = '/history/cursor/undo';
const redo = '/history/cursor/redo';
const levelOf = async (index: number) => (await desk.get(`/channel/input/${index}`)).body.levelDb;

describe('/history and its cursor', () => {
  test('begin with nothing, and the cursor has no ids and labels then', async () => {
    expect((await desk.get('/history')).body).toEqual({ bound: 500, entries: [], undone: 0 });
    expect((await desk.get('/history/cursor')).body).toEqual({
      ...{ canRedo: false, canUndo: false, depth: 0, redoDepth: 0 },
    });
  });

  test('show what was done, newest first, and what is next', async () => {
    await write('/channel/input/3', { levelDb: -6 });
    await write('/channel/mix/1/align', { delayMs: 20 }, 'bob');
    await run(undo, { override: true });
    const { body } = await desk.get('/history');
    expect(body).toEqual({
      bound: 500,
      entries: [
        {
          ...{ id: '2', at: '2026-01-01T00:00:10.000Z', label: 'Mix 1 align delay', actor: 'bob' },
          ...{ paths: ['/channel/mix/1/align'], count: 1, undone: true, revertible: false },
        },
        {
          ...{ id: '1', at: '2026-01-01T00:00:05.000Z', label: 'Input 3 level', actor: 'ann' },
          ...{ paths: ['/channel/input/3'], count: 1, undone: false, revertible: true },
        },
      ],
      undone: 1,
    });
    expect((await desk.get('/history/cursor')).body).toEqual({
      ...{ canRedo: true, canUndo: true, depth: 1, redoDepth: 1 },
      ...{ redoId: '2', redoLabel: 'Mix 1 align delay', undoId: '1', undoLabel: 'Input 3 level' },
    });
  });

  test('name at most 8 addresses of what changed many', async () => {
    const strips = Array.from({ length: 12 }, (_, place) => ({ kind: 'input', index: place + 1, levelDb: -3 }));
    await write('/channel', { strips });
    const [entry] = (await desk.get('/history')).body.entries;
    expect([entry.count, entry.paths.length]).toEqual([12, 8]);
    expect((await desk.get('/history/entries/1')).body.changes).toHaveLength(12);
  });

  test('a watcher sees what each write makes of them: the cursor at once, the entries ten times a second', async () => {
    const log = await desk.watch('/history');
    const cursor = await desk.watch('/history/cursor');
    for (const watched of [log, cursor]) expect((await watched.next()).event).toBe('snapshot');
    await write('/channel/input/1', { levelDb: -6 });
    expect((await cursor.next()).row).toMatchObject({ canUndo: true, undoLabel: 'Input 1 level' });
    expect((await log.next()).row.entries).toHaveLength(1);
    await desk.patch('/channel/input/2', { levelDb: -6 }, { 'rowdesk-actor': 'ann' });
    await desk.patch('/channel/input/3', { levelDb: -6 }, { 'rowdesk-actor': 'ann' });
    expect(log.events).toHaveLength(2);
    time.advance(100);
    expect((await log.next()).row.entries).toHaveLength(3);
  });

  test('solo, the lock and what belongs to the site are no part of them', async () => {
    await write('/channel/input/1', { soloed: true });
    await write('/console', { name: 'Main hall', locked: 'surface' });
    expect((await desk.get('/history')).body.entries).toEqual([]);
  });
});

describe('undo and redo', () => {
  test('report what they did, and put it back exactly', async () => {
    const before = (await desk.get('/channel/input/1')).body;
    await write('/channel/input/1', { levelDb: -6, muted: true, dcas: [2], name: 'Voice' });
    const done = (await desk.get('/channel/input/1')).body;
    const row = await run(undo);
    expect(row).toMatchObject({ running: false, refusal: null, params: { override: false }, override: false });
    expect(row.report).toMatchObject({
      ...{ outcome: 'applied', id: '1', label: 'Input 1 level, mute, DCAs and 1 more', revision: 2, durable: true },
      skipped: [],
    });
    expect(row.report.changes).toContainEqual({ path: '/channel/input/1', field: 'levelDb', from: -6, to: -144 });
    expect((await desk.get('/channel/input/1')).body).toEqual(before);
    expect((await run(redo)).report.outcome).toBe('applied');
    expect((await desk.get('/channel/input/1')).body).toEqual(done);
  });

  test('a stereo link is undone with all that came with it', async () => {
    await write('/channel/input/1', { levelDb: -6, pan: -30 });
    const before = (await desk.get('/channel/input/2')).body;
    await write('/channel/input/1', { stereoLink: true });
    expect(await levelOf(2)).toBe(-6);
    await run(undo);
    expect((await desk.get('/channel/input/2')).body).toEqual(before);
  });

  test('a plugin that was swapped is undone with its values', async () => {
    const processor = '/channel/input/1/chain/processors/comp';
    const before = (await desk.get(`${processor}/values`)).body;
    await write(`${processor}/values`, { thresholdDb: -33 });
    await write(processor, { enabled: true });
    const done = (await desk.get(`${processor}/values`)).body;
    await run(undo);
    await run(undo);
    expect((await desk.get(`${processor}/values`)).body).toEqual(before);
    await run(redo);
    expect((await desk.get(`${processor}/values`)).body).toEqual(done);
  });

  test('with nothing to undo or redo they are refused, and the row keeps the refusal', async () => {
    for (const [path, reason] of [
      [undo, 'nothing-to-undo'],
      [redo, 'nothing-to-redo'],
    ] as const) {
      const refused = await desk.patch(path, { running: true });
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({ code: 'conflict', params: { reason } });
      expect((await desk.get(path)).body).toMatchObject({
        ...{ running: false, report: null, startedAt: null },
        refusal: { status: 409, code: 'conflict', params: { reason } },
      });
    }
  });

  test("another actor's entry is left alone until override says otherwise", async () => {
    await write('/channel/input/1', { levelDb: -6 }, 'bob');
    const refused = await desk.patch(undo, { running: true }, { 'rowdesk-actor': 'ann' });
    expect([refused.status, refused.body.code]).toEqual([409, 'override-needed']);
    expect(refused.body.detail).toBe('Input 1 level is what bob did: that is done with override only.');
    expect(await levelOf(1)).toBe(-6);
    expect((await run(undo, { override: true })).report.outcome).toBe('applied');
    expect(await levelOf(1)).toBe(-144);
    // Once given it counts once.
    expect((await desk.get(undo)).body.override).toBe(false);
  });

  test('phantom and a rise of gain are asked about', async () => {
    const socket = '/stagebox/virtual-32x16/inputs/1';
    await write(socket, { phantom: true });
    const code = async (path: string) =>
      (await desk.patch(path, { running: true }, { 'rowdesk-actor': 'ann' })).body.code;
    expect(await code(undo)).toBe('override-needed');
    await run(undo, { override: true });
    expect((await desk.get(socket)).body.phantom).toBe(false);
    await write(socket, { gainDb: 30 });
    await run(undo);
    expect((await desk.get(socket)).body.gainDb).toBe(0);
    expect(await code(redo)).toBe('override-needed');
  });

  test('a locked console holds them', async () => {
    await write('/channel/input/1', { levelDb: -6 });
    await write('/console', { locked: 'all' });
    const refused = await desk.patch(undo, { running: true, override: true }, { 'rowdesk-actor': 'ann' });
    expect([refused.status, refused.body.code]).toEqual([423, 'console-locked']);
    expect((await desk.get('/history/cursor')).body.undoId).toBe('1');
  });
});

describe('entries', () => {
  test('show all that they changed, and which came after', async () => {
    await write('/channel/input/1', { levelDb: -6, pan: 10 });
    await write('/channel/input/1', { pan: 20 }, 'bob');
    expect((await desk.get('/history/entries/1')).body).toMatchObject({
      ...{ id: '1', count: 2, revertible: false, overtakenBy: ['2'] },
      changes: [
        { path: '/channel/input/1', field: 'levelDb', from: -144, to: -6 },
        { path: '/channel/input/1', field: 'pan', from: 0, to: 10 },
      ],
    });
    expect((await desk.get('/history/entries/3')).status).toBe(404);
  });

  test('a revert leaves what came later, says so, and is an entry', async () => {
    await write('/channel/input/1', { levelDb: -6, pan: 10 });
    await write('/channel/input/1', { pan: 20 });
    const revert = '/history/entries/1/revert';
    const refused = await desk.patch(revert, { running: true }, { 'rowdesk-actor': 'ann' });
    expect([refused.status, refused.body.code]).toEqual([409, 'overtaken']);
    expect((await desk.get(revert)).body.refusal.code).toBe('overtaken');
    const { report } = await run(revert, { override: true });
    expect(report).toMatchObject({
      outcome: 'in-part',
      changes: [{ path: '/channel/input/1', field: 'levelDb', from: -6, to: -144 }],
      skipped: [
        { path: '/channel/input/1', field: 'pan', refusal: { code: 'overtaken', instance: '/api/channel/input/1' } },
      ],
    });
    expect((await desk.get('/channel/input/1')).body).toMatchObject({ levelDb: -144, pan: 20 });
    expect((await desk.get('/history')).body.entries[0]).toMatchObject({ id: '3', label: 'Revert Input 1 level, pan' });
  });

  test('one that goes is gone for who watches it, and its task with it', async () => {
    await write('/channel/input/1', { levelDb: -6 });
    const watched = await desk.watch('/history/entries/1');
    const task = await desk.watch('/history/entries/1/revert');
    for (const each of [watched, task]) expect((await each.next()).event).toBe('snapshot');
    await run(undo);
    expect((await watched.next()).row.undone).toBe(true);
    await write('/channel/input/2', { levelDb: -6 });
    expect((await watched.next()).event).toBe('gone');
    time.advance(100);
    expect((await task.next()).event).toBe('gone');
    expect((await desk.get('/history/entries/1/revert')).status).toBe(404);
  });

  test('a stream that carries all of them carries new ones too', async () => {
    const stream = '/streams/entries-of-the-history';
    await desk.patch(`${stream}/demand`, { targets: ['/history/entries/*'], intervalMs: 20 });
    const watched = await desk.watch(stream);
    await watched.next();
    await write('/channel/input/1', { levelDb: -6 });
    time.advance(200);
    expect((await watched.next()).row).toMatchObject({ path: '/history/entries/1', row: { label: 'Input 1 level' } });
  });
});

test('every row holds what a row must hold', async () => {
  await write('/channel/input/1', { levelDb: -6 });
  const paths = ['/history', '/history/cursor', undo, redo, '/history/entries/1', '/history/entries/1/revert'];
  for (const path of paths) await walkRow(desk, path, quickWalk);
});
