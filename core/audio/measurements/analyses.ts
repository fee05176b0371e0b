// Readers of spectra and alignments. One order to the audio process serves all readers, each at its own interval.
import type { AnalysisOrder } from '../../driver.ts';
import type { Alignment, BandsPerOctave, Spectrum, Time } from '../../services.ts';
import type { SpectrumFrame } from '../link/spectrum-frame.ts';
import type { AnalysisUpdate } from '../processes/link-events.ts';
import { type Intervals, newestValues } from './intervals.ts';

type Sample<T> = (value: T, atMs: number) => void;

interface Dated<T> {
  readonly value: T;
  readonly atMs: number;
}

/** The readers of one strip's spectrum with one number of bands. */
interface SpectrumGroup {
  readonly number: number;
  readonly path: string;
  readonly bandsPerOctave: BandsPerOctave;
  readonly readers: Intervals<Dated<Spectrum>>;
}

/** The readers of one comparison of two strips. */
interface AlignmentGroup {
  readonly number: number;
  readonly path: string;
  readonly reference: string;
  readonly samples: Set<{ readonly sample: Sample<Alignment> }>;
}

export class Analyses {
  readonly #time: Time;
  readonly #changed: () => void;
  readonly #spectra = new Map<string, SpectrumGroup>();
  readonly #alignments = new Map<string, AlignmentGroup>();
  readonly #frequenciesHz = new Map<number, readonly number[]>();
  #lastNumber = 0;
  #isChangeQueued = false;

  /** `changed` is called after a change of `order`, once for all changes of a tick. */
  constructor(time: Time, changed: () => void) {
    this.#time = time;
    this.#changed = changed;
  }

  readSpectrum(path: string, bandsPerOctave: BandsPerOctave, intervalMs: number, sample: Sample<Spectrum>): () => void {
    const key = `${bandsPerOctave} ${path}`;
    const group = this.#spectra.get(key) ?? {
      number: this.#nextNumber(),
      path,
      bandsPerOctave,
      readers: newestValues<Dated<Spectrum>>(this.#time, () => this.#queueChange()),
    };
    this.#spectra.set(key, group);
    const stop = group.readers.read(intervalMs, ({ value, atMs }) => sample(value, atMs));
    return () => {
      stop();
      if (group.readers.askedMs === null && this.#spectra.get(key) === group) this.#spectra.delete(key);
    };
  }

  readAlignment(path: string, reference: string, sample: Sample<Alignment>): () => void {
    const key = `${path} ${reference}`;
    const group = this.#alignments.get(key) ?? { number: this.#nextNumber(), path, reference, samples: new Set() };
    this.#alignments.set(key, group);
    // A new object: the same function may read twice.
    const reader = { sample };
    group.samples.add(reader);
    this.#queueChange();
    return () => {
      group.samples.delete(reader);
      if (group.samples.size === 0 && this.#alignments.get(key) === group) this.#alignments.delete(key);
      this.#queueChange();
    };
  }

  /** After a new link: the audio process has no order. */
  askAgain(): void {
    if (this.#spectra.size > 0 || this.#alignments.size > 0) this.#queueChange();
  }

  /** The analyses of all readers. */
  get order(): AnalysisOrder {
    return {
      spectra: [...this.#spectra.values()].flatMap(({ number, path, bandsPerOctave, readers }) =>
        readers.askedMs === null ? [] : [{ number, path, bandsPerOctave, intervalMs: readers.askedMs }],
      ),
      alignments: [...this.#alignments.values()].map(({ number, path, reference }) => ({ number, path, reference })),
    };
  }

  take(update: AnalysisUpdate): void {
    if (update.type === 'bands') this.#frequenciesHz.set(update.bandsPerOctave, update.frequenciesHz);
    else if (update.type === 'spectrum') this.#takeSpectrum(update);
    else this.#takeAlignment(update);
  }

  #takeSpectrum({ atMs, number, levelsDb }: SpectrumFrame): void {
    const group = [...this.#spectra.values()].find((each) => each.number === number);
    const frequenciesHz = group && this.#frequenciesHz.get(group.bandsPerOctave);
    if (frequenciesHz?.length !== levelsDb.length) return;
    const { bandsPerOctave, readers } = group as SpectrumGroup;
    readers.take({ atMs, value: { bandsPerOctave, frequenciesHz, levelsDb: Array.from(levelsDb) } });
  }

  #takeAlignment(update: Extract<AnalysisUpdate, { type: 'alignment' }>): void {
    const group = [...this.#alignments.values()].find(({ number }) => number === update.number);
    if (!group) return;
    const { atMs, frames, offsetMs, confidencePercent } = update;
    const { offsetAfterDelayMs = null, confidenceAfterDelayPercent = 0 } = update;
    const alignment = {
      ...{ reference: group.reference, frames, offsetMs, confidencePercent },
      ...{ offsetAfterDelayMs, confidenceAfterDelayPercent },
    };
    for (const { sample } of [...group.samples]) sample(alignment, atMs);
  }

  #nextNumber(): number {
    this.#lastNumber = (this.#lastNumber + 1) >>> 0;
    return this.#lastNumber;
  }

  #queueChange(): void {
    if (this.#isChangeQueued) return;
    this.#isChangeQueued = true;
    queueMicrotask(() => {
      this.#isChangeQueued = false;
      this.#changed();
    });
  }
}
