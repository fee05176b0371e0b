import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSoundFormat } from './sound-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'rowdesk-sound-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, ...chunks: readonly [string, Buffer][]): string {
  const body = chunks.flatMap(([id, data]) => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(data.length);
    return [Buffer.from(id, 'latin1'), size, data, Buffer.alloc(data.length % 2)];
  });
  writeFileSync(join(folder, name), Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), ...body]));
  return join(folder, name);
}

function format(channels: number, rate: number): Buffer {
  const body = Buffer.alloc(16);
  body.writeUInt16LE(1, 0);
  body.writeUInt16LE(channels, 2);
  body.writeUInt32LE(rate, 4);
  return body;
}

test('channels and rate are read, behind chunks of odd length too', () => {
  const odd: [string, Buffer] = ['LIST', Buffer.alloc(7)];
  expect(readSoundFormat(file('a.wav', odd, ['fmt ', format(2, 44100)]))).toEqual({ channels: 2, rate: 44100 });
});

test.each([
  ['a format that ends early', file('short.wav', ['fmt ', Buffer.alloc(3)])],
  ['a file without a format', file('none.wav', ['data', Buffer.alloc(8)])],
  ['a text', join(folder, 'text.wav')],
])('%s is refused in words', (_, name) => {
  writeFileSync(join(folder, 'text.wav'), 'RIFF');
  const message = expect.stringContaining('is not a WAV file');
  expect(() => readSoundFormat(name)).toThrow(expect.objectContaining({ exitCode: 1, message }));
});

test('a missing file is refused in words', () => {
  expect(() => readSoundFormat(join(folder, 'nope.wav'))).toThrow('there is no such file');
});
