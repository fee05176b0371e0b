// Captures of taps into a file, with or without a stimulus: what the calls take and answer, in words.
import { isAbsolute } from 'node:path';
import type { SoundingStrip } from './legs.ts';
import type { NativeMixer } from './native.ts';
import type { StimulusInput } from './native-captures.ts';

type Fields = Readonly<Record<string, unknown>>;
type NativeCaptures = Pick<NativeMixer, 'startCapture' | 'capture' | 'endCapture' | 'state'>;

const mostTracks = 8;
/** As the native half numbers them. */
const tapPoints = ['Top-Of-Ch', 'Post-Trim', 'Pre-EQ', 'Post-EQ', 'Pre-Fader', 'Post-Fader'];
/** Kinds of strips that a stimulus may enter, at Top-Of-Ch. */
const buses = ['main', 'mix', 'matrix', 'cue', 'mixMinus', 'fxSend'];
const initial = { fromHz: 20, toHz: 20_000, soundS: 4, fadeMs: 20, repeats: 1, silenceS: 0, leadS: 0 };

export class Captures {
  readonly #native: NativeCaptures;
  readonly #strips: readonly SoundingStrip[];
  /** Legs of the tracks of the last capture. */
  #legs: readonly number[] = [];

  constructor(native: NativeCaptures, strips: readonly SoundingStrip[]) {
    this.#native = native;
    this.#strips = strips;
  }

