import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quickWalk, type TestHost, walkRow } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { imported, importingDesk, runImport, scene } from './shows-fixture.ts';

const file = `${scene.join('\n')}\n`;
const boxes = [{ from: 'x32-local', to: 'virtual-32x16' }];

let desk: TestHost;
beforeEach(async () => {
  desk = await importingDesk();
});
afterEach(() => desk.close());

const body = async (path: string) => (await desk.get(path)).body;
async function apply(id: string) {
  await desk.patch(`/sessions/${id}/apply`, { running: true });
  for (;;) {
    const row = await body(`/sessions/${id}/apply`);
    if (!row.running) return row;
  }
}

test('without apply the report says what would become of each line, and nothing is stored', async () => {
  const before = desk.host.desk.revision;
  const { report } = await imported(desk, file);
  expect(report).toMatchObject({ preview: true, format: 'x32-scene', version: '4.0', name: 'Friday' });
  const { counts, mapped, approximated, notCarried } = report;
  expect(counts.lines).toBe(scene.length - 1);
  expect(counts.lines).toBe(mapped.length + approximated.length + notCarried.length);
  expect(desk.host.desk.revision).toBe(before);
  expect((await body('/sessions')).items).toEqual([]);
});

test('a line that fits is mapped, another value is beside its own, and what has no place here has a reason', async () => {
  const { report } = await imported(desk, file);
  expect(report.mapped).toContain('10 /ch/01/preamp');
  const of = (key: string) => report.approximated.find((line: { key: string }) => line.key === key)?.values;
  expect(of('/ch/01/config')).toMatchObject([
    { part: 'icon', from: '3', to: null },
    { part: 'color', from: 'YEi', to: 'YE' },
  ]);
  expect(of('/ch/01/gate')).toMatchObject([{ part: 'mode', from: 'EXP4', to: 'GATE' }]);
  expect(of('/ch/01/dyn')).toMatchObject([{ part: 'env', from: 'LIN', to: 'LOG' }]);
  expect(of('/ch/01/eq/2')).toMatchObject([{ part: 'type', from: 'VEQ', to: 'PEQ' }]);
  expect(of('/outputs/main/02')).toMatchObject([
    { part: 'pos', from: 'PRE', to: 'POST' },
    { part: 'invert', from: 'ON', to: null },
  ]);
  const why = (key: string) => report.notCarried.find((line: { key: string }) => line.key === key)?.why;
  expect(why('/config/userctrl/A')).toContain('a control of that console');
  expect(why('/ch/40/mix')).toContain('no line of an X32');
  expect(why('/headamp/100')).toContain('no channel hears this socket');
});

test('an import makes a session with a scene, which sets the desk when it is applied and not before', async () => {
  const { report } = await imported(desk, file, { apply: true, devices: boxes });
  expect(report).toMatchObject({ outcome: 'applied', id: 'friday' });
  expect((await body('/channel/input/1')).name).toBe('');
  await apply('friday');
  expect(await body('/channel/input/1')).toMatchObject({
    ...{ name: 'Kick', colour: 'yellow', levelDb: -10, muted: false, pan: 24, trimDb: 3.5, polarityInverted: true },
    ...{ dcas: [1, 3], muteGroups: [2], sourceId: 'virtual-32x16:in-1' },
  });
  const processors = '/channel/input/1/chain/processors';
  expect((await body('/channel/input/1/align')).delayMs).toBe(12.5);
  expect((await body(`${processors}/hpf`)).enabled).toBe(true);
  expect(await body(`${processors}/gate/values`)).toMatchObject({ thresholdDb: -45.5, rangeDb: 30 });
  expect(await body(`${processors}/comp/values`)).toMatchObject({ ratio: 4, detector: 'peak', mixPercent: 80 });
  const bands = '/channel/input/1/eq/bands';
  expect(await body(`${bands}/1`)).toMatchObject({ type: 'lowShelf', gainDb: 3, q: 0.7 });
  expect(await body(`${bands}/2`)).toMatchObject({ type: 'peak', gainDb: -4.75 });
  expect((await body(`${bands}/2`)).frequencyHz).toBeCloseTo(4530, -2);
  expect(await body('/channel/input/1/sends/mix/1')).toMatchObject({ levelDb: -17.5, on: true, tapPoint: 'Pre-Fader' });
  expect(await body('/channel/input/1/sends/mix/2')).toMatchObject({ levelDb: -20, on: false, tapPoint: 'Pre-Fader' });
  expect(await body('/channel/dca/1')).toMatchObject({ name: 'Drums', levelDb: -3 });
  expect((await body('/channel/muteGroup/1')).muted).toBe(true);
  expect((await body('/channel/fxSend/1/chain/processors/effect')).plugin).toBe('builtin:reverb');
  expect(await body('/channel/fxSend/1/chain/processors/effect/values')).toMatchObject({ decayS: 2.4, preDelayMs: 25 });
  const scenes = await body('/scenes');
  expect(scenes.items).toMatchObject([{ name: 'Friday', notes: 'Second night' }]);
});

