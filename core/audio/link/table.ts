// A number for each (address, field), so that values travel as number arrays. Each side numbers what it sends: it tells
// new entries before it uses them, and the other side keeps the same list.

export interface TableEntry {
  readonly path: string;
  readonly field: string;
}

/** An entry as it travels. */
export type EncodedEntry = [path: string, field: string];

/** More than any desk has (256 strips with all they can have are 40,000 addresses). */
const mostEntries = 1_000_000;

/** Of 512 characters each (address-count.ts), each six bytes as JSON writes the oddest: 12 MiB, where a frame has 16. */
const mostAtOnce = 4000;

/** The list of the side that sends. */
export class SendingTable {
  readonly #numbers = new Map<string, Map<string, number>>();
  readonly entries: TableEntry[] = [];
  #told = 0;

  /** The number of a field, given now if it has none. */
  numberOf(path: string, field: string): number {
    const fields = this.#numbers.get(path) ?? new Map<string, number>();
    this.#numbers.set(path, fields);
    const known = fields.get(field);
    if (known !== undefined) return known;
    const number = this.entries.length;
    fields.set(field, number);
    this.entries.push({ path, field });
    return number;
  }

  /** The next that the other side has not been told yet, as many as one frame has room for; empty after the last. */
  takeUntold(): EncodedEntry[] {
    const next = this.entries.slice(this.#told, this.#told + mostAtOnce);
    this.#told += next.length;
    return next.map(({ path, field }): EncodedEntry => [path, field]);
  }
}

/** The list of the side that receives. */
export class ReceivingTable {
  readonly #entries: TableEntry[] = [];

  /** Throws Error when the other side tells more than any desk has. */
  add(told: readonly EncodedEntry[]): void {
    if (this.#entries.length + told.length > mostEntries) throw new Error('the other side names too many addresses');
    for (const [path, field] of told) this.#entries.push({ path, field });
  }

  /** Throws Error for a number that was never told. */
  entry(number: number): TableEntry {
    const entry = this.#entries[number];
    if (!entry) throw new Error(`the other side uses number ${number}, which it never told`);
    return entry;
  }
}