  /**
   * `startCapture { file, frames | seconds, tracks, stimulus? }` answers `{ number }`. One at a time.
   * - `file`: an absolute path; a WAV of 32-bit floats at the rate of the device, which replaces an existing file. One
   *   channel per leg of each track, in order; a failed capture leaves no file.
   * - `frames` (1 and more) or `seconds`: at most 60 s. Frame 0 is the first frame of the stimulus, its lead included;
   *   without a stimulus it is the first frame that all tracks have.
   * - `tracks`: 1 to 8 `{ path, tapPoint }`, a strip with sound and one of the six taps.
   * - `stimulus`: `{ kind: 'sweep' | 'pink', targets, leg?, levelDb, fromHz?, toHz?, soundS?, fadeMs?, repeats?, silenceS?,
   *   leadS? }`. `targets`: paths of buses, which it enters at Top-Of-Ch, on every leg or, of buses with two, on `leg`
   *   `left` or `right`. `levelDb` in dBFS, -100 to 0: the peak of a sweep; of pink noise, to -9.1, the RMS, 0 for that of a full-scale sine (AES17). `fromHz` 20, `toHz`
   *   20000, at most half the rate and at least an octave apart. `leadS` (0, to 10) of silence, then `repeats` (1, to 100)
   *   times `soundS` (4, 0.05 to 60) of sound, faded in and out in `fadeMs` (20) by raised cosines, and `silenceS` (0, to
   *   60) of silence. It fades out in 20 ms where the capture ends before it.
   *
   * The capture fails, and the stimulus fades out, when `capture` was not called for 3 s, at a panic of any scope, when the
   * device starts anew (another rate) and when the file can't be written. Throws Error in words.
   */
  start(args: Fields): Fields {
    const { file, tracks } = args;
    if (typeof file !== 'string' || !isAbsolute(file)) throw new Error('file must be an absolute path');
    const { frames, seconds } = lengthOf(args);
    if (!Array.isArray(tracks) || tracks.length < 1 || tracks.length > mostTracks) {
      throw new Error(`tracks must be a list of 1 to ${mostTracks}, each {path, tapPoint}`);
    }
    const numbers = tracks.map((track: Fields, place) => this.#trackOf(track, place));
    const stimulus = args.stimulus === undefined ? undefined : this.#stimulusOf(args.stimulus);
    if (this.#native.state().clock === 'lost') throw new Error('no audio device drives the mixer');
    const number = this.#native.startCapture(file, frames, seconds, Uint32Array.from(numbers.flat()), stimulus);
    this.#legs = numbers.map(([strip]) => this.#strips[strip]?.legs ?? 0);
    return { number };
  }

  /**
   * `capture { number }` answers `{ state: 'running' | 'done' | 'failed', frames, total, reason, dropouts, tracks }`, of the
   * last capture only. `frames` are in the file, of `total`. `dropouts`: gaps, of the device or of a track, whose frames are
   * silence. `reason`: why it failed; otherwise '' or which targets, or all outputs, were closed meanwhile, and why, so that the
   * stimulus was not heard there. `tracks`: `{ peak, legs }` of each, the peak linear. Renews the lease of a running capture.
   */
  report(args: Fields): Fields {
    const report = this.#native.capture(this.#numberOf(args));
    if (report === undefined) throw new Error(`there is no capture ${String(args.number)}`);
    const { peaks, ...rest } = report;
    return { ...rest, tracks: this.#legs.map((legs, place) => ({ peak: peaks[place] ?? 0, legs })) };
  }

  /** `endCapture { number }`: a running capture fails with the reason `it was ended`; any other stays as it is. */
  end(args: Fields): Fields {
    this.#native.endCapture(this.#numberOf(args));
    return {};
  }

  #numberOf({ number }: Fields): number {
    if (!Number.isInteger(number) || Number(number) < 1) throw new Error('number must be that of a capture');
    return Number(number);
  }

  #trackOf(track: Fields, place: number): readonly [number, number] {
    const strip = this.#strips.findIndex(({ path }) => path === track?.path);
    if (strip < 0) throw new Error(`tracks ${place}: the mixer has no strip ${String(track?.path)}`);
    const tap = tapPoints.indexOf(String(track.tapPoint));
    if (tap < 0) throw new Error(`tracks ${place}: tapPoint must be one of ${tapPoints.join(', ')}`);
    return [strip, tap];
  }

  #stimulusOf(value: unknown): StimulusInput {
    if (typeof value !== 'object' || value === null) throw new Error('stimulus must be {kind, targets, levelDb, ...}');
    const { kind, targets, leg = 'both', ...given } = value as Fields;
    if (kind !== 'sweep' && kind !== 'pink') throw new Error('stimulus kind must be sweep or pink');
    const numbers = Array.isArray(targets) ? targets.map((path) => this.#busOf(path)) : [];
    if (numbers.length < 1) throw new Error('stimulus targets must be a list of paths of buses');
    if (new Set(numbers).size < numbers.length) throw new Error('stimulus targets must name each bus once');
    if (leg !== 'both' && leg !== 'left' && leg !== 'right')
      throw new Error('stimulus leg must be both, left or right');
    const single = leg === 'both' ? undefined : numbers.find((number) => this.#strips[number]?.legs === 1);
    if (single !== undefined) throw new Error(`stimulus leg: ${this.#strips[single]?.path} has only one`);
    const [levelDb] = numbersOf(given, ['levelDb'], {});
    const names = Object.keys(initial) as (keyof typeof initial)[];
    const rest = Object.fromEntries(numbersOf(given, names, initial).map((each, place) => [names[place], each]));
    if (!Number.isInteger(rest.repeats)) throw new Error('stimulus repeats must be a whole number from 1 to 100');
    return { kind, targets: Uint32Array.from(numbers), leg, levelDb: levelDb as number, ...(rest as typeof initial) };
  }

  #busOf(path: unknown): number {
    const strip = this.#strips.findIndex((each) => each.path === path);
    if (strip >= 0 && buses.includes(String(path).split('/')[2] ?? '')) return strip;
    throw new Error(`stimulus targets: ${String(path)} is no bus of the mixer; buses are ${buses.join(', ')}`);
  }
}

function lengthOf({ frames, seconds }: Fields): { readonly frames: number; readonly seconds: number } {
  if ((frames === undefined) === (seconds === undefined)) throw new Error('give frames or seconds');
  if (frames !== undefined) {
    if (!Number.isSafeInteger(frames) || Number(frames) < 1) throw new Error('frames must be a whole number from 1 on');
    return { frames: Number(frames), seconds: 0 };
  }
  if (typeof seconds === 'number' && seconds > 0 && seconds <= 60) return { frames: 0, seconds };
  throw new Error('seconds must be over 0 and at most 60');
}

function numbersOf(given: Fields, names: readonly string[], initials: Fields): readonly number[] {
  return names.map((name) => {
    const value = given[name] ?? initials[name];
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error(`stimulus ${name} must be a number`);
    return value;
  });
}
