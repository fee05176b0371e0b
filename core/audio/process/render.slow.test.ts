import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RenderJob, RenderProgress } from '../../services/render-job.ts';
import { RenderJobError, render } from './render.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The stagebox as a target. */
const ofBox = { target: 'stagebox:virtual-32x16' };
let folder: string;
/** What the doubles were asked to do, in order. */
let calls: unknown[][];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-render-'));
  calls = [];
  Object.assign(globalThis, { renderCalls: calls });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A driver package whose functions write down their calls; `module` is its default export. */
function packageOf(name: string, kind: string, module: string): string {
  const home = join(folder, name);
  mkdirSync(home);
  const driver = { api: 1, kind, audio: true, matches: [], module: './index.js' };
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name, type: 'module', rowdesk: { driver } }));
  const call = 'const call = (...words) => void globalThis.renderCalls.push(words);';
  writeFileSync(
    join(home, 'index.js'),
    `import { writeFileSync } from 'node:fs';\n${call}\nexport default ${module};\n`,
  );
  return home;
}

const refusing = `(revision, values) => {
  call('apply', revision, ...values.map(({ field, value }) => field + '=' + value));
  return values.filter(({ value }) => value === 'bad').map((value) => ({ ...value, state: 'refused', reason: 'no good' }));
}`;
const mixer = () =>
  packageOf(
    'mixer',
    'mixer',
    `{ kind: 'mixer', open: (layout, { config }) => (call('mixer', layout, config), {
      target: 'mixer', processor: {}, apply: ${refusing}, connect: ({ inputs, outputs }) => call('connect', inputs, outputs),
      open: (...how) => call('open', ...how), linkFields: [], meterPaths: [], meterLegs: [], meterColumns: [],
      state: () => ({ isOpen: true, clock: 'running', faultyStrips: [], dspLoadPercent: 0, dspLoadMaxPercent: 0 }),
      close: () => call('close mixer'),
    }) }`,
  );
const device = () =>
  packageOf(
    'device',
    'stagebox',
    `{ kind: 'stagebox', open() {}, offline: ({ id }) => {
      const files = []; let frames = 0;
      return {
        target: 'stagebox:' + id,
        description: { id, supportedRates: [44100, 48000], ports: [
          { id: 'in-1', direction: 'input' }, { id: 'out-1', direction: 'output' }] },
        look: (file) => file === 'long.wav'
          ? { channels: 1, rate: 44100, frames: 44100 } : { channels: 1, rate: 22050, frames: 100 },
        feed: (...how) => call('feed', ...how),
        record: (ports, file) => (files.push(file), call('record', ports)),
        apply: ${refusing}, observe: () => ({ revision: 0, values: [] }), settled: async () => {},
        prepare: async (_, { rate, blockFrames }) => (files.forEach((f) => writeFileSync(f, 'sound')), call('prepare', rate, blockFrames)),
        run: (n) => { if (n === 13) throw new Error('the disk is full'); frames += n; call('run', n); },
        finish: () => (call('finish'), { frames, peaks: { 'out-1': 0.5 } }),
        close: () => call('close device'),
      };
    } }`,
  );

function jobOf(more: Partial<RenderJob> = {}): RenderJob {
  return {
    drivers: { mixer: mixer(), device: device() },
    layout: { input: 2 },
    frames: 100,
    outputs: [{ ports: ['out-1'], file: join(folder, 'mix.wav') }],
    ...more,
  };
}
const runs = () => calls.filter(([name]) => name === 'run').map(([, frames]) => frames);

