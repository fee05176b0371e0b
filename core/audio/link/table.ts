// A number for each (address, field), so that values travel as number arrays. Each side numbers the fields that it sends:
// new entries go before their first use, and the other side keeps the same list.

export interface TableEntry {
  readonly path: string;
  readonly field: string;
}

/** An entry as it travels. */
export type EncodedEntry = [path: string, field: string];

/** 256 strips with all their fields are 40,000 addresses. */
const mostEntries = 1_000_000;

/** Of at most 512 characters (ReportedAddresses), each at most six bytes of JSON: 12 MiB of a frame's 16. */
const mostAtOnce = 4000;

/** The list of the side that sends. */
export class SendingTable {
  readonly #numbers = new Map<string, Map<string, number>>();
  readonly entries: TableEntry[] = [];
  #sent = 0;

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

  /** Unsent entries, as many as fit into one frame; empty after the last. */
  takeUnsent(): EncodedEntry[] {
    const next = this.entries.slice(this.#sent, this.#sent + mostAtOnce);
    this.#sent += next.length;
    return next.map(({ path, field }): EncodedEntry => [path, field]);
  }
}

/** The list of the side that receives. */
export class ReceivingTable {
  readonly #entries: TableEntry[] = [];

  /** Throws Error when the other side names more fields than any desk has. */
  add(entries: readonly EncodedEntry[]): void {
    if (this.#entries.length + entries.length > mostEntries) throw new Error('the other side names too many addresses');
    for (const [path, field] of entries) this.#entries.push({ path, field });
  }

  /** Throws Error for a number without an entry. */
  entry(number: number): TableEntry {
    const entry = this.#entries[number];
    if (!entry) throw new Error(`the other side uses number ${number}, which has no entry`);
    return entry;
  }
}
