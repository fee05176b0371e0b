import { expect, test } from 'vitest';
import { Budget, DropWords } from './drops.ts';
import { fieldsOf, readField } from './fields.ts';
import { Visits } from './visits.ts';

test('a host may send what TotalMix FX sends, and large packets no faster than they are decoded', () => {
  const budget = new Budget();
  // Each 10 ms a view of 4 KB, for a minute.
  const views = Array.from({ length: 6_000 }, (_, n) => budget.allows(4_096, n * 10));
  expect(views.every(Boolean)).toBe(true);
  const large = Array.from({ length: 10_000 }, (_, n) => budget.allows(65_000, 60_000 + n / 2)).filter(Boolean).length;
  // 5 s
  expect(large).toBeLessThan((512 * 1024 + 5_001 * 2_048) / 65_000);
  expect(large).toBeGreaterThan(100);
});

test('dropped packets are a warning, until a minute passes without another', () => {
  const words = new DropWords();
  expect(words.now({ foreign: 0, malformed: 0, flooding: 0 }, 9001, 0)).toBe('');
  const some = { foreign: 2, malformed: 1, flooding: 0 };
  const text = words.now(some, 9001, 1_000);
  expect(text).toContain('UDP port 9001 drops packets: 2 of other hosts than TotalMix FX, 1 that are no OSC, 0 beyond');
  expect(words.now(some, 9001, 61_000)).toBe(text);
  expect(words.now(some, 9001, 61_001)).toBe('');
  expect(words.now({ ...some, flooding: 5 }, 9001, 70_000)).toContain('5 beyond');
});

test('a value that no device has is none', () => {
  const [gain] = fieldsOf.input;
  const [fader, pan] = fieldsOf.output;
  const range = { isReadable: true, minimum: 0, maximum: 75, step: 0.5 };
  const read = (
    field: typeof gain,
    parameter: typeof range,
    entries: readonly (readonly [string, number | string])[],
  ) => field && readField(field, parameter, new Map(entries));
  expect(read(gain, range, [['/2/gain', 0.5]])).toBe(37.5);
  expect(read(gain, range, [['/2/gain', 1e9]])).toBeUndefined();
  expect(
    read(gain, range, [
      ['/2/gain', 0.5],
      ['/2/gainVal', '9000 dB'],
    ]),
  ).toBeUndefined();
  const level = { isReadable: true, minimum: -65, maximum: 6, step: 0.1 };
  expect(read(fader, level, [['/2/volume', 0]])).toBe(-144);
  expect(read(fader, level, [['/2/volume', 1]])).toBe(6);
  expect(read(fader, level, [['/2/volume', 5]])).not.toBeGreaterThan(6);
  const places = { isReadable: true, minimum: -100, maximum: 100, step: 1 };
  expect(read(pan, places, [['/2/pan', 0]])).toBe(-100);
  expect(read(pan, places, [['/2/pan', -7]])).toBeUndefined();
});

test('a name of many characters is cut', async () => {
  const visits = new Visits(() => {}, { answerMs: 1_000, quietMs: 0 });
  const view = { page: 2, bus: 'input', start: 0, submix: 0 } as const;
  const read = visits.read(view, ['/2/trackname'], { accepts: () => true });
  const text = (address: string, value: string) => ({ address, args: [{ type: 's', value } as const] });
  const bus = { address: '/2/busInput', args: [{ type: 'f', value: 1 } as const] };
  visits.hear([bus, text('/2/trackname', 'x'.repeat(60_000))]);
  const dump = await read;
  expect(dump?.get('/2/trackname')).toBe('x'.repeat(64));
});
