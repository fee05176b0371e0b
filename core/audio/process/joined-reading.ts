// What a joined device measured: the newest figures, the maxima since they were taken, and gaps of the last minute.
import type { JoinedDeviceFigures } from '../../services.ts';
import type { JoinedDeviceStatus } from '../link/shapes.ts';
import type { JoinedFigures } from './native.ts';

/** How long a gap counts as one that is to be mended. */
const gapMs = 60_000;
/** The mixer's frames by which a latency differs before it is another one: its measurement moves by some. */
const otherLatencyFrames = 4;
const largest = 1e12;

type Latency = Pick<JoinedFigures, 'inputLatencyFrames' | 'outputLatencyFrames'>;
type Measured = Omit<JoinedDeviceFigures, 'id'>;

const nothing: Measured = {
  ...{ ratio: 0, deviationPpm: 0, inputFillFrames: 0, outputFillFrames: 0 },
  ...{ inputLatencyFrames: 0, outputLatencyFrames: 0, processorTimePercent: 0, processorTimeMaxPercent: 0 },
};

export class JoinedReading {
  state: JoinedDeviceStatus['state'] = 'stopped';
  gaps = 0;
  latency: Latency = { inputLatencyFrames: 0, outputLatencyFrames: 0 };
  #gapAtMs = Number.NEGATIVE_INFINITY;
  #measured = nothing;
  /** The figures were taken: the next ones begin new maxima. */
  #isTaken = false;

  /** `device`: figures of the device, whose rate and quantum give the period. */
  take(figures: JoinedFigures, device: { readonly rate: number; readonly quantum: number }, monotonicMs: number): void {
    const of = (name: keyof JoinedFigures) => bounded(figures[name]);
    const { state } = figures;
    this.state = state === 'running' || state === 'filling' ? state : 'stopped';
    const gaps = Math.round(of('gaps'));
    if (gaps > this.gaps) this.#gapAtMs = monotonicMs;
    this.gaps = gaps;
    if (this.state === 'running') this.#takeLatency(of('inputLatencyFrames'), of('outputLatencyFrames'));
    const before = this.#isTaken ? 0 : this.#measured.processorTimeMaxPercent;
    const periodUs = device.rate > 0 ? (device.quantum * 1e6) / device.rate : 0;
    const percent = (us: number) => (periodUs > 0 ? (100 * us) / periodUs : 0);
    this.#measured = {
      ratio: of('ratio'),
      deviationPpm: of('deviationPpm'),
      inputFillFrames: of('inputFillFrames'),
      outputFillFrames: of('outputFillFrames'),
      inputLatencyFrames: of('inputLatencyFrames'),
      outputLatencyFrames: of('outputLatencyFrames'),
      processorTimePercent: percent(of('blockUs')),
      processorTimeMaxPercent: Math.max(before, percent(of('blockMaxUs'))),
    };
    this.#isTaken = false;
  }

  /** The device runs no more; how long it was under way stays as it was. */
  stopped(): void {
    this.state = 'stopped';
    this.#measured = nothing;
  }

  hasGaps(monotonicMs: number): boolean {
    return monotonicMs - this.#gapAtMs < gapMs;
  }

  /** The maxima are since the last call, or since the call before where nothing was measured in between. */
  takeFigures(): Measured {
    this.#isTaken = true;
    return this.#measured;
  }

  #takeLatency(input: number, output: number): void {
    const { inputLatencyFrames, outputLatencyFrames } = this.latency;
    const isOther =
      Math.abs(input - inputLatencyFrames) >= otherLatencyFrames ||
      Math.abs(output - outputLatencyFrames) >= otherLatencyFrames;
    if (isOther) this.latency = { inputLatencyFrames: input, outputLatencyFrames: output };
  }
}

/** Figures are plain finite numbers on the link. */
function bounded(value: unknown): number {
  return typeof value === 'number' && Math.abs(value) <= largest ? value : 0;
}
