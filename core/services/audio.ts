import { type Token, token } from '../base/token.ts';
import type { BandsPerOctave } from '../driver.ts';
import type { Fields } from '../rows/definitions.ts';
import type { Box, ClockState, Device } from './devices.ts';
import type { JoinedDeviceFigures, JoinedDevices } from './joined.ts';
import type { Alignment, MeterSample, RealTimeFigures, Spectrum } from './measurements.ts';

/** The last reported state of the audio process. No read waits. */
export interface Audio {
  readonly state: 'starting' | 'running' | 'degraded' | 'stopped';
  readonly reason: string;
  /** Of the rowdesk whose files the audio process runs; '' while there is none. */
  readonly version: string;
  readonly clock: ClockState;
  /** Every device by itself, those of a joined box too. */
  readonly devices: readonly Device[];
  /** The stageboxes that the devices make. */
  readonly boxes: readonly Box[];
  readonly joined: JoinedDevices;
  /** Sets the number of strips per kind. The first call starts audio; a later one with another layout restarts it. */
  configure(layout: Readonly<Record<string, number>>): void;
  /** State, clock, devices or boxes changed. */
  onChange(listener: () => void): () => void;
  /** Meters of all strips every `intervalMs`, until the returned function is called. */
  readMeters(intervalMs: number, sample: (meters: MeterSample) => void): () => void;
  /** Figures of the audio thread, the first at once, then every `intervalMs`; none while no device drives. */
  readRealTime(intervalMs: number, sample: (figures: RealTimeFigures) => void): () => void;
  /** Figures of all joined devices, in the same way. */
  readJoined(intervalMs: number, sample: (figures: readonly JoinedDeviceFigures[]) => void): () => void;
  /**
   * The spectrum of a strip (`/channel/input/1`) every `intervalMs`, until the returned function is called. No sample
   * comes for an unknown strip, or beyond 64 analyses.
   */
  readSpectrum(
    path: string,
    bandsPerOctave: BandsPerOctave,
    intervalMs: number,
    sample: (spectrum: Spectrum, atMs: number) => void,
  ): () => void;
  /** Delay of a strip against `reference`: a sample about every second, the first after 2 s. The result ends it. */
  readAlignment(path: string, reference: string, sample: (alignment: Alignment, atMs: number) => void): () => void;
  /** Calls an action of a target (reset clip, identify). Rejects with Refusal `device-absent`. */
  call(target: string, method: string, args: Fields): Promise<Fields>;
  /**
   * Calls `prepare` with the addresses of rows before fields of theirs that have `settlesMs` in their schema change at the
   * target (phantom, pad). The change follows when `prepare` has resolved or rejected, after 5 s at the latest. The function
   * that `prepare` resolves to then gets the time in milliseconds during which the rows' sound is unfit, 0 without a change.
   */
  beforeSwitch(prepare: (paths: readonly string[]) => Promise<(settlingMs: number) => void>): () => void;
}
export const Audio: Token<Audio> = token<Audio>('core.audio');
