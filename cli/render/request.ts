// What `rowdesk render` was asked for, checked before anything is opened.
import { extname, resolve } from 'node:path';
import type { SoundFormat } from '../../core/driver.ts';
import { CommandError } from '../command-error.ts';

export interface RenderArgs {
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly set?: readonly string[];
  readonly at?: readonly string[];
  readonly state?: string;
  readonly config?: string;
  /** Hz; else that of the first input's file. */
  readonly rate?: number;
  readonly blockFrames: number;
  readonly duration?: number;
  readonly tail?: number;
  /** Bits of a sample, for all outputs; else 32f, and 24 for FLAC. */
  readonly bits?: '16' | '24' | '32f';
}

/** A place of the desk and a sound file. `channel` counts from 1. */
export interface PlaceFile {
  /** A strip, `/channel/input/1`; for an input also a talkback, `/talkback/1`, or a source, `virtual-32x16:in-1`. */
  readonly place: string;
  /** Absolute. */
  readonly file: string;
  readonly channel: number;
}

/** What a strip's sound is written to. */
export interface OutputFile {
  /** `/channel/main/1` */
  readonly strip: string;
  /** Absolute. */
  readonly file: string;
  readonly format: SoundFormat;
}

/** Fields of one row, written at one moment. `words` are `field=value`. */
export interface TimedWrite {
  readonly atS: number;
  readonly path: string;
  readonly words: readonly string[];
}

export interface RenderRequest {
  readonly inputs: readonly PlaceFile[];
  readonly outputs: readonly OutputFile[];
  /** Sorted by time, those before the first sample at 0. */
  readonly writes: readonly TimedWrite[];
}

/** Throws CommandError usage for what can't be read. */
export function readRequest(args: RenderArgs): RenderRequest {
  if (args.rate !== undefined) checkRange('--rate', args.rate, 8000, 192_000);
  checkRange('--block-frames', args.blockFrames, 1, 4096);
  if (!Number.isInteger(args.blockFrames)) throw new CommandError('usage', '--block-frames is a whole number');
  if (args.duration !== undefined) checkRange('--duration', args.duration, 0.001, 86_400);
  if (args.tail !== undefined) checkRange('--tail', args.tail, 0, 3600);
  if (args.input.length === 0 && args.duration === undefined) {
    throw new CommandError('usage', 'A render of no --input wants a --duration');
  }
  const inputs = args.input.map((word) => ({ place: placeOf(word), ...fileAndChannel(word) }));
  const outputs = args.output.map((word) => readOutput(word, args.bits));
  checkOnce(
    '--input',
    inputs.map(({ place }) => place),
  );
  checkOnce(
    '--output',
    outputs.map(({ strip }) => strip),
  );
  checkOnce(
    '--output',
    outputs.map(({ file }) => file),
  );
  const read = outputs.find((output) => inputs.some(({ file }) => file === output.file));
  if (read) throw new CommandError('usage', `--output ${read.file} is an --input; give it another name`);
  const writes = [...(args.set ?? []).map((text) => readWrite(0, text)), ...readTimed(args.at ?? [])];
  return { inputs, outputs, writes: writes.sort((a, b) => a.atS - b.atS) };
}

function checkRange(option: string, value: number, least: number, most: number): void {
  if (value >= least && value <= most) return;
  throw new CommandError('usage', `${option} is ${least} to ${most}, not ${value}`);
}

function checkOnce(option: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new CommandError('usage', `${option} names ${twice} twice`);
}

/** `1=a.wav` is input strip 1; `fxReturn/2=b.wav` names its kind, `virtual-32x16:in-3=c.wav` a source. */
function placeOf(word: string): string {
  const [, source] = /^([A-Za-z0-9][A-Za-z0-9._~-]*:[A-Za-z0-9._~:-]+)=./s.exec(word) ?? [];
  if (source !== undefined) return source;
  const strip = stripOf(word);
  if (strip !== undefined) return strip.replace('/channel/talkback/', '/talkback/');
  throw new CommandError('usage', `--input is STRIP=FILE, as 1=a.wav; or a source, device:port=a.wav; not ${word}`);
}

function readOutput(word: string, bits: RenderArgs['bits']): OutputFile {
  const strip = stripOf(word);
  if (strip === undefined) throw new CommandError('usage', `--output is STRIP=FILE, as main/1=mix.wav; not ${word}`);
  const file = resolve(word.slice(word.indexOf('=') + 1));
  return { strip, file, format: formatOf(file, bits) };
}

/** `/channel/aux/1` of `aux/1=a.wav`. */
function stripOf(word: string): string | undefined {
  const [, kind = 'input', index] = /^(?:([A-Za-z]+)\/)?([1-9]\d*)=./s.exec(word) ?? [];
  return index === undefined ? undefined : `/channel/${kind}/${index}`;
}

const encodings = { '16': 'int16', '24': 'int24', '32f': 'float32' } as const;

/** By the name of the file: WAV and RF64 hold what the mixer gives unless told otherwise, FLAC 24 bits. */
function formatOf(file: string, bits: RenderArgs['bits']): SoundFormat {
  const container = extname(file).slice(1).toLowerCase();
  if (container === 'wav' || container === 'rf64') return { container, encoding: encodings[bits ?? '32f'] };
  if (container !== 'flac') {
    throw new CommandError(
      'refused',
      `${file}: a render writes .wav, .rf64 and .flac; give the file one of these names`,
    );
  }
  if (bits === '32f') throw new CommandError('refused', `${file}: FLAC holds whole numbers; --bits is 16 or 24 for it`);
  return { container, encoding: encodings[bits ?? '24'] };
}

/** `b.wav#2` is the second channel of the file. */
function fileAndChannel(word: string): { file: string; channel: number } {
  const name = word.slice(word.indexOf('=') + 1);
  const [, file = name, channel = '1'] = /^(.+)#([1-9]\d*)$/s.exec(name) ?? [];
  return { file: resolve(file), channel: Number(channel) };
}

function readTimed(words: readonly string[]): TimedWrite[] {
  const writes: TimedWrite[] = [];
  for (let w = 0; w < words.length; w += 2) {
    const atS = Number(words[w]);
    if (!(atS >= 0)) throw new CommandError('usage', `--at begins with a time in seconds, not ${words[w]}`);
    writes.push(readWrite(atS, words[w + 1] ?? ''));
  }
  return writes;
}

/** `/channel/input/1 levelDb=-6 name=Lead vocals`: a value goes on to the next `field=`. */
function readWrite(atS: number, text: string): TimedWrite {
  const [path = '', ...words] = text.trim().split(/\s+(?=[A-Za-z]\w*=)/);
  if (words.length > 0 && !/[\s=]/.test(path)) return { atS, path: path.replace(/^\/?/, '/'), words };
  throw new CommandError('usage', `A change is '/channel/input/1 levelDb=-6', not '${text}'`);
}
