// Readers of spectra and alignments: one order to the process for all of them, and each reader at its own interval.
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

/** Those who read the spectrum of one strip with as many bands. */
interface SpectrumGroup {
  readonly number: number;
  readonly path: string;
  readonly bandsPerOctave: BandsPerOctave;
  readonly readers: Intervals<Dated<Spectrum>>;
}

/** Those who compare the same two strips. */
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
  #willTell = false;

  /** `changed` is called when `order` is another one, once for all changes of a tick. */
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
      readers: newestValues<Dated<Spectrum>>(this.#time, () => this.#tell()),
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
    // each read is its own, also when the same function reads twice
    const reader = { sample };
    group.samples.add(reader);
    this.#tell();
    return () => {
      group.samples.delete(reader);
      if (group.samples.size === 0 && this.#alignments.get(key) === group) this.#alignments.delete(key);
      this.#tell();
    };
  }

  /** The process is there again and knows of no reader. */
  askAgain(): void {
    if (this.#spectra.size > 0 || this.#alignments.size > 0) this.#tell();
  }

  /** All that is to be analysed now. */
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
    const alignment = { reference: group.reference, frames, offsetMs, confidencePercent };
    for (const { sample } of [...group.samples]) sample(alignment, atMs);
  }

  #nextNumber(): number {
    this.#lastNumber = (this.#lastNumber + 1) >>> 0;
    return this.#lastNumber;
  }

  #tell(): void {
    if (this.#willTell) return;
    this.#willTell = true;
    queueMicrotask(() => {
      this.#willTell = false;
      this.#changed();
    });
  }
}
