// The readers of one stream of measurements of a fake audio process.

export class FakeReaders<Sample> {
  readonly #readers = new Set<(sample: Sample) => void>();

  get size(): number {
    return this.#readers.size;
  }

  /** `first` is sent at once; undefined for none. */
  add(sample: (sample: Sample) => void, first?: Sample): () => void {
    this.#readers.add(sample);
    if (first !== undefined) sample(first);
    return () => this.#readers.delete(sample);
  }

  send(sample: Sample): void {
    for (const reader of [...this.#readers]) reader(sample);
  }
}
