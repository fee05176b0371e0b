import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let desk: TestHost;
let folder: string;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['stagebox'] });
  folder = join(desk.stateFolder, 'recordings');
  mkdirSync(folder, { recursive: true });
});
afterEach(() => desk.close());

const row = '/stagebox/recordings';
const listed = async () => (await desk.get(row)).body.items.map(({ name }: { name: string }) => name);
/** The row of the task once it is over, or the refusal of the request. */
async function remove(body: object) {
  const { status, body: answer } = await desk.patch(`${row}/delete`, { running: true, ...body });
  if (status !== 200) return { status, ...answer };
  return vi.waitFor(async () => {
    const task = (await desk.get(`${row}/delete`)).body;
    if (task.running) throw new Error('it runs');
    return { status, ...task };
  });
}

function recording(name: string, atS: number, bytes = 10): void {
  writeFileSync(join(folder, name), Buffer.alloc(bytes));
  utimesSync(join(folder, name), atS, atS);
}

test('recordings are listed with size and time, the newest first, and what is no recording is not', async () => {
  recording('one.wav', 1000);
  recording('two.wav', 2000, 20);
  writeFileSync(join(folder, '.hidden'), '');
  mkdirSync(join(folder, 'folder'));
  symlinkSync('/etc/passwd', join(folder, 'link.wav'));
  const { body } = await desk.get(row);
  expect(body).toMatchObject({
    items: [
      { name: 'two.wav', sizeBytes: 20, savedAt: '1970-01-01T00:33:20.000Z' },
      { name: 'one.wav', sizeBytes: 10, savedAt: '1970-01-01T00:16:40.000Z' },
    ],
    count: 2,
  });
  expect(body.freeSpaceMb).toBeGreaterThan(0);
});

test('a recording is deleted when that is confirmed; before, the report says what would go', async () => {
  recording('one.wav', 1000);
  recording('two.wav', 2000);
  expect((await remove({ id: 'one.wav' })).report).toMatchObject({ wouldDelete: { name: 'one.wav' } });
  expect(await listed()).toEqual(['two.wav', 'one.wav']);
  expect((await remove({ id: 'one.wav', confirm: true })).report).toMatchObject({ outcome: 'applied' });
  expect(await listed()).toEqual(['two.wav']);
});

test('only what is in the folder is deleted', async () => {
  symlinkSync('/etc/hostname', join(folder, 'link.wav'));
  for (const id of ['', 'gone.wav', 'link.wav']) {
    expect((await remove({ id, confirm: true })).refusal).toMatchObject({ code: 'conflict', params: { id } });
  }
  for (const id of ['../rowdesk.db', '/etc/passwd', '.hidden', 'a/b']) {
    expect((await remove({ id, confirm: true })).status).toBe(422);
  }
});

test('what is being recorded stays', async () => {
  recording('take.wav', 1000);
  const target = desk.audio.target('stagebox:virtual-32x16');
  target.report('/stagebox/virtual-32x16', 'recording', true);
  target.report('/stagebox/virtual-32x16', 'recordingFile', 'take.wav');
  expect((await remove({ id: 'take.wav', confirm: true })).refusal).toMatchObject({ code: 'conflict' });
  expect(await listed()).toEqual(['take.wav']);
});

test('why nothing is recorded is in the row of the box', async () => {
  const reason = 'take.wav: the disk is nearly full, and the recording has ended';
  const box = '/stagebox/virtual-32x16';
  expect((await desk.get(box)).body.recordingFault).toBe('');
  desk.audio.target('stagebox:virtual-32x16').refuse(box, 'recordFile', reason);
  await desk.patch(box, { recordFile: 'take.wav' });
  await vi.waitFor(async () => expect((await desk.get(box)).body.recordingFault).toBe(reason));
});
