import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
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

test('a FLAC says its channels and its rate', () => {
  const head = Buffer.alloc(42);
  head.write('fLaC', 'latin1');
  head.writeUInt8(34, 7);
  head.writeUIntBE((96_000 << 4) | (5 << 1), 18, 3);
  writeFileSync(join(folder, 'a.flac'), head);
  expect(readSoundFormat(join(folder, 'a.flac'))).toEqual({ channels: 6, rate: 96_000 });
});

test('a BW64 is a WAV', () => {
  const bytes = readFileSync(file('b.wav', ['ds64', Buffer.alloc(28)], ['fmt ', format(1, 48_000)]));
  bytes.write('BW64', 'latin1');
  writeFileSync(join(folder, 'b.wav'), bytes);
  expect(readSoundFormat(join(folder, 'b.wav')).rate).toBe(48_000);
});

/** The length of the first chunk as it is said. */
function withLength(name: string, length: number): string {
  const path = file(name, ['LIST', Buffer.alloc(8)], ['fmt ', format(2, 44_100)]);
  const bytes = readFileSync(path);
  bytes.writeUInt32LE(length, 16);
  writeFileSync(path, bytes);
  return path;
}

function sparse(name: string): string {
  writeFileSync(join(folder, name), Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'));
  truncateSync(join(folder, name), 2 ** 32);
  return join(folder, name);
}

function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const noFormat = 'is damaged: it has no format';
test.each([
  ['a format that ends early', file('short.wav', ['fmt ', Buffer.alloc(3)]), noFormat],
  ['a file without a format', file('none.wav', ['data', Buffer.alloc(8)]), noFormat],
  ['a chunk of unknown length', withLength('unknown.wav', 0xffffffff), noFormat],
  ['a chunk beyond the end', withLength('beyond.wav', 4000), noFormat],
  ['4 GiB of empty chunks', sparse('sparse.wav'), noFormat],
  ['a FLAC that ends early', written('short.flac', 'fLaC\0\0\0\u0022'), 'is damaged: its header is incomplete'],
  ['the beginning of a WAV', written('text.wav', 'RIFF'), 'is neither a WAV nor a FLAC file'],
  ['a folder', folder, 'it is no regular file'],
])('%s is refused in words', (_, name, words) => {
  const message = expect.stringContaining(words);
  expect(() => readSoundFormat(name)).toThrow(expect.objectContaining({ exitCode: 1, message }));
});

test('a missing file is refused in words', () => {
  expect(() => readSoundFormat(join(folder, 'nope.wav'))).toThrow('there is no such file');
});