test('all desired values are applied before the first frame', async () => {
  const values = [
    { path: '/channel/input/1', field: 'levelDb', value: -3 },
    { ...ofBox, path: '/stagebox/virtual-32x16/inputs/1', field: 'signal', value: 'sine' },
  ];
  const inputs = [{ port: 'in-1', file: 'a.wav', channel: 2 }];
  const report = await render(jobOf({ values, inputs, rate: 48000, blockFrames: 17, instructionSet: 'sse2' }));
  expect(calls).toEqual([
    ['mixer', { input: 2 }, { instructionSet: 'sse2' }],
    ['feed', 'in-1', 'a.wav', 2],
    ['record', ['out-1']],
    ['connect', ['virtual-32x16:in-1'], ['virtual-32x16:out-1']],
    ['apply', 1, 'signal=sine'],
    ['apply', 1, 'levelDb=-3'],
    ['prepare', 48000, 17],
    ['open', true, 0, 'startup'],
    ['run', 100],
    ['finish'],
    ['close mixer'],
  ]);
  expect(report).toMatchObject({ type: 'report', frames: 100, rate: 48000, blockFrames: 17, warnings: [] });
  expect(report.outputs).toEqual([{ file: join(folder, 'mix.wav'), peaksDb: [20 * Math.log10(0.5)] }]);
  expect(readdirSync(folder).sort()).toEqual(['device', 'mix.wav', 'mixer']);
});

test('changes take effect on their frame, in order, those of one frame as one', async () => {
  const at = (atFrame: number, value: number) => ({
    atFrame,
    values: [{ path: '/channel/input/1', field: 'levelDb', value }],
  });
  await render(jobOf({ changes: [at(70, 3), at(0, 0), at(31, 1), at(70, 4)] }));
  const order = calls
    .filter(([name]) => name === 'run' || name === 'apply')
    .filter((call) => call.length > 2 || call[0] === 'run');
  expect(order).toEqual([
    ['apply', 2, 'levelDb=0'],
    ['run', 31],
    ['apply', 3, 'levelDb=1'],
    ['run', 39],
    ['apply', 4, 'levelDb=3', 'levelDb=4'],
    ['run', 30],
  ]);
});

test('the rate is that of the first file where the stagebox has it, the length that of the longest and the tail', async () => {
  const progress: RenderProgress[] = [];
  const input = (file: string) => ({ port: 'in-1', file });
  const job = jobOf({ frames: undefined, inputs: [input('long.wav'), input('short.wav')], tailFrames: 50_000 });
  const first = await render(job, (line) => progress.push(line));
  expect(first).toMatchObject({ rate: 44100, frames: 94_100 });
  expect(runs()).toEqual([44100, 44100, 5900]);
  expect(progress.map(({ frames, totalFrames }) => [frames, totalFrames])).toEqual([
    [44100, 94_100],
    [88_200, 94_100],
    [94_100, 94_100],
  ]);
  const second = await render({ ...job, inputs: [input('short.wav')], tailFrames: 0 });
  expect(second).toMatchObject({ rate: 48000, frames: Math.ceil((100 * 48000) / 22050) });
});

test('a refused value and a failure on the way end the render with the reason, and leave no file', async () => {
  const values = [{ path: '/channel/input/1', field: 'pan', value: 'bad' }];
  const job = jobOf();
  await expect(render({ ...job, values })).rejects.toThrow('/channel/input/1 pan: no good');
  await expect(render({ ...job, changes: [{ atFrame: 5, values }] })).rejects.toThrow('/channel/input/1 pan: no good');
  const late = render({ ...job, changes: [{ atFrame: 48_000, values: [] }] });
  await expect(late).rejects.toThrow('a change at 1 s is not before the end');
  await expect(render({ ...job, frames: 13 })).rejects.toThrow('the disk is full');
  expect(calls.filter(([name]) => name === 'close mixer')).toHaveLength(4);
  expect(calls.filter(([name]) => name === 'close device')).toHaveLength(4);
  expect(readdirSync(folder).sort()).toEqual(['device', 'mixer']);
});

