import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type RenderArgs, readRequest } from './request.ts';

const least: RenderArgs = { input: ['1=a.wav'], output: ['main/1=mix.wav'], blockFrames: 64 };

test('a number alone is an input strip, and a file is one channel unless a # names another', () => {
  const { inputs, outputs } = readRequest({ ...least, input: ['1=a.wav', 'aux/2=/x/b=c#1.wav#2'] });
  expect(inputs).toEqual([
    { place: '/channel/input/1', file: resolve('a.wav'), channel: 1 },
    { place: '/channel/aux/2', file: '/x/b=c#1.wav', channel: 2 },
  ]);
  const format = { container: 'wav', encoding: 'float32' };
  expect(outputs).toEqual([{ strip: '/channel/main/1', file: resolve('mix.wav'), format }]);
});

test('changes are sorted by time, those without a time first, and in the order given where times agree', () => {
  const at = ['2', '/channel/input/1 levelDb=-20', '1.5', 'channel/main/1 muted=on', '2', '/channel/input/2 pan=5'];
  const { writes } = readRequest({ ...least, at, set: ['/channel/input/1 name=Lead vocals levelDb=-6'] });
  expect(writes).toEqual([
    { atS: 0, path: '/channel/input/1', words: ['name=Lead vocals', 'levelDb=-6'] },
    { atS: 1.5, path: '/channel/main/1', words: ['muted=on'] },
    { atS: 2, path: '/channel/input/1', words: ['levelDb=-20'] },
    { atS: 2, path: '/channel/input/2', words: ['pan=5'] },
  ]);
});

test.each<[string, Partial<RenderArgs>, string]>([
  ['a strip 0', { input: ['0=a.wav'] }, '--input is STRIP=FILE'],
  ['a missing file', { output: ['main/1='] }, '--output is STRIP=FILE'],
  ['one strip twice', { input: ['1=a.wav', 'input/1=b.wav'] }, '--input names /channel/input/1 twice'],
  ['one file for two outputs', { output: ['main/1=m.wav', 'main/2=m.wav'] }, 'm.wav twice'],
  ['a change without a field', { set: ['/channel/input/1'] }, 'A change is'],
  ['a time that is none', { at: ['soon', '/channel/input/1 levelDb=0'] }, '--at begins with a time'],
  ['a negative time', { at: ['-1', '/channel/input/1 levelDb=0'] }, '--at begins with a time'],
  ['a block of no frames', { blockFrames: 0 }, '--block-frames is 1 to 4096'],
  ['an output that is an input', { input: ['1=./a.wav'], output: ['main/1=a.wav'] }, 'a.wav is an --input'],
  ['half a frame', { blockFrames: 1.5 }, '--block-frames is a whole number'],
  ['neither an input nor a duration', { input: [] }, '--input wants a --duration'],
  ['no duration', { duration: 0 }, '--duration is'],
])('%s is a usage fault', (_, change, message) => {
  expect(() => readRequest({ ...least, ...change })).toThrow(
    expect.objectContaining({ exitCode: 2, message: expect.stringContaining(message) }),
  );
});

test('a talkback and a source of the desk take files too', () => {
  const { inputs } = readRequest({ ...least, input: ['talkback/1=a.wav', 'usb~1:in-3=b=c:d.wav#2'] });
  expect(inputs).toEqual([
    { place: '/talkback/1', file: resolve('a.wav'), channel: 1 },
    { place: 'usb~1:in-3', file: resolve('b=c:d.wav'), channel: 2 },
  ]);
});

test.each([
  ['x.WAV', undefined, 'wav float32'],
  ['x.wav', '16', 'wav int16'],
  ['x.rf64', '24', 'rf64 int24'],
  ['x.flac', undefined, 'flac int24'],
  ['x.flac', '16', 'flac int16'],
] as const)('the name %s and %s bits are %s', (name, bits, format) => {
  const [output] = readRequest({ ...least, output: [`main/1=${name}`], bits }).outputs;
  expect(`${output?.format.container} ${output?.format.encoding}`).toBe(format);
});

test.each([
  ['x.mp3', undefined, 'a render writes .wav, .rf64 and .flac'],
  ['mix', undefined, 'a render writes .wav, .rf64 and .flac'],
  ['x.flac', '32f', '--bits is 16 or 24'],
] as const)('%s with %s bits is refused', (name, bits, message) => {
  expect(() => readRequest({ ...least, output: [`main/1=${name}`], bits })).toThrow(
    expect.objectContaining({ exitCode: 1, message: expect.stringContaining(message) }),
  );
});
