// The remote with a simulated TotalMix FX: a programme of its own, which loses, delays and reorders packets.
import { afterEach, expect, test, vi } from 'vitest';
import { type FxOptions, freePort, type MixerState, TotalMixFx } from '../../../../test/totalmix/totalmix-fx.ts';
import type { Key, KeyValue, Parameter } from '../hardware.ts';
import { Listener, smallDevice } from './remote-fixture.ts';
import { off, positionOf } from './scales.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const seed = Number(process.env.SEED ?? 1);
const names: Readonly<Record<string, string>> = {
  gainDb: 'gain',
  levelDb: 'level',
  muted: 'mute',
  polarityInverted: 'phase',
  hiZ: 'instrument',
  msProcessing: 'msProc',
};

async function connected(options: Partial<FxOptions> = {}, reported?: (values: ReadonlyMap<Key, KeyValue>) => void) {
  const listenPort = await freePort();
  const fx = await TotalMixFx.start({ sendPort: listenPort, seed, ...options });
  endings.push(() => fx.end());
  const channels = smallDevice(options.inputs, options.playbacks, options.outputs);
  const listener = new Listener({ settings: { host: '127.0.0.1', port: fx.port, listenPort }, channels }, reported);
  endings.push(() => listener.remote.close());
  await listener.until(() => listener.identified > 0);
  await listener.read();
  return { fx, listener, remote: listener.remote, inputs: channels.inputs.length, listenPort };
}

/** The value of a key in the mixer of TotalMix FX itself. */
function truth(state: MixerState, key: Key, inputs: number, references: readonly string[] = []): KeyValue | undefined {
  const [kind = '', first, second = '', last = ''] = key.split('/');
  // Of a pair the first channel's fader is there, but each channel has its gain and its polarity.
  const start = (bus: string, channel: number) =>
    channel % 2 === 0 && state[`${bus}/${channel - 1}/stereo`] ? channel - 1 : channel;
  if (kind !== 'mix') {
    const isOwn = second === 'gainDb' || second === 'polarityInverted';
    const of = `${kind}/${isOwn ? first : start(kind, Number(first))}`;
    return second === 'referenceLevel'
      ? references[Number(state[`${of}/reference`])]
      : state[`${of}/${names[second] ?? second}`];
  }
  const row = Number(second) > inputs ? 'playback' : 'input';
  const source = start(row, row === 'input' ? Number(second) : Number(second) - inputs);
  const path = `mix/${start('output', Number(first))}/${row}/${source}/${names[last] ?? last}`;
  return state[path] ?? (last === 'pan' ? 0 : off);
}

const isSame = (key: Key, one: KeyValue | undefined, other: KeyValue | undefined) =>
  key.endsWith('/levelDb')
    ? Math.abs(positionOf(Number(one)) - positionOf(Number(other))) <= 1.6 / 1023
    : one === other;

test('a complete read has the values of the mixer, and a write brings them there', async () => {
  const { fx, listener, remote, inputs } = await connected();
  expect([...remote.parameters.keys()].filter((key) => !listener.values.has(key))).toEqual([]);
  await fx.set('input/2/gain', 31.5);
  await fx.set('output/3/level', -12);
  await fx.set('mix/2/playback/4/level', -6);
  await fx.set('input/7/stereo', true);
  await fx.set('input/7/name', 'Keys');
  await listener.read();
  const found = ['input/2/gainDb', 'output/3/levelDb', 'mix/2/12/levelDb', 'input/8/stereo'];
  expect(found.map((key) => listener.values.get(key))).toEqual([31.5, -12, -6, true]);

  const writes: readonly (readonly [Key, KeyValue])[] = [
    ['input/1/gainDb', 20.5],
    ['input/1/phantom', true],
    ['input/3/pad', true],
    ['input/4/hiZ', true],
    ['input/7/polarityInverted', true],
    ['input/8/polarityInverted', true],
    ['input/7/msProcessing', true],
    ['input/5/referenceLevel', '+19 dBu'],
    ['output/4/levelDb', -50.3],
    ['output/4/muted', true],
    ['output/5/loopback', true],
    ['output/6/referenceLevel', '+13 dBu'],
    ['output/6/pan', -37],
    ['mix/3/2/levelDb', -12.3],
    ['mix/3/2/pan', 80],
    ['mix/8/16/levelDb', 6],
    ['mix/8/7/levelDb', off],
    ['output/1/stereo', true],
  ];
  for (const [key, value] of writes) remote.write(key, value);
  await listener.until(() => writes.every(([key, value]) => listener.values.get(key) === value));
  const { state } = await fx.state();
  for (const [key, value] of writes) {
    expect(isSame(key, truth(state, key, inputs, remote.parameters.get(key)?.options), value), key).toBe(true);
  }
  await listener.read();
  for (const [key, value] of writes) expect(listener.values.get(key), key).toBe(value);
});