test('a job that does not fit is named at its place', async () => {
  const job = jobOf();
  await expect(render({ ...job, blockFrames: 5000 })).rejects.toThrow(/\/blockFrames must be <= 4096/);
  await expect(render({ ...job, blokFrames: 64 })).rejects.toThrow(RenderJobError);
  const stray = { path: '/clock/force', field: 'rate', value: 44100, target: 'clock' };
  for (const more of [{ values: [stray] }, { changes: [{ atFrame: 5, values: [stray] }] }]) {
    await expect(render({ ...job, ...more })).rejects.toThrow(
      '/clock/force rate is for clock; a render has mixer and stagebox:virtual-32x16',
    );
  }
  await expect(render({ ...job, frames: undefined })).rejects.toThrow(/has to say `frames`/);
  await expect(render({ ...job, drivers: { mixer: folder, device: folder } })).rejects.toThrow(/package.json/);
  const { device: wrong } = job.drivers;
  await expect(render({ ...job, drivers: { mixer: wrong, device: wrong } })).rejects.toThrow(
    /kind stagebox, not mixer/,
  );
});

const program = join(root, 'dist/core/audio/process/render.js');

/** The packages of this repository, where they are built. */
function isBuilt(): boolean {
  const parts = [
    'build/Release/mixer.node',
    'dist/index.js',
    '../virtual/build/Release/virtual.node',
    '../virtual/dist/index.js',
  ];
  const needed = [program, ...parts.map((part) => join(root, 'hardware-drivers/mixer', part))];
  const missing = needed.filter((file) => !existsSync(file));
  if (missing.length === 0) return true;
  if (process.env.CI === 'true') throw new Error(`not built: ${missing.join(', ')}; npm run build`);
  console.warn(`skipped: ${missing.join(', ')} not built (npm run build)`);
  return false;
}

