import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeMixer, measuringDesk, output, providers, runTask, summary, transfer } from './measurement-fixture.ts';

let stateFolder: string;
let desk: TestHost;
let mixer: FakeMixer;
beforeEach(async () => {
  stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-measurement-'));
  ({ desk, mixer } = await measuringDesk({ stateFolder }));
});
afterEach(async () => {
  await desk.close();
  rmSync(stateFolder, { recursive: true });
});

const measured = async (body: object = {}): Promise<string> =>
  (await runTask(desk, '/measurement/run', body)).report.resultId;
const restart = async () => {
  await desk.close();
  desk = await startTestHost({ strips: 'all', providers, stateFolder });
};
const items = async () => (await desk.get('/measurement/results')).body.items;

/** Reads the text form of Room EQ Wizard by its public description: lines that begin with no number are comments. */
function readRew(text: string) {
  const lines = text.split('\n').filter((line) => /^\s*[-+.\d]/.test(line));
  const rows = lines.map((line) =>
    line
      .trim()
      .split(/[\s,;]+/)
      .map(Number),
  );
  rows.forEach((row, n) => {
    if (row.length < 2 || row.length > 3 || row.some(Number.isNaN)) throw new Error(`line ${n} is no data`);
    if (n > 0 && (rows[n - 1]?.[0] ?? 0) >= (row[0] ?? 0)) throw new Error(`line ${n} does not ascend`);
  });
  return rows;
}

test('results outlive a restart, with their names and notes', async () => {
  const first = await measured({ name: 'House' });
  const second = await measured({ goal: 'ir' });
  expect((await desk.patch(`/measurement/results/${first}`, { name: 'House left', notes: 'cold' })).status).toBe(200);
  await restart();
  expect(await items()).toMatchObject(
    [
      { id: second, name: 'ir main/1', goal: 'ir', problem: '' },
      { id: first, name: 'House left', goal: 'transfer', output, summary },
    ].sort((a, b) => (a.id < b.id ? 1 : -1)),
  );
  expect((await desk.get(`/measurement/results/${first}`)).body).toMatchObject({ notes: 'cold', traces: ['transfer'] });
  expect((await desk.get(`/measurement/results/${first}/traces/transfer`)).body).toEqual(transfer);
});

test('what a killed desk left of a run is gone after its next start', async () => {
  const folder = join(stateFolder, 'measurements', '2026-08-01-20-15-00-ir.part');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'capture.wav'), 'sound');
  await restart();
  expect(await items()).toEqual([]);
  expect(existsSync(folder)).toBe(false);
});

test('a damaged result says so, and can be deleted', async () => {
  const id = await measured();
  const other = await measured();
  const path = join(stateFolder, 'measurements', id, 'result.json');
  for (const [text, words] of [
    ['{', 'no JSON'],
    ['{"format":2}', 'not of format 1'],
    [readFileSync(path, 'utf8').replace('"traces":["transfer"]', '"traces":["decay"]'), 'decay.json is missing'],
    ['x'.repeat(5_000_000), 'larger than'],
  ] as const) {
    writeFileSync(path, text);
    await restart();
    expect((await desk.get(`/measurement/results/${id}`)).body).toMatchObject({ traces: [] });
    expect((await desk.get(`/measurement/results/${id}`)).body.problem).toContain(words);
    expect((await items()).find((each: { id: string }) => each.id === id).problem).toContain(words);
    expect((await desk.get(`/measurement/results/${other}`)).body.problem).toBe('');
    expect((await runTask(desk, `/measurement/results/${id}/export`, {})).detail).toContain('is damaged');
  }
  writeFileSync(join(stateFolder, 'measurements', other, 'transfer.json'), '[1');
  expect(await desk.get(`/measurement/results/${other}/traces/transfer`)).toMatchObject({ status: 409 });
  const deleted = await runTask(desk, '/measurement/results/delete', { id, confirm: true });
  expect(deleted.report).toMatchObject({ outcome: 'applied', left: [] });
  expect((await items()).map((each: { id: string }) => each.id)).toEqual([other]);
});

test('a result is deleted when that is confirmed, and files that are not its own stay', async () => {
  const id = await measured();
  const remove = (body: object) => runTask(desk, '/measurement/results/delete', body);
  expect((await remove({ id })).report).toMatchObject({ preview: true, wouldDelete: { id, goal: 'transfer' } });
  expect((await remove({ id: 'other', confirm: true })).status).toBe(409);
  expect((await remove({ id: '../x', confirm: true })).status).toBe(422);
  await runTask(desk, `/measurement/results/${id}/export`, {});
  writeFileSync(join(stateFolder, 'measurements', id, 'mine.txt'), 'mine');
  expect((await remove({ id, confirm: true })).report).toMatchObject({ left: ['mine.txt'] });
  expect(readdirSync(join(stateFolder, 'measurements', id))).toEqual(['mine.txt']);
  expect((await desk.get(`/measurement/results/${id}`)).status).toBe(404);
});

