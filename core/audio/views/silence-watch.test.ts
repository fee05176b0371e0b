import { expect, test } from 'vitest';
import { SilenceWatch } from './silence-watch.ts';

const starting = { state: 'starting', reason: 'the outputs are not open yet' } as const;
const lost = { state: 'degraded', reason: 'acme gives no clock' } as const;
const running = { state: 'running', reason: '' } as const;
const clockLost = {
  id: 'audio-clock',
  title: 'The clock is lost',
  titleCode: { code: 'clock-lost', params: {} },
  detail: '',
  severity: 'alarm',
  path: '',
} as const;

test('a sound that has not come for 10 s without a word is an alarm with the reason, until it runs', () => {
  const watch = new SilenceWatch();
  expect(watch.look(starting, [], 1_000)).toEqual([]);
  expect(watch.look(starting, [], 10_999)).toEqual([]);
  expect(watch.look(starting, [], 11_000)).toMatchObject([
    { id: 'audio-silent', severity: 'alarm', detail: expect.stringContaining('the outputs are not open yet') },
  ]);
  expect(watch.look(running, [], 11_100)).toEqual([]);
  expect(watch.look(starting, [], 11_200)).toEqual([]);
});

test('a clock that is lost and comes back again and again is one alarm that stays', () => {
  const watch = new SilenceWatch();
  for (let ms = 0; ms < 10_000; ms += 100) {
    const isLost = ms % 200 === 0;
    expect(watch.look(isLost ? lost : starting, isLost ? [clockLost] : [], ms)).toEqual([]);
  }
  for (let ms = 10_000; ms < 11_000; ms += 100) {
    const isLost = ms % 200 === 0;
    expect(watch.look(isLost ? lost : starting, isLost ? [clockLost] : [], ms)).toHaveLength(1);
  }
});

test('what another warning says all the time is said once', () => {
  const watch = new SilenceWatch();
  for (const ms of [0, 20_000]) expect(watch.look(lost, [clockLost], ms)).toEqual([]);
});
