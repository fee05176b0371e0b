// The figures of cycles (src/addon_cycles.h), and as `AudioDevice.figures` reports them.
import type { AudioDevice } from 'rowdesk/driver';

/** Durations in microseconds; maxima are since the last read. */
export interface CycleFigures {
  /** Hz and frames of the last cycle; 0 without a connection. */
  readonly rate: number;
  readonly quantum: number;
  readonly frames: number;
  readonly xruns: number;
  readonly lostFrames: number;
  /** CLOCK_MONOTONIC; 0 for never. */
  readonly lastXrunNs: number;
  readonly blockUs: number;
  readonly blockMaxUs: number;
  readonly wakeupJitterUs: number;
  readonly policy: string;
  readonly priority: number;
  /** Of the audio thread; 0 for none. */
  readonly threadId?: number;
}

/** The time of the last xrun becomes that of the wall clock. */
export function deviceFigures<Figures extends CycleFigures>({
  lastXrunNs,
  frames: _,
  ...rest
}: Figures): Omit<Figures, 'lastXrunNs' | 'frames'> & ReturnType<AudioDevice['figures']> {
  const sinceXrunMs = (Number(process.hrtime.bigint()) - lastXrunNs) / 1e6;
  return { ...rest, lastXrunMs: lastXrunNs === 0 ? 0 : Math.round(Date.now() - sinceXrunMs) };
}