test('traces are exported as CSV, and as the text that REW reads', async () => {
  const id = await measured({ name: 'House' });
  await desk.patch(`/measurement/results/${id}`, { name: 'Left\n20 999' });
  const exported = async (format: string) =>
    (await runTask(desk, `/measurement/results/${id}/export`, { format })).report.files as string[];
  const [csv = ''] = await exported('csv');
  expect(readFileSync(csv, 'utf8').split('\r\n')).toEqual([
    'Frequency (Hz),Magnitude (dB),Phase (deg),Coherence (%)',
    '20,-3,10,80',
    '200,0,0,99',
    '2000,-1.5,-170,98',
    '',
  ]);
  const [rew = ''] = await exported('rew');
  const text = readFileSync(rew, 'utf8');
  expect(text).toContain('* Measurement: Left 20 999\n');
  expect(text).toContain('* Freq(Hz) SPL(dB) Phase(degrees)\n');
  expect(readRew(text)).toEqual(
    transfer.frequenciesHz.map((hz, n) => [hz, transfer.magnitudesDb[n], transfer.phasesDeg[n]]),
  );
  const impulse = await measured({ goal: 'ir' });
  const refused = await runTask(desk, `/measurement/results/${impulse}/export`, { format: 'rew' });
  expect(refused).toMatchObject({ status: 409, params: { reason: 'nothing-to-export' } });
});

test('beyond the most results a run is refused before it sounds', async () => {
  await desk.close();
  for (let n = 0; n < 200; n++) mkdirSync(join(stateFolder, 'measurements', `r${n}`), { recursive: true });
  desk = await startTestHost({ strips: 'all', providers, stateFolder });
  const { report } = await runTask(desk, '/measurement/plan', {});
  expect(report.problems[0]).toMatchObject({ reason: 'too-many-results', refuses: true });
  expect((await runTask(desk, '/measurement/run', {})).status).toBe(409);
  expect(mixer.started).toHaveLength(0);
});

test('microphones are added from files, corrected, used and deleted', async () => {
  const add = (body: object) => runTask(desk, '/measurement/microphones/add', body);
  expect((await add({ name: 'UMIK', text: '20 0\n10 1' })).errors).toMatchObject([
    { field: 'text', code: 'wrong-format', params: { line: 2 } },
  ]);
  const text = 'Sens Factor =-0.7dB\n20 -1\n20000 2\n';
  expect((await add({ text })).errors).toMatchObject([{ field: 'name', code: 'missing' }]);
  expect((await desk.get('/measurement/microphones')).body.items).toEqual([]);
  expect((await add({ name: 'UMIK', text })).report.added).toEqual({
    ...{ id: 'umik', name: 'UMIK', points: 2, fromHz: 20, toHz: 20_000, sensitivityDb: -0.7 },
  });
  expect((await add({ name: 'Delete', text })).report.added.id).toBe('delete-2');
  const points = [
    { frequencyHz: 1000, levelDb: 1 },
    { frequencyHz: 20, levelDb: 5 },
    { frequencyHz: 1000, levelDb: 3 },
  ];
  expect((await desk.patch('/measurement/microphones/umik', { points })).body.points).toEqual(points);
  await restart();
  expect((await desk.get('/measurement/microphones/umik')).body).toEqual({ name: 'UMIK', points, sensitivityDb: -0.7 });
  const remove = (body: object) => runTask(desk, '/measurement/microphones/delete', body);
  await desk.patch('/measurement', { microphoneId: 'umik' });
  expect((await remove({ id: 'umik', confirm: true })).params.reason).toBe('in-use');
  await desk.patch('/measurement', { microphoneId: '' });
  expect((await remove({ id: 'umik' })).report.preview).toBe(true);
  expect((await remove({ id: 'umik', confirm: true })).report.outcome).toBe('applied');
  expect((await desk.get('/measurement/microphones')).body.items).toHaveLength(1);
});

test('a calibration goes to the computation ascending, the last of a frequency', async () => {
  await runTask(desk, '/measurement/microphones/add', { name: 'M', text: '20 0\n1000 1\n' });
  const points = [...[1000, 20, 1000].map((frequencyHz, n) => ({ frequencyHz, levelDb: n }))];
  await desk.patch('/measurement/microphones/m', { points });
  await measured({ microphoneId: 'm' });
  expect(desk.audio.jobs.started[0]?.args.calibration).toEqual([
    { frequencyHz: 20, levelDb: 1 },
    { frequencyHz: 1000, levelDb: 2 },
  ]);
});