test('a step of the system clock neither ends the reads nor makes a device that answers lost', async () => {
  const { listener, remote } = await connected();
  const { now } = Date;
  endings.push(() => vi.restoreAllMocks());
  for (const stepMs of [-86_400_000, 86_400_000]) {
    vi.spyOn(Date, 'now').mockImplementation(() => now() + stepMs);
    remote.write('input/1/gainDb', stepMs < 0 ? 10.5 : 11.5);
    await listener.until(() => listener.values.get('input/1/gainDb') === (stepMs < 0 ? 10.5 : 11.5));
    const { reads } = listener;
    await listener.until(() => listener.reads > reads + 1);
  }
  expect(listener.lost).toEqual([]);
});

test('what TotalMix FX does not send for a channel is not reported, and all else is', async () => {
  const { fx, listener, remote } = await connected({ isSparse: true, preamps: 3 });
  const missing = [...remote.parameters.keys()].filter((key) => !listener.values.has(key));
  expect(missing).toEqual(['gainDb', 'phantom', 'pad', 'hiZ'].map((field) => `input/4/${field}`));
  await fx.set('input/1/stereo', true);
  await fx.set('input/2/phase', true);
  remote.write('input/3/pad', true);
  await listener.read();
  expect(listener.values.get('input/2/polarityInverted')).toBe(true);
  remote.write('input/2/gainDb', 12.5);
  await listener.until(() => listener.values.get('input/2/gainDb') === 12.5);
  const { state } = await fx.state();
  expect([state['input/1/gain'], state['input/2/gain'], state['input/3/pad']]).toEqual([0, 12.5, true]);
});

test('what TotalMix FX can not take is refused in words, and changes nothing', async () => {
  const { fx, listener, remote } = await connected();
  await fx.set('input/1/stereo', true);
  await listener.read();
  const before = await fx.state();
  const refused: readonly (readonly [Key, KeyValue, string])[] = [
    ['input/1/gainDb', 76, 'from 0 to 75'],
    ['input/5/gainDb', 1, 'no input/5/gainDb'],
    ['input/1/phantom', 1, 'true or false'],
    ['input/2/phantom', true, 'second channel of a pair'],
    ['mix/1/2/levelDb', 0, 'second channel of a pair'],
    ['mix/1/1/levelDb', 6.1, 'from -65 to 6'],
    ['mix/1/1/muted', true, 'no mix/1/1/muted'],
    ['output/1/referenceLevel', '+24 dBu', 'one of +4 dBu'],
    ['input/1/label', 'Voice', 'no input/1/label'],
    ['clockSource', 'Internal', 'no clockSource'],
  ];
  for (const [key, value, words] of refused) expect(() => remote.write(key, value), key).toThrow(words);
  // A pair has one button: what it has already is no refusal.
  remote.write('input/2/phantom', false);
  await listener.read();
  expect((await fx.state()).state).toEqual(before.state);
});

test('channels of one name are left alone, and said: one of them may be hidden in TotalMix FX', async () => {
  const { fx, listener, remote } = await connected();
  await fx.set('input/4/name', 'AN 3');
  await listener.read();
  expect(listener.log.join()).toMatch(/several channels with one name \(input: AN 3\)/);
  for (const key of ['input/3/phantom', 'input/4/phantom', 'mix/1/3/levelDb']) {
    expect(() => remote.write(key, key.endsWith('phantom') ? true : 0)).toThrow('does not show');
  }
  remote.write('input/5/polarityInverted', true);
  await listener.until(() => listener.values.get('input/5/polarityInverted') === true);
});

test('a TotalMix FX that falls silent is lost, and is read again by itself when it is back', async () => {
  const { fx, listener, remote } = await connected();
  await fx.silence(true);
  remote.refresh();
  await listener.until(() => listener.lost.length > 0);
  expect(listener.lost[0]).toMatch(/^TotalMix FX at 127\.0\.0\.1 does not answer: .*incoming port \d+/);
  expect(() => remote.write('input/1/phantom', true)).toThrow('does not answer');
  await fx.set('input/1/gain', 44);
  await fx.silence(false);
  const { reads } = listener;
  await listener.until(() => listener.identified === 2 && listener.reads > reads);
  expect(listener.values.get('input/1/gainDb')).toBe(44);
  expect(listener.lost).toHaveLength(1);
});

