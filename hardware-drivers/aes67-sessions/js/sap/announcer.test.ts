import { expect, test } from 'vitest';
import { SapAnnouncer } from './announcer.ts';
import { decodeSap, sapHash } from './packet.ts';

function announcer(random: () => number) {
  let nowMs = 0;
  const sent: string[] = [];
  const outlet = (address: string) => ({
    address,
    send: (packet: Buffer) => {
      const { isDeletion, hash, origin, text } = decodeSap(packet);
      expect([hash, origin]).toEqual([sapHash(text), address]);
      sent.push(`${nowMs} ${address} ${isDeletion ? 'deletes' : 'announces'} ${text}`);
    },
  });
  const own = new SapAnnouncer([outlet('10.0.0.1'), outlet('10.1.0.1')], () => nowMs, random);
  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 250) {
      nowMs += 250;
      own.tick();
    }
  };
  return { own, pass, sent };
}

test('a session is announced at once on each network, then every 30 s, a third more or less', () => {
  for (const [random, interval] of [
    [0, 20_000],
    [0.5, 30_000],
    [1, 40_000],
  ] as const) {
    const { own, pass, sent } = announcer(() => random);
    own.announce(new Map([['a', 'v=0 a']]));
    pass(80_000);
    const times = sent.filter((line) => line.includes('10.1.0.1')).map((line) => Number(line.split(' ')[0]));
    expect(times).toEqual(
      Array.from({ length: Math.floor(80_000 / interval) + 1 }, (_none, index) => index * interval),
    );
    expect(sent).toHaveLength(2 * times.length);
  }
});

test('a new version is announced at once without a deletion, and a session that ends is deleted', () => {
  const { own, pass, sent } = announcer(() => 0.5);
  own.announce(
    new Map([
      ['a', 'v=0 1'],
      ['b', 'v=0 b'],
    ]),
  );
  pass(1_000);
  sent.length = 0;
  own.announce(
    new Map([
      ['a', 'v=0 2'],
      ['b', 'v=0 b'],
    ]),
  );
  own.announce(new Map([['b', 'v=0 b']]));
  expect(sent).toEqual([
    '1000 10.0.0.1 announces v=0 2',
    '1000 10.1.0.1 announces v=0 2',
    '1000 10.0.0.1 deletes v=0 2',
    '1000 10.1.0.1 deletes v=0 2',
  ]);
  sent.length = 0;
  pass(28_750);
  expect(sent).toEqual([]);
  pass(500);
  expect(sent).toEqual(['30000 10.0.0.1 announces v=0 b', '30000 10.1.0.1 announces v=0 b']);
});
