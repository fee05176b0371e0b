import { type Token, token } from '../base/token.ts';
import type { BandsPerOctave } from '../driver.ts';
import type { Fields } from '../rows/definitions.ts';
import type { ClockState, Device } from './devices.ts';
import type { Alignment, RealTimeFigures, Spectrum, StripMeter } from './readings.ts';

/** The audio process as the control process sees it. All reads are of the last report; nothing here waits. */
export interface Audio {
  readonly state: 'starting' | 'running' | 'degraded' | 'stopped';
  readonly reason: string;
  readonly clock: ClockState;
  readonly devices: readonly Device[];
  /** How many strips of each kind the mixer has. Audio starts once this is known; a later call with another layout restarts it. */
  configure(layout: Readonly<Record<string, number>>): void;
  /** State, clock or devices changed. */
  onChange(listener: () => void): () => void;
  /** Meters of all strips every `intervalMs`, keyed by strip path, for as long as it is read. */
  readMeters(intervalMs: number, sample: (meters: ReadonlyMap<string, StripMeter>, atMs: number) => void): () => void;
  /** Figures of the audio thread, the first at once, then every `intervalMs`. None come while nothing drives. */
  readRealTime(intervalMs: number, sample: (figures: RealTimeFigures) => void): () => void;
  /**
   * The spectrum of a strip (`/channel/input/1`) every `intervalMs`, for as long as it is read. No sample comes while
   * there is no such strip, or more than 64 are analysed.
   */
  readSpectrum(
    path: string,
    bandsPerOctave: BandsPerOctave,
    intervalMs: number,
    sample: (spectrum: Spectrum, atMs: number) => void,
  ): () => void;
  /** Compares a strip with another one for as long as it is read: a sample about every second, the first after 2 s. */
  readAlignment(path: string, reference: string, sample: (alignment: Alignment, atMs: number) => void): () => void;
  /** Asks a target to do something that is not a value (reset clip, identify). Rejects with Refusal `device-absent`. */
  call(target: string, method: string, args: Fields): Promise<Fields>;
  /**
   * `prepare` is called with the addresses of sockets whose phantom or pad is to be switched. They are switched when it
   * has resolved, or has rejected, after 5 s at the latest; its answer is called with how long they are unfit for sound from then on,
   * in milliseconds, 0 where they were not switched.
   */
  beforeSwitch(prepare: (paths: readonly string[]) => Promise<(settlingMs: number) => void>): () => void;
}
export const Audio: Token<Audio> = token<Audio>('core.audio');
