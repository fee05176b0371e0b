/** Who read what: from a path or a report's key to its readers. */
export class ReadIndex<Reader> {
  readonly #readers = new Map<string, Set<Reader>>();
  readonly #reads = new Map<Reader, ReadonlySet<string>>();

  /** How many keys have readers. */
  get size(): number {
    return this.#readers.size;
  }

  readersOf(key: string): Iterable<Reader> {
    return this.#readers.get(key) ?? [];
  }

  /** Replaces what a reader has read. */
  set(reader: Reader, reads: ReadonlySet<string>): void {
    const before = this.#reads.get(reader);
    this.#reads.set(reader, reads);
    for (const key of reads) {
      if (before?.has(key)) continue;
      const readers = this.#readers.get(key);
      if (readers === undefined) this.#readers.set(key, new Set([reader]));
      else readers.add(reader);
    }
    for (const key of before ?? []) if (!reads.has(key)) this.#forget(key, reader);
  }

  /** Adds to what a reader has read: an evaluation that failed may not have come to the rest. */
  add(reader: Reader, reads: ReadonlySet<string>): void {
    this.set(reader, new Set([...(this.#reads.get(reader) ?? []), ...reads]));
  }

  delete(reader: Reader): void {
    for (const key of this.#reads.get(reader) ?? []) this.#forget(key, reader);
    this.#reads.delete(reader);
  }

  #forget(key: string, reader: Reader): void {
    const readers = this.#readers.get(key);
    readers?.delete(reader);
    if (readers?.size === 0) this.#readers.delete(key);
  }
}
