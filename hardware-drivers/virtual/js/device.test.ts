import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AudioDevice } from 'rowdesk/driver';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { id, model, observed, Rig, until, values } from '../test/bench-rig.ts';
import { home, isBuilt, testProcessors } from '../test/built.ts';
import driver from './index.ts';

const stream = { rate: 48000, blockFrames: 64 };

describe.skipIf(!isBuilt())('a virtual stagebox', () => {
  let rig: Rig;
  let device: AudioDevice;
  beforeEach(() => {
    rig = new Rig();
    device = driver.open(model, rig.context);
  });
  afterEach(() => {
    device.close();
    rig.remove();
  });
  const processors = testProcessors();

  test('describes its ports, its clock and its rates', () => {
    const { description } = device;
    expect(description.ports.map((port) => port.id).slice(6, 10)).toEqual(['in-7', 'in-8', 'out-1', 'out-2']);
    expect(description).toMatchObject({ id, clockId: 'virtual-timer', transport: 'virtual' });
    expect(description.supportedRates).toEqual([44100, 48000, 88200, 96000, 176400, 192000]);
    const large = driver.open({ ...model, modelId: 'virtual-32x16' }, rig.context).description.ports;
    expect(large.filter(({ direction }) => direction === 'input')).toHaveLength(32);
    expect(large.filter(({ direction }) => direction === 'output')).toHaveLength(16);
    expect(() => driver.open({ ...model, modelId: 'virtual-2x2' }, rig.context)).toThrow(
      /no virtual stagebox virtual-2x2/,
    );
  });

  test('runs at the rates of its configuration only', () => {
    const one = driver.open(model, { ...rig.context, config: { supportedRates: [48000, 96000] } });
    expect(one.description.supportedRates).toEqual([48000, 96000]);
    const processor = processors.make();
    expect(() => one.start(processor, { ...stream, rate: 44100 })).toThrow('runs at 48000, 96000 Hz, not at 44100');
    one.start(processor, { ...stream, rate: 96000 });
    expect(one.figures().rate).toBe(96000);
    one.close();
  });

  test('shows what it was given, running or not, with the revision that its thread has', async () => {
    const wanted = values({
      'inputs/1': {
        signal: 'sine',
        frequencyHz: 440.5,
        levelDbfs: -12.5,
        gainDb: 6,
        pad: true,
        phantom: true,
        label: 'Vox',
      },
      'inputs/8': { signal: 'white' },
      'outputs/3': { levelDb: -6, muted: true, label: 'Side' },
      '': { label: 'Stage', enabled: false, recordOutputs: [3, 1] },
    });
    const check = (revision: number) => {
      const observed = device.observe();
      expect(observed.revision).toBe(revision);
      for (const value of wanted) expect(observed.values).toContainEqual({ ...value, state: 'applied' });
    };
    expect(device.apply(7, wanted)).toEqual([]);
    check(7);
    const processor = processors.make();
    device.start(processor, stream);
    check(7);
    device.apply(8, values({ 'inputs/2': { signal: 'pink' } }));
    await until(() => device.observe().revision === 8);
    check(8);
    device.stop();
    check(8);
  });

  test('refuses what it has no setting for, and what is no value of the kind, in words; the rest is applied', () => {
    const answers = device.apply(
      1,
      values({
        'inputs/1': {
          signal: 'square',
          frequencyHz: '1 kHz',
          levelDbfs: null,
          gainDb: Number.NaN,
          pad: 'yes',
          muted: true,
        },
        'inputs/9': { signal: 'sine' },
        'outputs/1': { levelDb: true },
        '': { recordOutputs: [9], enabled: 1, constructor: 1 },
        'inputs/2': { signal: 'sine' },
      }),
    );
    expect(answers.map(({ field, state }) => [field, state])).toEqual(
      [
        'signal',
        'frequencyHz',
        'levelDbfs',
        'gainDb',
        'pad',
        'muted',
        'signal',
        'levelDb',
        'recordOutputs',
        'enabled',
        'constructor',
      ].map((field) => [field, 'refused']),
    );
    expect(answers[3]?.reason).toBe('must be a number');
    expect(observed(device, 'inputs/1', 'gainDb').value).toBe(0);
    expect(observed(device, 'inputs/2', 'signal').value).toBe('sine');
  });

  test('drives a processor once per block until it stops, and gives it back', async () => {
    const processor = processors.make();
    device.start(processor, { rate: 96000, blockFrames: 100 });
    await until(() => processors.state(processor).blocks > 20);
    expect(processors.state(processor)).toMatchObject({
      inputs: 8,
      outputs: 8,
      largest: 100,
      rate: 96000,
      releases: 0,
    });
    const figures = device.figures();
    expect(figures).toMatchObject({ rate: 96000, quantum: 100 });
    expect(['SCHED_FIFO', 'SCHED_OTHER']).toContain(figures.policy);
    expect(figures.blockUs).toBeGreaterThan(0);
    device.stop();
    const { blocks, releases } = processors.state(processor);
    expect(releases).toBe(1);
    await new Promise((resume) => setTimeout(resume, 30));
    expect(processors.state(processor).blocks).toBe(blocks);
    device.start(processor, stream);
    await until(() => processors.state(processor).blocks > 5);
  });

  test('a processor has one driver: a second device is refused while the first one runs', () => {
    const processor = processors.make();
    const other = driver.open(model, rig.context);
    device.start(processor, stream);
    expect(() => device.start(processor, stream)).toThrow(/runs already/);
    expect(() => other.start(processor, stream)).toThrow(/driven by another device/);
    device.stop();
    other.start(processor, stream);
    other.close();
  });

  test('what can not be started says why, and can be started afterwards', () => {
    const processor = processors.make();
    expect(() => device.start(processor, { rate: 12345, blockFrames: 64 })).toThrow(/44100, 48000.* not at 12345/);
    expect(() => device.start(processor, { rate: 48000, blockFrames: 4097 })).toThrow(/1 to 4096 frames/);
    expect(() => device.start({}, stream)).toThrow(/processor handle/);
    processors.refuse(processor, -12);
    expect(() => device.start(processor, stream)).toThrow(/Cannot allocate memory/);
    processors.refuse(processor, 0);
    device.start(processor, stream);
  });

  test('lost frames are counted, flagged, and missing from the frame count', async () => {
    const processor = processors.make();
    device.start(processor, stream);
    await until(() => processors.state(processor).blocks > 10);
    processors.dawdle(processor, 150_000);
    await until(() => device.figures().xruns > 0);
    await until(() => processors.state(processor).flags === 1);
    const before = Date.now();
    const figures = device.figures() as ReturnType<AudioDevice['figures']> & { lostFrames: number };
    expect(figures.lostFrames).toBeGreaterThan(64);
    expect(Math.abs(figures.lastXrunMs - before)).toBeLessThan(60_000);
    device.stop();
    const { frames, position } = processors.state(processor);
    expect(position - frames).toBe((device.figures() as typeof figures).lostFrames);
  });

  test('a file is decoded while the clock runs, and applied when its inputs play it', async () => {
    rig.writeWav('two.wav', 44100, [Array(441).fill(0.25), Array(441).fill(-0.5)]);
    const wanted = values({
      'inputs/1': { signal: 'file', file: 'two.wav' },
      'inputs/2': { signal: 'file', file: 'two.wav#2' },
    });
    expect(device.apply(1, wanted).map(({ state }) => state)).toEqual(['unverified', 'unverified']);
    expect(observed(device, 'inputs/1', 'file')).toMatchObject({ value: 'two.wav', state: 'unverified' });
    const processor = processors.make();
    device.start(processor, stream);
    device.apply(2, values({ '': { recordFile: 'played.wav' } }));
    await until(() => observed(device, 'inputs/2', 'file').state === 'applied');
    expect(observed(device, 'inputs/2', 'file').value).toBe('two.wav#2');
    // its fade-in is over well before that
    const before = observed(device, '', 'recordedFrames').value as number;
    await until(() => (observed(device, '', 'recordedFrames').value as number) > before + 4800);
    device.apply(3, values({ '': { recordFile: '' } }));
    await until(() => observed(device, '', 'recording').value === false);
    await new Promise((resume) => setTimeout(resume, 100));
    const [one, two] = rig.readWav('played.wav').channels as [Float64Array, Float64Array];
    expect(one.at(-1)).toBeCloseTo(0.25, 5);
    expect(two.at(-1)).toBeCloseTo(-0.5, 5);

    device.stop();
    device.start(processor, { rate: 96000, blockFrames: 64 });
    await until(() => observed(device, 'inputs/1', 'file').state === 'applied');
  });

  test('a file that can not be played is refused with the reason, and tried again when it is wanted again', async () => {
    writeFileSync(rig.path('song.wav'), 'this is no sound at all');
    symlinkSync('/etc/hostname', rig.path('link.wav'));
    rig.writeWav('mono.wav', 48000, [[0.1, 0.2]]);
    const reasonFor = (file: string) => {
      const [answer] = device.apply(1, values({ 'inputs/1': { signal: 'file', file } }));
      expect(answer).toMatchObject({ field: 'file', state: 'refused' });
      expect(observed(device, 'inputs/1', 'file')).toMatchObject({ value: '', state: 'refused' });
      return answer?.reason;
    };
    expect(reasonFor('song.wav')).toBe('song.wav: is neither a WAV nor a FLAC file');
    // A data chunk of no length, and notes behind it.
    const notes = Buffer.concat([Buffer.from('LIST\u0020\0\0\0INFOICMT\u0014\0\0\0', 'latin1'), Buffer.alloc(20, 'x')]);
    rig.writeWav('notes.wav', 48000, [[]]);
    const empty = Buffer.concat([readFileSync(rig.path('notes.wav')), notes]);
    empty.writeUInt32LE(empty.length - 8, 4);
    writeFileSync(rig.path('notes.wav'), empty);
    expect(reasonFor('notes.wav')).toBe('notes.wav: has no sound in it');
    expect(reasonFor('none.wav')).toBe('none.wav: no such file');
    expect(reasonFor('link.wav')).toBe('link.wav: is a symbolic link');
    expect(reasonFor('../x.wav')).toMatch(/dot|separators/);
    expect(reasonFor('mono.wav#2')).toMatch(/has 1 channels, no channel 2/);
    device.start(processors.make(), stream);
    rig.writeWav('none.wav', 48000, [[0.1, 0.2]]);
    device.apply(2, values({ 'inputs/1': { file: 'none.wav' } }));
    await until(() => observed(device, 'inputs/1', 'file').state === 'applied');
  });

  test('a process that exits while it plays and records ends in order, with a whole file', () => {
    const program = `
      const load = require('node:module').createRequire(${JSON.stringify(home)});
      const { Stagebox, Recorder } = load('./build/Release/virtual.node');
      const processor = load('./build/Release/test_processor.node').make();
      const order = { folder: ${JSON.stringify(rig.folder)}, file: 'exit.wav', outputs: [1], rateHz: 48000 };
      const input = { signal: 'sine', frequencyHz: 1000, levelDbfs: -20, gainDb: 0, pad: false, phantom: false, label: '', file: '', clip: null };
      const box = new Stagebox(1, 1);
      const outputs = [{ levelDb: 0, muted: false, label: '' }];
      box.send({ revision: 1, enabled: true, label: '', inputs: [input], outputs, recorder: new Recorder(order, () => {}) });
      box.start(processor, 48000, 64);
      setTimeout(() => process.exit(0), 150);`;
    expect(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' })).toBe('');
    const [samples] = rig.readWav('exit.wav').channels as [Float64Array];
    expect(samples.length).toBeGreaterThan(64);
    expect(Math.abs(samples[12] as number)).toBeCloseTo(0.1, 6);
  });

  test('identify is answered, other calls are refused', () => {
    expect(device.call?.('identify', {})).toEqual({});
    expect(() => device.call?.('explode', {})).toThrow(/can't do explode/);
  });
});
