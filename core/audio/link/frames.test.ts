import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeFrame, FrameError, FrameReader, frameKinds, largestFrameBytes } from './frames.ts';

const frame = fc.record({
  kind: fc.constantFrom(...Object.values(frameKinds)),
  body: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
});

test('any split of the stream gives the same frames', () => {
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 12 }), fc.array(fc.nat(400)), (frames, cuts) => {
      const stream = Buffer.concat(frames.map(({ kind, body }) => encodeFrame(kind, body)));
      const reader = new FrameReader();
      const read = [];
      let at = 0;
      for (const cut of [...cuts, stream.length]) {
        const end = Math.min(stream.length, at + cut);
        read.push(...reader.push(stream.subarray(at, end)));
        at = end;
      }
      expect(read.map(({ kind, body }) => ({ kind, body: Buffer.from(body) }))).toEqual(frames);
    }),
  );
});

test('a large frame that arrives byte by byte is read once', () => {
  const body = Buffer.alloc(50_000, 7);
  const stream = encodeFrame(frameKinds.values, body);
  const reader = new FrameReader();
  const read = [];
  for (let at = 0; at < stream.length; at += 1) read.push(...reader.push(stream.subarray(at, at + 1)));
  expect(read).toHaveLength(1);
  expect(read[0]?.body.equals(body)).toBe(true);
});

test('a length that no frame has is refused before its bytes are waited for', () => {
  const head = Buffer.alloc(5);
  head.writeUInt32LE(largestFrameBytes + 1, 0);
  head.writeUInt8(frameKinds.json, 4);
  expect(() => new FrameReader().push(head)).toThrow(FrameError);
  expect(() => new FrameReader().push(Buffer.alloc(5))).toThrow(/0 bytes/);
});

test('garbage is refused or waits for more, and never becomes a frame of an unknown kind', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 5, maxLength: 200 }), (garbage) => {
      try {
        for (const { kind } of new FrameReader().push(Buffer.from(garbage))) {
          expect(Object.values(frameKinds)).toContain(kind);
        }
      } catch (error) {
        expect(error).toBeInstanceOf(FrameError);
      }
    }),
  );
  expect(() => new FrameReader().push(Buffer.from('GET / HTTP/1.1\r\n'))).toThrow(FrameError);
});

test('a body that is too large is refused where it is made', () => {
  expect(() => encodeFrame(frameKinds.json, Buffer.alloc(largestFrameBytes))).toThrow(FrameError);
});
