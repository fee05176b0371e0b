// Sends the mixer's spectra and alignments to a control process, as it ordered them.
import type { AnalysisOrder } from '../../driver.ts';
import type { Time } from '../../services.ts';
import type { ProcessMessage } from '../link/messages.ts';
import { encodeSpectrum } from '../link/spectrum-frame.ts';
import type { CheckedMixer } from './checked-mixer.ts';

/** Interval between looks for new results. */
const lookMs = 20;
/** What this class uses of the audio host. */
interface AnalysisHost {
  readonly mixer: Pick<CheckedMixer, 'analyse' | 'readAnalysis' | 'bandFrequenciesHz'> | undefined;
}

const nothing: AnalysisOrder = { spectra: [], alignments: [] };

export interface AnalysisSink {
  readonly isSlow: boolean;
  send(message: ProcessMessage): void;
  sendSpectrum(body: Uint8Array): void;
}

export class AnalysisSender {
  readonly #host: AnalysisHost;
  readonly #time: Time;
  readonly #to: AnalysisSink;
  #order = nothing;
  #mixer: AnalysisHost['mixer'];
  #stopLooking = () => {};
  readonly #sentBands = new Set<number>();

  constructor(host: AnalysisHost, time: Time, to: AnalysisSink) {
    this.#host = host;
    this.#time = time;
    this.#to = to;
  }

  /** Replaces the order. An empty order of a connection without one changes nothing: the mixer may run another connection's. */
  read(order: AnalysisOrder): void {
    const isNothing = order.spectra.length + order.alignments.length === 0;
    if (isNothing && this.#order === nothing) return;
    this.#stopLooking();
    this.#stopLooking = () => {};
    this.#order = isNothing ? nothing : order;
    this.#mixer = this.#host.mixer;
    this.#mixer?.analyse(this.#order);
    if (isNothing) return;
    this.#stopLooking = this.#time.every(lookMs, () => this.#look());
  }

  stop(): void {
    this.read(nothing);
  }

  #look(): void {
    const { mixer } = this.#host;
    if (mixer !== this.#mixer) {
      this.#mixer = mixer;
      this.#sentBands.clear();
      mixer?.analyse(this.#order);
    }
    const results = mixer?.readAnalysis();
    // Results that a slow reader misses are superseded by the next ones.
    if (!mixer || !results || this.#to.isSlow) return;
    const atMs = this.#time.now();
    const bandsOf = new Map(this.#order.spectra.map(({ number, bandsPerOctave }) => [number, bandsPerOctave]));
    for (const { number, levelsDb } of results.spectra) {
      const bandsPerOctave = bandsOf.get(number);
      if (bandsPerOctave === undefined) continue;
      if (!this.#sentBands.has(bandsPerOctave)) {
        this.#sentBands.add(bandsPerOctave);
        const frequenciesHz = [...mixer.bandFrequenciesHz(bandsPerOctave)];
        this.#to.send({ type: 'bands', bandsPerOctave, frequenciesHz });
      }
      this.#to.sendSpectrum(encodeSpectrum({ atMs, number, levelsDb }));
    }
    for (const { number, frames, offsetMs, confidencePercent, ...after } of results.alignments) {
      const { offsetAfterDelayMs = null, confidenceAfterDelayPercent = 0 } = after;
      this.#to.send({
        ...({ type: 'alignment', number, atMs, frames, offsetMs, confidencePercent } as const),
        ...{ offsetAfterDelayMs, confidenceAfterDelayPercent },
      });
    }
  }
}
