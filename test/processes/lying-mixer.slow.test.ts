// The mixer in the tree behind a package of a vendor that lies in all that a mixer says beside its values: the lies are named,
// no row has them, and the sound and the link go on.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inTreeMixer } from '../../core/audio/discovery/mixer-description.ts';
import { settled, write } from '../harness/desk.ts';
import { installInto } from '../harness/packages.ts';
import { quietConfig, removeFolder, startService, stopServices, temporaryFolder } from '../harness/service.ts';

const state = temporaryFolder();
afterAll(async () => {
  await stopServices();
  removeFolder(state);
});

const { folder, manifest } = inTreeMixer();
const fileOf = (name: string | undefined) => readFileSync(join(folder, name ?? ''), 'utf8');

const lyingMixer = {
  name: 'acme-mixer',
  rowdesk: { driver: { ...manifest, module: './index.js', processors: './processors.json', fields: './strips.json' } },
  files: {
    'processors.json': fileOf(manifest.processors),
    'strips.json': fileOf(manifest.fields),
    'index.js': `import driver from '${join(folder, manifest.module)}';
const long = 'x'.repeat(20e6);
const lies = (mixer, context) => ({
  state: () => {
    context.log('loud', Symbol('words'));
    context.log('info', long);
    context.warn(Symbol('id'), 7);
    context.warn(long, long);
    return {
      ...mixer.state(),
      dspLoadPercent: NaN, dspLoadMaxPercent: Infinity, clips: -1, mutes: 'many', notifiesWatchdog: 'yes', hasNullPointers: 0,
      faultyStrips: [7], faults: [{ path: '/nowhere', count: NaN }, null],
    };
  },
  readMeters: (_reader, into) => void into.fill(NaN),
  readAnalysis: () => ({
    spectra: [null, { number: 1, levelsDb: new Float32Array(5e6) }, { number: 1, levelsDb: new Float32Array(31).fill(NaN) }],
    alignments: [undefined, { number: 1, frames: NaN, offsetMs: NaN, confidencePercent: 'all' }],
  }),
  bandFrequenciesHz: () => [NaN],
  call: (method) => ({ method, long, number: 5n }),
});
export default {
  kind: 'mixer',
  open(layout, context) {
    const mixer = driver.open(layout, context);
    const lie = lies(mixer, context);
    return new Proxy(mixer, {
      get(target, name) {
        if (Object.hasOwn(lie, name)) return lie[name];
        const member = Reflect.get(target, name, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
  },
};
`,
  },
};

test('a mixer that lies is named, no row has what it says, and the desk plays on', { timeout: 60_000 }, async () => {
  installInto(state, [lyingMixer]);
  const service = await startService({
    state,
    config: { ...quietConfig, drivers: ['virtual', lyingMixer.name], preferDrivers: [lyingMixer.name] },
  });
  await service.until('/console', (row) => row.engine === 'running');
  const numbersOf = async (path: string) => Object.values((await service.get(path)).body).flat();
  for (const path of ['/channel/input/1/meter', '/telemetry/rt', '/clock']) {
    const values = await numbersOf(path);
    expect(values.length, path).toBeGreaterThan(0);
    expect(values, path).not.toContain(null);
  }
  // Analyses that it gets wrong are none, and calls are refused in words.
  await service.get('/channel/input/1/spectrum');
  await write(service, '/channel/input/1', { levelDb: -6 });
  await settled(service);
  const { warnings } = (await service.get('/warnings')).body as { warnings: { id: string; detail: string }[] };
  const named = warnings.filter(({ id }) => id.startsWith('driver-acme-mixer-')).map(({ detail }) => detail);
  expect(named).toContain(
    'its state() gave a wrong faultyStrips, dspLoadPercent, dspLoadMaxPercent, faults, clips, mutes, hasNullPointers, notifiesWatchdog',
  );
  expect(named).toContain('its readMeters() gave values that are no numbers');
  for (const { detail } of warnings) expect(detail.length).toBeLessThanOrEqual(2000);
  expect(warnings.map(({ id }) => id)).not.toContain('audio-process-trouble');
  // One link, from the first to the last.
  const log = readFileSync(join(state, 'audio.log'), 'utf8');
  expect(log).not.toContain('a connection ended');
  expect(log.length).toBeLessThan(10e6);
});