describe.skipIf(!isBuilt())('with the mixer and the virtual stagebox', () => {
  const job = (blockFrames: number): RenderJob => ({
    drivers: { mixer: join(root, 'hardware-drivers/mixer'), device: join(root, 'hardware-drivers/virtual') },
    layout: { input: 2, main: 1 },
    rate: 48000,
    frames: 30_000,
    blockFrames,
    values: [
      { ...ofBox, path: '/stagebox/virtual-32x16/inputs/1', field: 'signal', value: 'sine' },
      { ...ofBox, path: '/stagebox/virtual-32x16/inputs/2', field: 'signal', value: 'pink' },
      { path: '/channel/input/1', field: 'sourceId', value: 'virtual-32x16:in-1' },
      { path: '/channel/input/2', field: 'sourceId', value: 'virtual-32x16:in-2' },
      { path: '/channel/input/1', field: 'levelDb', value: 0 },
      { path: '/channel/main/1', field: 'levelDb', value: 0 },
    ],
    changes: [
      { atFrame: 9601, values: [{ path: '/channel/input/1', field: 'levelDb', value: -20 }] },
      {
        atFrame: 12_345,
        values: [
          { path: '/channel/input/2', field: 'levelDb', value: -6 },
          { ...ofBox, path: '/stagebox/virtual-32x16/inputs/1', field: 'gainDb', value: 6 },
        ],
      },
      { atFrame: 20_000, values: [{ path: '/channel/input/1', field: 'muted', value: true }] },
    ],
    outputs: [{ ports: ['out-1', 'out-2'], file: join(folder, `${blockFrames}.wav`) }],
  });
  /** Interleaved samples: 58 bytes of header, then 32-bit float. */
  const samplesOf = (blockFrames: number) => {
    const bytes = readFileSync(join(folder, `${blockFrames}.wav`));
    const data = bytes.indexOf('data') + 8;
    return Float32Array.from({ length: (bytes.length - data) / 4 }, (_, n) => bytes.readFloatLE(data + n * 4));
  };

  test('levels are right from the first frame on, and blocks of any size give the same', async () => {
    await render(job(64));
    const expected = samplesOf(64);
    expect(expected).toHaveLength(60_000);
    // -20 dBFS, centred: -3.01 dB on either leg, without a ramp at the start
    const peak = 10 ** (-20 / 20) * Math.SQRT1_2;
    for (const n of [1, 12, 4812]) {
      expect(expected[n * 2]).toBeCloseTo(peak * Math.sin((2 * Math.PI * n) / 48), 6);
      expect(expected[n * 2 + 1]).toBeCloseTo(peak * Math.sin((2 * Math.PI * n) / 48), 6);
    }
    for (const blockFrames of [1, 17, 1000, 4096]) {
      await render(job(blockFrames));
      const other = samplesOf(blockFrames);
      expect(other).toHaveLength(expected.length);
      const most = other.reduce((worst, sample, n) => Math.max(worst, Math.abs(sample - (expected[n] as number))), 0);
      expect(most, `${blockFrames} frames a block`).toBeLessThan(1e-6);
    }
  });

  test('a sum over full scale stays in floats, and clips in whole numbers as at an output of the desk', async () => {
    const loud = [
      { ...ofBox, path: '/stagebox/virtual-32x16/inputs/1', field: 'levelDbfs', value: 0 },
      { path: '/channel/input/1', field: 'levelDb', value: 10 },
      { path: '/channel/input/1', field: 'pan', value: -100 },
      { path: '/channel/main/1', field: 'levelDb', value: 2.04 },
    ];
    const files = ['32.wav', '24.wav'].map((name) => join(folder, name));
    const [floats = '', whole = ''] = files;
    const { values = [] } = job(64);
    const report = await render({
      ...{ ...job(64), frames: 4800, changes: [], values: [...values.filter(({ path }) => !/2$/.test(path)), ...loud] },
      outputs: [
        { ports: ['out-1'], file: floats },
        { ports: ['out-1'], file: whole, format: { container: 'wav', encoding: 'int24' } },
      ],
    });
    const dataOf = (file: string) => {
      const bytes = readFileSync(file);
      return bytes.subarray(bytes.indexOf('data') + 8);
    };
    const expected = (n: number) => 10 ** (12.04 / 20) * Math.sin((2 * Math.PI * n) / 48);
    for (const n of [1, 12, 36, 4000]) {
      expect(dataOf(floats).readFloatLE(n * 4)).toBeCloseTo(expected(n), 3);
      const clipped = Math.min(1 - 2 ** -23, Math.max(-1, expected(n)));
      expect(dataOf(whole).readIntLE(n * 3, 3) / 2 ** 23).toBeCloseTo(clipped, 3);
    }
    expect(report.outputs.map(({ peaksDb }) => peaksDb[0]?.toFixed(2))).toEqual(['12.04', '12.04']);
    expect(report.warnings).toEqual([
      `${floats} goes 12.04 dB over full scale: its floats keep that; an output of the desk or 16 and 24 bits would clip it`,
      `${whole} reaches full scale; what was louder is clipped there, as at an output of the desk`,
    ]);
  });

  test('every run gives the same bytes', async () => {
    await render(job(64));
    const first = readFileSync(join(folder, '64.wav'));
    await render(job(64));
    expect(readFileSync(join(folder, '64.wav')).equals(first)).toBe(true);
  });

  test('the program writes JSON lines, and ends a failure with 1 or 2', () => {
    const run = (input: string) => spawnSync(process.execPath, [program], { input, encoding: 'utf8' });
    const good = run(JSON.stringify(job(64)));
    expect(good.stderr).toBe('');
    const lines = good.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ type }) => type).at(-1)).toBe('report');
    expect(lines[0]).toMatchObject({ type: 'progress', totalFrames: 30_000 });
    expect(good.status).toBe(0);
    const wrong = run('{"no": "job"}');
    expect([wrong.status, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toMatch(/does not fit/);
    const failing = run(JSON.stringify({ ...job(64), inputs: [{ port: 'in-1', file: join(folder, 'none.wav') }] }));
    expect([failing.status, failing.stdout]).toEqual([1, '']);
    expect(failing.stderr).toMatch(/none\.wav: no such file/);
  });
});