test.each([
  { isEager: false, withPairs: true },
  { isEager: true, withPairs: false },
])(
  '200 changes from both sides with losses and late packets: desk and TotalMix FX agree (pairs: $withPairs)',
  async ({ isEager, withPairs }) => {
    const sizes = { inputs: 4, playbacks: 4, outputs: 4 };
    const desired = new Map<Key, KeyValue>();
    // A desk that remembers: what TotalMix FX reports is what the desk wants from then on.
    const { fx, listener, remote, inputs } = await connected({ ...sizes, isEager }, (values) => {
      for (const [key, value] of values) if (desired.has(key)) desired.set(key, value);
    });
    await fx.faults({ loss: 0.1, delay: 12 });
    const draw = randomFrom(seed);
    const keys = [...remote.parameters].filter(([, { isWritable = true }]) => isWritable);
    const hands = keys
      .map(([key]) => key)
      .filter((key) => !key.endsWith('referenceLevel') && (withPairs || !key.endsWith('stereo')));
    let refused = 0;
    /** Keys that the desk changed last. */
    const ofDesk = new Map<Key, KeyValue>();
    for (let change = 0; change < 200; change++) {
      const isDesk = draw(2) === 0;
      const key = hands[draw(hands.length)] as Key;
      const { minimum, maximum, step = 1 } = remote.parameters.get(key) as Parameter;
      const number = Number(((minimum ?? 0) + draw(((maximum ?? 0) - (minimum ?? 0)) / step + 1) * step).toFixed(1));
      const value = minimum === undefined ? draw(2) === 0 : number;
      if (isDesk) {
        try {
          remote.write(key, value);
          desired.set(key, value);
          ofDesk.set(key, value);
        } catch (error) {
          expect(String(error)).toMatch(/second channel of a pair|was not read yet/);
          refused++;
        }
      } else {
        const [kind, first, second = '', last = ''] = key.split('/');
        const row = Number(second) > inputs ? `playback/${Number(second) - inputs}` : `input/${second}`;
        const field = kind === 'mix' ? last : second;
        const at = kind === 'mix' ? `mix/${first}/${row}` : `${kind}/${first}`;
        await fx.set(`${at}/${names[field] ?? field}`, value);
        ofDesk.delete(key);
      }
      if (draw(4) === 0) remote.refresh();
      // Changes come while the remote reads and writes, not all before it does.
      await new Promise((resolve) => setTimeout(resolve, draw(30)));
    }
    // The losses go on while the last changes are settled: two complete reads.
    await listener.read();
    await listener.read();
    const { state, lost } = await fx.state();
    expect(lost).toBeGreaterThan(20);
    expect(refused).toBeLessThan(60);
    const wrong = [...listener.values]
      .map(([key, value]) => [key, value, truth(state, key, inputs, remote.parameters.get(key)?.options)] as const)
      .filter(([key, value, real]) => !isSame(key, value, real));
    expect(wrong).toEqual([]);
    // No write is lost for good. (A pair that is made or undone changes what its channels have.)
    const lostWrites = [...ofDesk].filter(([key, value]) => !isSame(key, truth(state, key, inputs), value));
    if (!withPairs) expect(lostWrites).toEqual([]);
    for (const [key, value] of desired) expect(isSame(key, listener.values.get(key), value), key).toBe(true);
  },
  120_000,
);

test('a port that another program holds is said, and taken when it is free', async () => {
  const { listenPort, remote, listener, fx } = await connected();
  const other = new Listener({
    settings: { host: '127.0.0.1', port: fx.port, listenPort },
    channels: smallDevice(),
    times: { retryMs: 50 },
  });
  endings.push(() => other.remote.close());
  await other.until(() => other.lost.length > 0);
  expect(other.lost[0]).toMatch(new RegExp(`UDP port ${listenPort} can't be opened: another program listens there`));
  expect(listener.lost).toEqual([]);
  remote.close();
  await other.until(() => other.identified > 0);
});

/** Draws whole numbers below a bound, the same each time (mulberry32). */
function randomFrom(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
