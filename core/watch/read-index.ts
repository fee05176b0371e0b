/** An index of readers by what they read: a path, or the key of an observed value. */
export class ReadIndex<Reader> {
  readonly #readers = new Map<string, Set<Reader>>();
  readonly #reads = new Map<Reader, ReadonlySet<string>>();

  /** The number of keys with readers. */
  get size(): number {
    return this.#readers.size;
  }

  readersOf(key: string): Iterable<Reader> {
    return this.#readers.get(key) ?? [];
  }

  /** True if the reader has exactly these keys. */
  has(reader: Reader, reads: ReadonlySet<string>): boolean {
    const known = this.#reads.get(reader);
    if (known === undefined || known.size !== reads.size) return false;
    for (const key of reads) if (!known.has(key)) return false;
    return true;
  }

  /** Replaces the keys of a reader. */
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

  /** Adds keys of a reader: a failed evaluation may not have read the others. */
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
