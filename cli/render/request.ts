// What `rowdesk render` was asked for, checked before anything is opened.
import { resolve } from 'node:path';
import { CommandFault } from '../fault.ts';

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
}

/** A strip and a sound file. `channel` counts from 1. */
export interface StripFile {
  /** `/channel/input/1` */
  readonly strip: string;
  /** Absolute. */
  readonly file: string;
  readonly channel: number;
}

/** Fields of one row, written at one moment. `words` are `field=value`. */
export interface TimedWrite {
  readonly atS: number;
  readonly path: string;
  readonly words: readonly string[];
}

export interface RenderRequest {
  readonly inputs: readonly StripFile[];
  readonly outputs: readonly Omit<StripFile, 'channel'>[];
  /** Sorted by time, those before the first sample at 0. */
  readonly writes: readonly TimedWrite[];
}

/** Throws CommandFault usage for what can't be read. */
export function readRequest(args: RenderArgs): RenderRequest {
  if (args.rate !== undefined) checkRange('--rate', args.rate, 8000, 192_000);
  checkRange('--block-frames', args.blockFrames, 1, 4096);
  if (!Number.isInteger(args.blockFrames)) throw new CommandFault('usage', '--block-frames is a whole number');
  if (args.duration !== undefined) checkRange('--duration', args.duration, 0.001, 86_400);
  if (args.tail !== undefined) checkRange('--tail', args.tail, 0, 3600);
  const inputs = args.input.map((word) => ({ ...stripAndFile('--input', word), ...fileAndChannel(word) }));
  const outputs = args.output.map((word) => stripAndFile('--output', word));
  checkOnce(
    '--input',
    inputs.map(({ strip }) => strip),
  );
  checkOnce(
    '--output',
    outputs.map(({ strip }) => strip),
  );
  checkOnce(
    '--output',
    outputs.map(({ file }) => file),
  );
  const writes = [...(args.set ?? []).map((text) => readWrite(0, text)), ...readTimed(args.at ?? [])];
  return { inputs, outputs, writes: writes.sort((a, b) => a.atS - b.atS) };
}

function checkRange(option: string, value: number, least: number, most: number): void {
  if (value >= least && value <= most) return;
  throw new CommandFault('usage', `${option} is ${least} to ${most}, not ${value}`);
}

function checkOnce(option: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new CommandFault('usage', `${option} names ${twice} twice`);
}

/** `1=a.wav` is input strip 1; `fxReturn/2=b.wav` names its kind. */
function stripAndFile(option: string, word: string): { strip: string; file: string } {
  const [, kind = 'input', index, file] = /^(?:([A-Za-z]+)\/)?([1-9]\d*)=(.+)$/s.exec(word) ?? [];
  if (!file) throw new CommandFault('usage', `${option} is STRIP=FILE, as ${example[option]}; not ${word}`);
  return { strip: `/channel/${kind}/${index}`, file: resolve(file) };
}

const example: Readonly<Record<string, string>> = { '--input': '1=a.wav', '--output': 'main/1=mix.wav' };

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
    if (!(atS >= 0)) throw new CommandFault('usage', `--at begins with a time in seconds, not ${words[w]}`);
    writes.push(readWrite(atS, words[w + 1] ?? ''));
  }
  return writes;
}

/** `/channel/input/1 levelDb=-6 name=Lead vocals`: a value goes on to the next `field=`. */
function readWrite(atS: number, text: string): TimedWrite {
  const [path = '', ...words] = text.trim().split(/\s+(?=[A-Za-z]\w*=)/);
  if (words.length > 0 && !/[\s=]/.test(path)) return { atS, path: path.replace(/^\/?/, '/'), words };
  throw new CommandFault('usage', `A change is '/channel/input/1 levelDb=-6', not '${text}'`);
}
