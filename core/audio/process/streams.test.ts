import { beforeEach, expect, test } from 'vitest';
import type { AudioDevice, ConnectedPorts, DeviceDescription, PortDescription, StreamSettings } from '../../driver.ts';
import { FakeTime } from '../../testing/fake-time.ts';
import type { ProcessPlan } from '../link/shapes.ts';
import type { StreamedMixer } from './active-stream.ts';
import type { OpenAudioDevice } from './devices.ts';
import { JoiningDouble, joinedFigures } from './joining-double.ts';
import { Streams } from './streams.ts';

interface BoxOptions {
  readonly clockId?: string;
  readonly inputs?: number;
  readonly outputs?: number;
  readonly rates?: readonly number[];
  readonly resample?: boolean;
  readonly fallback?: boolean;
}

/** A device that says what is done to it. */
class Box {
  readonly events: string[] = [];
  readonly open: OpenAudioDevice;
  settings: StreamSettings | undefined;
  startFails = '';
  processor: object = {};

  constructor(id: string, options: BoxOptions = {}) {
    const { clockId = 'word', inputs = 2, outputs = 2, rates = [44100, 48000, 96000], ...planned } = options;
    const ports = (direction: 'input' | 'output', count: number): PortDescription[] =>
      Array.from({ length: count }, (_, n) => {
        const name = `${direction === 'input' ? 'in' : 'out'}-${n + 1}`;
        return { id: name, label: name, direction, channel: n + 1, connector: 'xlr' };
      });
    const description: DeviceDescription = {
      ...{ id, label: id, model: 'm', transport: 'test', clockId, supportedRates: rates },
      ...{ inputLatencyFrames: 10, outputLatencyFrames: 20 },
      ports: [...ports('input', inputs), ...ports('output', outputs)],
    };
    const model = { id, transport: 'test', modelId: 'm', model: 'm', label: id, address: '' };
    const device = {
      start: (processor: object, settings: StreamSettings) => {
        if (this.startFails !== '') throw new Error(this.startFails);
        this.events.push(`start ${settings.rate} ${settings.blockFrames}`);
        this.settings = settings;
        this.processor = processor;
      },
      stop: () => {
        this.events.push('stop');
        this.settings = undefined;
      },
      figures: () => ({
        ...{ rate: this.settings?.rate ?? 0, quantum: this.settings?.blockFrames ?? 0, xruns: 0, lastXrunMs: 0 },
        ...{ blockUs: 0, blockMaxUs: 0, wakeupJitterUs: 0, policy: '', priority: 0 },
      }),
    } as unknown as AudioDevice;
    this.open = { planned: { model, driver: 'test', fallback: false, ...planned }, device, description };
  }
}

let native: JoiningDouble;
let time: FakeTime;
let connected: ConnectedPorts[];
let setAside: string[];
let streams: Streams;
let boxes: Map<string, Box>;
/** Devices that can be opened. */
let there: Set<string>;
const processor = { of: 'mixer' };
let mixer: StreamedMixer;

beforeEach(() => {
  native = new JoiningDouble();
  time = Object.assign(new FakeTime(), { sleep: async () => {} });
  connected = [];
  setAside = [];
  boxes = new Map();
  there = new Set();
  mixer = { processor, connect: (ports) => void connected.push(ports), open: () => {} };
  streams = new Streams({
    time,
    native,
    devices: {
      openedAudio: (id) => (there.has(id) ? boxes.get(id)?.open : undefined),
      setAside: (id, state, reason) => {
        there.delete(id);
        setAside.push(`${id} ${state}: ${reason}`);
      },
    },
    changed: () => {},
    log: () => {},
  });
});

function box(id: string, options?: BoxOptions): Box {
  const made = new Box(id, options);
  boxes.set(id, made);
  there.add(id);
  return made;
}

function planOf(ids: readonly string[], awaited: string[] = [], rate = 48000): ProcessPlan {
  const devices = ids.flatMap((id) => boxes.get(id)?.open.planned ?? []);
  return { number: 1, layout: {}, mixer: 'mixer', devices, awaited, rate, blockFrames: 64, setAside: [] };
}

