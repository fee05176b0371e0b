// Whatever silences a strip stands in its `mutedBy` or in `missing` of /patch, and nothing stands there that is heard:
// each cause on a real service, judged by what leaves the stagebox.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { box, recorded, running, settled, startRecording, stopRecording, write } from '../harness/desk.ts';
import { root, type Service, startService, stopServices } from '../harness/service.ts';
import { peakDb, sine } from '../harness/sound.ts';
import { writeWav } from '../harness/wav.ts';

const input = '/channel/input/1';
const main = '/channel/main/1';
const mix = '/channel/mix/1';
const strips = [input, main, mix];
const socket = `/stagebox/${box}/inputs/1`;
const played = { main: 1, mix: 5 };
type Played = keyof typeof played;

const port = (id: string | number) => (typeof id === 'number' ? `${box}:out-${id}` : id);
const output = (kind: Played, id: string | number) => ({
  ...{ strip: { kind, index: 1 }, leg: 'left', portId: port(id), levelDb: 0 },
});
const outputs = (toMain: string | number, toMix: string | number) => ({
  outputs: [output('main', toMain), output('mix', toMix)],
});

type Write = readonly [path: string, body: object];

interface Cause {
  readonly does: Write;
  /** Of the same row. */
  readonly undoes: object;
  /** What else makes it heard again. */
  readonly afterwards?: readonly Write[];
  /** Of which outputs nothing comes. */
  readonly silent: readonly Played[];
  /** By strip; the others have none. */
  readonly mutedBy?: Readonly<Record<string, readonly string[]>>;
  /** Words of the reasons in `missing`, by the strip at one end of the edge. */
  readonly missing?: Readonly<Record<string, RegExp>>;
}

const everywhere: readonly Played[] = ['main', 'mix'];
const switchedOff = { 'input-1': /switched off/, 'main-1': /switched off/, 'mix-1': /switched off/ };
const causes: Readonly<Record<string, Cause>> = {
  nothing: { does: [input, { pan: -100 }], undoes: {}, silent: [] },
  'a mute': {
    ...{ does: [input, { muted: true }], undoes: { muted: false } },
    ...{ silent: everywhere, mutedBy: { [input]: ['mute'] } },
  },
  'the mute of a bus': {
    ...{ does: [mix, { muted: true }], undoes: { muted: false } },
    ...{ silent: ['mix'], mutedBy: { [mix]: ['mute'] } },
  },
  'a mute group': {
    ...{ does: ['/channel/muteGroup/2', { muted: true }], undoes: { muted: false } },
    ...{ silent: everywhere, mutedBy: { [input]: ['muteGroup:2'] } },
  },
  'a DCA': {
    ...{ does: ['/channel/dca/3', { muted: true }], undoes: { muted: false } },
    ...{ silent: everywhere, mutedBy: { [input]: ['dca:3'] } },
  },
  'a panic on the mains': {
    ...{ does: ['/safety/panic', { scope: 'mains' }], undoes: { scope: null } },
    ...{ silent: ['main'], mutedBy: { [main]: ['panic'] } },
  },
  'a panic on all': {
    ...{ does: ['/safety/panic', { scope: 'all' }], undoes: { scope: null } },
    ...{ silent: everywhere, mutedBy: { [input]: ['panic'], [main]: ['panic'], [mix]: ['panic'] } },
  },
  'values that are not finite': {
    ...{ does: [socket, { signal: 'file', file: 'broken.wav' }], undoes: { signal: 'sine' } },
    afterwards: [true, false].map((muted) => [input, { muted }] as const),
    ...{ silent: everywhere, mutedBy: { [input]: ['fault'] } },
  },
  'a stagebox that is switched off': {
    ...{ does: [`/stagebox/${box}`, { enabled: false }], undoes: { enabled: true } },
    ...{ silent: everywhere, mutedBy: { [input]: ['stagebox'], [main]: ['stagebox'], [mix]: ['stagebox'] } },
    missing: switchedOff,
  },
  'a muted output of a stagebox': {
    ...{ does: [`/stagebox/${box}/outputs/${played.mix}`, { muted: true }], undoes: { muted: false } },
    ...{ silent: ['mix'], mutedBy: { [mix]: ['stagebox'] }, missing: { 'mix-1': /muted/ } },
  },
  'a source that is not there': {
    ...{ does: [input, { sourceId: 'gone:in-1' }], undoes: { sourceId: `${box}:in-1` } },
    ...{ silent: everywhere, missing: { 'input-1': /no device/ } },
  },
  'a spare that is not there': {
    ...{ does: [input, { spareSourceId: 'gone:in-2', sourceSelected: 'spare' }] },
    ...{ undoes: { spareSourceId: '', sourceSelected: 'main' } },
    ...{ silent: everywhere, missing: { 'input-1': /no device/ } },
  },
  'an output that is not there': {
    ...{ does: ['/patch', outputs(played.main, 99)], undoes: outputs(played.main, played.mix) },
    ...{ silent: ['mix'], missing: { 'mix-1': /no such port/ } },
  },
} as const;

