import { expect, test } from 'vitest';
import { Value } from '../../base/typebox.ts';
import type { AudioDevice } from '../../driver.ts';
import { Figures } from '../link/shapes.ts';
import { checkedModels, checkTarget, messageOf, plainDescription, plainFigures, plainReading } from './untrusted.ts';

test('figures travel as they are', () => {
  const figures = {
    ...{ rate: 48000, quantum: 64, xruns: 2, lastXrunMs: 1_700_000_000_000, blockUs: 12.5, blockMaxUs: 80 },
    ...{ wakeupJitterUs: 3, policy: 'fifo', priority: 80 },
  };
  expect(plainFigures(figures)).toEqual(figures);
});

test.each([
  ['nothing', {}],
  ['what is no number', { rate: Number.NaN, quantum: Number.POSITIVE_INFINITY, xruns: '3', blockUs: null, policy: 5n }],
  ['a moment that no date has', { lastXrunMs: 1e300, policy: 'x'.repeat(1e6) }],
  ['less than nothing', { rate: -48000, quantum: -1, xruns: -1, lastXrunMs: -1, blockUs: -1, priority: -20 }],
  ['more than there is', { rate: 1e9, quantum: 1e9, xruns: 1e300, blockUs: 1e300, blockMaxUs: 1e300, priority: 1e9 }],
])('a driver that says %s in its figures says something that fits the link all the same', (_what, said) => {
  const { lastXrunMs, ...plain } = plainFigures(said as unknown as ReturnType<AudioDevice['figures']>);
  const sent = JSON.parse(JSON.stringify({ ...plain, lastXrunMs, dspLoadPercent: 0, dspLoadMaxPercent: 0 }));
  expect([...Value.Errors(Figures, sent)]).toEqual([]);
  expect(() => new Date(lastXrunMs).toISOString()).not.toThrow();
  expect(plain.policy.length).toBeLessThan(100);
  expect([plain.rate, plain.priority]).toEqual([0, 0]);
});

test('a reading without JSON is refused', () => {
  expect(() => plainReading({ path: '/a', field: 'f', value: 5n, state: 'applied' })).toThrow(/BigInt/);
});

test('a rate that no audio thread has is none: what waits for blocks of this rate would wait for hours', () => {
  const rateOf = (rate: number) => plainFigures({ rate } as ReturnType<AudioDevice['figures']>).rate;
  expect([1e-300, 1, 44_100, 192_000, 192_001].map(rateOf)).toEqual([0, 0, 44_100, 192_000, 0]);
});

test('a model of a card is taken with the facts that are known here, and one with a place that is none is rejected', () => {
  const model = { id: 'alsa-USB', transport: 'alsa', modelId: 'c', model: 'c', label: '', address: '' };
  const card = { inputs: true, outputs: false, place: 'interface', heldBy: '' };
  const rejected: string[] = [];
  const said = [model, { ...model, card: { ...card, channels: 2 } }, { ...model, card: { ...card, place: 'attic' } }];
  expect(checkedModels(said, (json) => rejected.push(json))).toEqual([model, { ...model, card }]);
  expect(rejected).toEqual([expect.stringContaining('attic')]);
});

const device = (port: object) => {
  const described = { ...{ id: 'box', label: '', model: '', transport: '', clockId: '', supportedRates: [48000] } };
  const ports = [{ id: 'in-1', label: '', direction: 'input', channel: 1, connector: '', ...port }];
  const description = { ...described, ports, inputLatencyFrames: 0, outputLatencyFrames: 0 };
  return { description } as unknown as AudioDevice;
};

test('a channel that no device has is refused: lists of all channels would fill the memory', () => {
  expect(plainDescription(device({})).ports).toHaveLength(1);
  for (const channel of [0, 4097, 2 ** 32 - 2]) {
    expect(() => plainDescription(device({ channel }))).toThrow(`from 1 to 4096, and one has ${channel}`);
  }
});

test('the message of what a driver threw is text of bounded length, whatever it threw', () => {
  const without = Object.defineProperty(new Error(), 'message', { value: 5 });
  const throwing = Object.defineProperty(new Error(), 'message', {
    get() {
      throw new Error('again');
    },
  });
  expect(messageOf(new Error('broken'))).toBe('broken');
  expect([messageOf(without), messageOf(undefined)]).toEqual(['5', 'it threw undefined']);
  expect(messageOf(throwing)).toBe('it threw an error without a message');
  expect(messageOf(new Error('x'.repeat(1e6)))).toHaveLength(1000);
});

test('the target of a device is its own, and that of a recorder is the recorder', () => {
  const device = (target: string) => ({ target }) as Parameters<typeof checkTarget>[0];
  checkTarget(device('stagebox:box'), 'box', 'stagebox');
  checkTarget(device('recorder'), 'tape', 'recorder');
  for (const target of ['mixer', 'recorder', 'stagebox:other', '']) {
    expect(() => checkTarget(device(target), 'box', 'stagebox')).toThrow("'stagebox:box'");
  }
  expect(() => checkTarget(device('mixer'), 'tape', 'recorder')).toThrow("it must be 'recorder'");
});

test('an identity travels with its known members, and one that is too long is none', () => {
  const model = { id: 'a', transport: 'alsa', modelId: 'c', model: 'c', label: '', address: '' };
  const identity = { usbPort: '1-4.2', serial: '12' };
  const rejected: string[] = [];
  const said = [
    { ...model, identity },
    { ...model, identity: { serial: 'x'.repeat(129) } },
  ];
  expect(checkedModels(said, (json) => rejected.push(json))).toEqual([{ ...model, identity }]);
  expect(rejected).toHaveLength(1);

  const described = (more: object) => {
    const { description } = device({});
    return plainDescription({ description: { ...description, ...more } } as unknown as AudioDevice);
  };
  expect(described({ identity, audioHalf: { id: 'a:b' } })).toMatchObject({ identity, audioHalf: { id: 'a:b' } });
  expect(() => described({ audioHalf: { id: 'x'.repeat(129) } })).toThrow('/audioHalf/id');
  expect(described({ away: 'x'.repeat(5000) }).away).toHaveLength(1000);
  expect(described({ clockFault: 'x'.repeat(5000) }).clockFault).toHaveLength(1000);
});