const arrange = (ids: readonly string[], awaited?: string[]) => streams.arrange(planOf(ids, awaited), mixer);
const ports = () => connected.at(-1);
const statesOf = () => streams.status.devices.map(({ id, state, reason }) => [id, state, reason].join(' ').trim());

test('a device alone drives the mixer itself', async () => {
  const a = box('a');
  await arrange(['a']);
  expect(a.processor).toBe(processor);
  expect(streams.status.devices).toEqual([]);
});

test('a device with the clock of the driving one joins it, and its ports follow', async () => {
  const [a, b] = [box('a'), box('b', { inputs: 1, outputs: 2 })];
  await arrange(['a', 'b']);
  expect(a.processor).toBe(native.processor);
  expect(b.processor).toEqual({ of: { inputs: 1, outputs: 2, resamples: false } });
  expect(ports()).toEqual({
    inputs: ['a:in-1', 'a:in-2', 'b:in-1'],
    outputs: ['a:out-1', 'a:out-2', 'b:out-1', 'b:out-2'],
  });
  streams.look({ rate: 48000, blockFrames: 64 });
  expect(statesOf()).toEqual(['b running']);
});

test('another clock joins only where the configuration has it resampled; the reason says how', async () => {
  box('a');
  const b = box('b', { clockId: 'own' });
  await arrange(['a', 'b']);
  expect(b.events).toEqual([]);
  expect(setAside).toEqual([
    `b different-clock: its clock is 'own', the mixer runs by 'word' of a; to have it join by resampling, give b "resample": true in "devices" of the configuration`,
  ]);
  const c = box('c', { clockId: 'own', resample: true, rates: [44100] });
  await arrange(['a', 'c']);
  // at its own rate
  expect(c.events).toEqual(['start 44100 64']);
  expect(native.joined).toEqual([{ inputs: 2, outputs: 2, resamples: true }]);
});

test('a clock without a name is another one than any', async () => {
  box('a', { clockId: '' });
  box('b', { clockId: '' });
  await arrange(['a', 'b']);
  expect(setAside).toEqual([expect.stringMatching(/^b different-clock: its clock is ''/)]);
});

test('a joined device that is unplugged and plugged in again never stops the driving one', async () => {
  const [a, b] = [box('a'), box('b')];
  await arrange(['a', 'b']);
  const { clears } = native;
  for (let time = 0; time < 3; time++) {
    await streams.release('b');
    there.delete('b');
    expect(b.events.at(-1)).toBe('stop');
    expect(ports()?.inputs).toEqual(['a:in-1', 'a:in-2', '', '']);
    await arrange(['a'], ['b']);
    expect(statesOf()).toEqual(['b stopped it is absent; its channels stay reserved']);
    there.add('b');
    await arrange(['a', 'b']);
    expect(ports()?.inputs).toEqual(['a:in-1', 'a:in-2', 'b:in-1', 'b:in-2']);
  }
  expect(a.events).toEqual(['start 48000 64']);
  expect(b.events).toEqual([
    'start 48000 64',
    'stop',
    'start 48000 64',
    'stop',
    'start 48000 64',
    'stop',
    'start 48000 64',
  ]);
  expect(native.clears).toBe(clears);
});

test('a joined device that returns with other channels stops the driving one once, and then keeps those', async () => {
  const a = box('a');
  box('b');
  await arrange(['a', 'b']);
  const replugged = async () => {
    await streams.release('b');
    there.delete('b');
    await arrange(['a'], ['b']);
    there.add('b');
    await arrange(['a', 'b']);
  };
  for (const count of [4, 1]) {
    boxes.set('b', new Box('b', { inputs: count, outputs: 2 }));
    const before = a.events.length;
    for (let time = 0; time < 3; time++) await replugged();
    expect(a.events.slice(before)).toEqual(['stop', 'start 48000 64']);
    const own = Array.from({ length: count }, (_, n) => `b:in-${n + 1}`);
    expect(ports()?.inputs).toEqual(['a:in-1', 'a:in-2', ...own]);
    expect(native.joined).toEqual([{ inputs: count, outputs: 2, resamples: false }]);
    expect(setAside).toEqual([]);
  }
});