let desk: Service;
beforeAll(async () => {
  const providers = ['console', 'clock', 'channel', 'telemetry', 'stagebox', 'patch', 'cue', 'safety'];
  desk = await startService({ config: { providers } });
  const media = join(desk.state, 'media');
  mkdirSync(media, { recursive: true });
  writeWav(join(media, 'broken.wav'), 48_000, [sine(1000, -20, 48_000, 480).map((x, n) => (n === 0 ? Number.NaN : x))]);
  await running(desk);
  await write(desk, socket, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
  await write(desk, input, { sourceId: `${box}:in-1`, levelDb: 0, pan: -100, muteGroups: [2], dcas: [3] });
  await write(desk, `${input}/sends/mix/1`, { levelDb: 0 });
  await write(desk, '/patch', outputs(played.main, played.mix));
  await write(desk, main, { levelDb: 0 });
  await settled(desk);
});
afterAll(stopServices);

/** Which outputs give no sound now. A crossfade may be under way when the recording begins: the rest of it is judged. */
async function silentNow(): Promise<readonly Played[]> {
  await startRecording(desk, Object.values(played));
  await recorded(desk, 0.2);
  const { channels } = await stopRecording(desk);
  const later = channels.map((samples) => samples.subarray(4_800));
  expect(later[0]?.length).toBeGreaterThan(0);
  return everywhere.filter((_, place) => peakDb(later[place] as Float64Array) === Number.NEGATIVE_INFINITY);
}

async function mutedBy(): Promise<Readonly<Record<string, readonly string[]>>> {
  const rows = await Promise.all(strips.map(async (path) => [path, (await desk.get(path)).body.mutedBy] as const));
  return Object.fromEntries(rows.filter(([, reasons]) => reasons.length > 0));
}

/** The reasons by the strip of their edge. */
async function missing(): Promise<Readonly<Record<string, string>>> {
  const { body } = await desk.get('/patch');
  return Object.fromEntries(
    body.missing.map(({ edge, reason }: { edge: string; reason: string }) => [
      /mixer:([a-z]+-\d+)/i.exec(edge)?.[1] ?? edge,
      reason,
    ]),
  );
}

/** Causes that last for a moment only, each judged by its sound in a test of its own. */
const momentary = {
  startup: 'hardware-drivers/mixer/js/mixer.test.ts',
  clock: 'hardware-drivers/mixer/js/mixer.test.ts',
  patch: 'hardware-drivers/mixer/js/patch.test.ts',
  phantom: 'test/patchbay/phantom.slow.test.ts',
};

describe('what silences a strip is said, and what is heard is not', () => {
  test.each(Object.entries(causes))('%s', async (_name, cause) => {
    const { does, undoes, afterwards = [], silent, mutedBy: expected = {}, missing: reasons = {} } = cause;
    await write(desk, ...does);
    for (const [path, words] of Object.entries(expected)) {
      await desk.until(path, (row) => words.every((word) => row.mutedBy.includes(word)));
    }
    await settled(desk);
    expect(await silentNow()).toEqual(silent);
    expect(await mutedBy()).toEqual(expected);
    const found = await missing();
    expect(found).toEqual(
      Object.fromEntries(Object.entries(reasons).map(([strip, words]) => [strip, expect.stringMatching(words)])),
    );
    for (const again of [[does[0], undoes] as const, ...afterwards]) {
      await write(desk, ...again);
    }
    for (const path of strips) await desk.until(path, (row) => row.mutedBy.length === 0);
    await desk.until('/patch', (row) => row.missing.length === 0);
  });

  test('all is heard again', async () => {
    await settled(desk);
    expect(await silentNow()).toEqual([]);
  });

  test('every word of mutedBy has its test', async () => {
    const answer = await fetch(desk.url + input, { method: 'OPTIONS' });
    const { fields } = (await answer.json()) as { fields: { mutedBy: { items: { pattern: string } } } };
    const words = fields.mutedBy.items.pattern.match(/[a-z]{3,}/gi);
    const tested = Object.values(causes).flatMap(({ mutedBy = {} }) => Object.values(mutedBy).flat());
    const known = [...tested.map((word) => word.replace(/:.*/, '')), ...Object.keys(momentary)];
    expect([...new Set(known)].sort()).toEqual([...new Set(words)].sort());
    for (const file of Object.values(momentary)) expect(readFileSync(join(root, file), 'utf8')).toContain('mutedBy');
  });
});
