import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { framed, Unframer } from './framing.ts';

const packets = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 6 });

test.each(['slip', 'length'] as const)('packets by %s are whole again, however the stream is cut', (framing) => {
  fc.assert(
    fc.property(packets, fc.integer({ min: 1, max: 7 }), (all, size) => {
      const stream = Buffer.concat(all.map((each) => framed(each, framing)));
      const frames = new Unframer();
      const taken: Uint8Array[] = [];
      for (let at = 0; at < stream.length; at += size) {
        taken.push(...[...frames.take(stream.subarray(at, at + size))].map((each) => Uint8Array.from(each)));
      }
      expect(taken).toEqual(all);
    }),
  );
});

test('the first byte says how a stream is framed; another one is none', () => {
  const slip = new Unframer();
  slip.take(Uint8Array.of(0xc0));
  const length = new Unframer();
  length.take(Uint8Array.of(0));
  expect([slip.framing, length.framing]).toEqual(['slip', 'length']);
  expect(() => new Unframer().take(Buffer.from('GET / HTTP/1.1'))).toThrow('neither SLIP nor a length');
});

test('a packet that is too long, or an escape that is none, ends the stream', () => {
  expect(() => new Unframer().take(Uint8Array.of(0, 255, 0, 0))).toThrow('more than 65536 bytes');
  const endless = new Unframer();
  endless.take(Uint8Array.of(0xc0));
  expect(() => endless.take(new Uint8Array(200_000).fill(1))).toThrow('more than 65536 bytes');
  expect(() => new Unframer().take(Uint8Array.of(0xc0, 0xdb, 1, 0xc0))).toThrow('an escape of SLIP');
});

test.each(['slip', 'length'] as const)(
  'a stream of %s that comes byte by byte is joined once for each packet',
  (framing) => {
    const packet = new Uint8Array(10_000).fill(7);
    const stream = Buffer.concat([framed(packet, framing), framed(packet, framing)]);
    const { concat } = Buffer;
    let joined = 0;
    Buffer.concat = (list) => {
      const whole = concat(list);
      joined += whole.length;
      return whole;
    };
    try {
      const frames = new Unframer();
      const got = [...stream].flatMap((byte) => [...frames.take(Uint8Array.of(byte))]);
      expect(got.map(({ length }) => length)).toEqual([packet.length, packet.length]);
    } finally {
      Buffer.concat = concat;
    }
    expect(joined).toBeLessThan(3 * packet.length);
  },
);