test('when the driving device goes, the next one drives and the rest joins it', async () => {
  const [a, b, c] = [box('a'), box('b'), box('c')];
  await arrange(['a', 'b', 'c']);
  await streams.release('a');
  there.delete('a');
  await arrange(['b', 'c'], ['a']);
  expect(streams.driving.description?.id).toBe('b');
  expect(a.events.at(-1)).toBe('stop');
  expect([b.settings, c.settings]).toEqual([
    { rate: 48000, blockFrames: 64 },
    { rate: 48000, blockFrames: 64 },
  ]);
  expect(b.processor).toBe(native.processor);
  expect(ports()?.inputs).toEqual(['b:in-1', 'b:in-2', 'c:in-1', 'c:in-2']);
});

test('devices of one clock follow a forced rate; one that does not run at it waits, and says so; a resampled one stays', async () => {
  box('a');
  const b = box('b');
  const c = box('c', { rates: [48000] });
  const d = box('d', { clockId: 'own', resample: true });
  await arrange(['a', 'b', 'c', 'd']);
  const look = () => streams.look({ rate: 48000, blockFrames: 64 });
  await streams.driving.force(96000);
  look();
  expect([b, c, d].map(({ settings }) => settings?.rate)).toEqual([96000, undefined, 48000]);
  look();
  expect(statesOf()).toEqual([
    'b running',
    'c failed the mixer runs at 96000 Hz, and it runs at 48000 Hz',
    'd running',
  ]);
  await streams.driving.force(null);
  look();
  expect([b, c, d].map(({ settings }) => settings?.rate)).toEqual([48000, 48000, 48000]);
  expect(setAside).toEqual([]);
});

test('another block size is taken by all', async () => {
  const [a, b] = [box('a'), box('b')];
  await arrange(['a', 'b']);
  await streams.arrange({ ...planOf(['a', 'b']), blockFrames: 128 }, mixer);
  expect([a.settings?.blockFrames, b.settings?.blockFrames]).toEqual([128, 128]);
});

test('more channels than can be resampled, or than the mixer has, are set aside with the limit', async () => {
  box('a');
  box('b', { clockId: 'b', resample: true, inputs: 20, outputs: 20 });
  box('c', { clockId: 'c', resample: true, inputs: 30, outputs: 0 });
  box('d', { inputs: 300 });
  await arrange(['a', 'b', 'c', 'd']);
  expect(setAside).toEqual([
    'c different-clock: its clock is another one, and it has 30 channels; the desk resamples at most 64, 40 of them for devices before it',
    'd different-clock: it has 300 inputs, and a joined device may have 256',
  ]);
});

test('a missing resampler sets the device aside with what to do, and the driving device goes on from then on', async () => {
  native.missing = 'libsamplerate is missing: sudo apt-get install libsamplerate0';
  const a = box('a');
  box('b', { clockId: 'own', resample: true });
  await arrange(['a', 'b']);
  expect(setAside).toEqual([`b different-clock: ${native.missing}`]);
  const { length } = a.events;
  there.add('b');
  await arrange(['a', 'b']);
  expect(setAside).toHaveLength(2);
  expect(a.events).toHaveLength(length);
});

test('a device that can not be started is set aside as failed, and keeps its channels', async () => {
  box('a');
  const b = box('b');
  b.startFails = 'the card is busy';
  await arrange(['a', 'b']);
  expect(setAside).toEqual(['b failed: the card is busy']);
  expect(ports()?.inputs).toEqual(['a:in-1', 'a:in-2', '', '']);
});

test('a stand-in does not join, and goes on beside the device that drives', async () => {
  box('a');
  const b = box('b', { fallback: true });
  await arrange(['a', 'b']);
  expect([b.events, setAside]).toEqual([[], []]);
});

