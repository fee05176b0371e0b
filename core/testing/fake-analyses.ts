// The readers of spectra and alignments of a fake audio process.
import type { Alignment, Audio, BandsPerOctave, Spectrum } from '../services.ts';

interface SpectrumReader {
  readonly path: string;
  readonly bandsPerOctave: BandsPerOctave;
  readonly sample: (spectrum: Spectrum, atMs: number) => void;
}
interface AlignmentReader {
  readonly path: string;
  readonly reference: string;
  readonly sample: (alignment: Alignment, atMs: number) => void;
}

export class FakeAnalyses {
  readonly #spectrumReaders = new Set<SpectrumReader>();
  readonly #alignmentReaders = new Set<AlignmentReader>();

  get size(): number {
    return this.#spectrumReaders.size + this.#alignmentReaders.size;
  }

  /** Sends a spectrum to all readers of this strip with as many bands. */
  spectrum(path: string, spectrum: Spectrum, atMs: number): void {
    for (const reader of [...this.#spectrumReaders]) {
      if (reader.path === path && reader.bandsPerOctave === spectrum.bandsPerOctave) reader.sample(spectrum, atMs);
    }
  }

  /** Sends an alignment to all readers of this strip and reference. */
  alignment(path: string, alignment: Alignment, atMs: number): void {
    for (const reader of [...this.#alignmentReaders]) {
      if (reader.path === path && reader.reference === alignment.reference) reader.sample(alignment, atMs);
    }
  }

  readonly readSpectrum: Audio['readSpectrum'] = (path, bandsPerOctave, _intervalMs, sample) => {
    const reader = { path, bandsPerOctave, sample };
    this.#spectrumReaders.add(reader);
    return () => this.#spectrumReaders.delete(reader);
  };

  readonly readAlignment: Audio['readAlignment'] = (path, reference, sample) => {
    const reader = { path, reference, sample };
    this.#alignmentReaders.add(reader);
    return () => this.#alignmentReaders.delete(reader);
  };
}