test('a linked pair that is panned hard apart has the balance of a pair', async () => {
  await imported(desk, file, { apply: true });
  await apply('friday');
  for (const index of [3, 4]) {
    expect(await body(`/channel/input/${index}`)).toMatchObject({ stereoLink: true, pan: 0, levelDb: -5 });
  }
});

test('sockets are found through routing blocks and user patches; phantom comes on with a hand at the socket only', async () => {
  const aes = { from: 'x32-aes50a', to: 'virtual-32x16' };
  const { report } = await imported(desk, file, { apply: true, devices: [aes] });
  expect(report.devices).toContainEqual(expect.objectContaining({ id: 'x32-local', to: '' }));
  await apply(report.id);
  // Source 17 is the first of UIN1-8, which the user patch takes from AES50 A 2.
  expect((await body('/channel/input/2')).sourceId).toBe('virtual-32x16:in-2');
  expect((await body('/stagebox/virtual-32x16/inputs/1')).gainDb).toBe(10);
  await imported(desk, file, { apply: true, devices: boxes, name: 'Local' });
  const { blocked } = await body('/sessions/local/applyKeeps');
  expect(JSON.stringify(blocked)).toContain('phantom-on');
  await apply('local');
  expect(await body('/stagebox/virtual-32x16/inputs/1')).toMatchObject({ gainDb: 26, phantom: false });
});

test('without devices the session leaves sources, preamps and outputs of the desk alone', async () => {
  await desk.patch('/channel/input/1', { sourceId: 'virtual-32x16:in-5' });
  const { outputs } = await body('/patch');
  await imported(desk, file, { apply: true });
  expect((await body('/sessions/friday/applyKeeps')).changes).not.toContainEqual(
    expect.objectContaining({ field: 'sourceId' }),
  );
  await apply('friday');
  expect((await body('/channel/input/1')).sourceId).toBe('virtual-32x16:in-5');
  expect((await body('/patch')).outputs).toEqual(outputs);
});

test('the preset of a channel goes to the input that is named, and a snippet sets what it has', async () => {
  const preset = '#2.7# 30 "Bass" 0 %0011111100100100 1\n/config "Bass" 17 GN\n/eq ON\n/mix ON -11.8 ON +0 ON   0.0\n';
  const { report } = await imported(desk, preset, { apply: true, channel: 5 });
  expect(report).toMatchObject({ format: 'x32-channel', name: 'Bass' });
  await apply(report.id);
  expect(await body('/channel/input/5')).toMatchObject({ name: 'Bass', colour: 'green', levelDb: -11.8 });
  const snippet = '#4.0# "Lead up" 8191 -1 255 0 1\n/ch/05/mix/fader +2.0\n/ch/05/mix/on OFF\n';
  const made = await imported(desk, snippet, { apply: true });
  expect(made.report).toMatchObject({ format: 'x32-snippet', counts: { lines: 2, mapped: 2 } });
  await apply(made.report.id);
  expect(await body('/channel/input/5')).toMatchObject({ name: 'Bass', levelDb: 2, muted: true });
});

test.each([
  ['', 'no show file'],
  ['#4.0#', 'line 1'],
  ['#9.0# "New" "" 1\n', 'version 9.0'],
  [`#4.0# "Long" "" 1\n${'/ch/01/mix ON\n'.repeat(5_001)}`, 'at most 5000'],
  [`#4.0# "Wide" "" 1\n/ch/01/mix ${'x'.repeat(5_000)}\n`, 'line 2'],
  ['\u0000\u0001\u0002binary', 'no show file'],
])('a file that is none is refused in words and leaves nothing: %.20j', async (text, words) => {
  const row = await imported(desk, text, { apply: true });
  expect(row.refusal).toMatchObject({ code: 'conflict', detail: expect.stringContaining(words) });
  expect((await body('/sessions')).items).toEqual([]);
});

test('a file outside of media, a link, a folder and no file at all are refused', async () => {
  const { stateFolder } = desk;
  mkdirSync(join(stateFolder, 'media', 'folder'), { recursive: true });
  writeFileSync(join(stateFolder, 'secret.scn'), file);
  symlinkSync(join(stateFolder, 'secret.scn'), join(stateFolder, 'media', 'link.scn'));
  expect(await runImport(desk, { file: '../secret.scn' })).toMatchObject({ status: 422, errors: [{ field: 'file' }] });
  expect(await runImport(desk, {})).toMatchObject({ status: 409, params: { reason: 'no-file' } });
  for (const name of ['link.scn', 'folder', '..', 'absent.scn']) {
    expect((await runImport(desk, { file: name })).refusal).toMatchObject({ code: 'conflict' });
  }
});

test('the rows hold what every row must hold', async () => {
  for (const path of ['/shows/formats', '/shows/import']) await walkRow(desk, path, quickWalk);
});