test('a driving device whose clock becomes another one is arranged anew', async () => {
  const a = box('a');
  const b = box('b');
  await arrange(['a', 'b']);
  const plan = planOf(['a', 'b']);
  expect(streams.mustArrange(plan)).toBe(false);
  streams.describe('a', { ...a.open.description, clockId: 'other' });
  expect(streams.mustArrange(plan)).toBe(true);
  boxes.set('a', Object.assign(a, { open: { ...a.open, description: { ...a.open.description, clockId: 'other' } } }));
  await arrange(['a', 'b']);
  expect(b.events).toEqual(['start 48000 64', 'stop']);
  expect(setAside[0]).toMatch(/^b different-clock: its clock is 'word', the mixer runs by 'other' of a/);
});

test('a clock that gets another name, of the driving device or of a resampled one, stops nothing', async () => {
  const a = box('a', { clockId: 'ptp:00-1d' });
  const b = box('b', { clockId: 'own', resample: true });
  await arrange(['a', 'b']);
  const plan = planOf(['a', 'b']);
  for (const [each, clockId] of [
    [a, 'ptp:00-2e'],
    [b, 'other'],
  ] as const) {
    const { id } = each.open.description;
    Object.assign(each, { open: { ...each.open, description: { ...each.open.description, clockId } } });
    streams.describe(id, each.open.description);
    expect(streams.mustArrange(plan)).toBe(false);
  }
  await arrange(['a', 'b']);
  expect([a.events, b.events, setAside]).toEqual([['start 48000 64'], ['start 48000 64'], []]);
  expect(streams.driving.description?.clockId).toBe('ptp:00-2e');
  expect(streams.status.devices).toMatchObject([{ id: 'b', clockId: 'other', resamples: true }]);
});

test('the desk sees a joined device with its latency up to the mixer, and its figures with new maxima each time', async () => {
  box('a');
  const b = box('b', { clockId: 'own', resample: true, rates: [96000] });
  await arrange(['a', 'b']);
  const look = () => streams.look({ rate: 48000, blockFrames: 64 });
  look();
  const reported = [...boxes.values()].map(({ open: { description } }) => {
    return { id: description.id, driver: 'test', fallback: false, state: 'open' as const, reason: '', description };
  });
  const [shownA, shownB] = streams.shown(reported);
  expect([shownA?.state, shownB?.state]).toEqual(['driving', 'joined']);
  // 10 and 20 frames at 96 kHz are 5 and 10 of the mixer
  expect(shownB?.description).toMatchObject({ inputLatencyFrames: 105, outputLatencyFrames: 100 });
  native.figures = { ...joinedFigures, blockMaxUs: 5, ratio: 0.5, deviationPpm: -80 };
  look();
  const periodUs = (64 * 1e6) / 96000;
  const figures = {
    id: 'b',
    ratio: 0.5,
    deviationPpm: -80,
    inputFillFrames: 96,
    outputFillFrames: 80,
    inputLatencyFrames: 100,
    outputLatencyFrames: 90,
  };
  expect(streams.takeFigures()).toEqual([
    { ...figures, processorTimePercent: (100 * 10) / periodUs, processorTimeMaxPercent: (100 * 20) / periodUs },
  ]);
  look();
  expect(streams.takeFigures()[0]?.processorTimeMaxPercent).toBeCloseTo((100 * 5) / periodUs);
  expect(b.settings?.rate).toBe(96000);
});

test('a gap shows for a minute', async () => {
  box('a');
  box('b');
  await arrange(['a', 'b']);
  const look = () => {
    streams.look({ rate: 48000, blockFrames: 64 });
    const [one] = streams.status.devices;
    return [one?.gaps, one?.hasGaps];
  };
  expect(look()).toEqual([0, false]);
  native.figures = { ...joinedFigures, gaps: 2 };
  expect(look()).toEqual([2, true]);
  time.advance(59_000);
  expect(look()).toEqual([2, true]);
  time.advance(2000);
  expect(look()).toEqual([2, false]);
});

test('figures that are no numbers stay off the link', async () => {
  box('a');
  box('b');
  await arrange(['a', 'b']);
  native.figures = { ...joinedFigures, ratio: Number.NaN, gaps: Number.POSITIVE_INFINITY };
  streams.look({ rate: 48000, blockFrames: 64 });
  expect(streams.takeFigures()[0]?.ratio).toBe(0);
  expect(streams.status.devices[0]?.gaps).toBe(0);
});
