// Rows that a command changes for a while, and puts back in the end.
import type { Client, Row } from '../client.ts';
import { CommandError } from '../command-error.ts';

interface Return {
  readonly path: string;
  /** What to write; undefined where nothing is left to put back. */
  body(): Promise<Row | undefined>;
}

export class BorrowedRows {
  readonly #client: Client;
  readonly #returns: Return[] = [];
  #revision = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  /** The desk's revision that holds all that was written. */
  get revision(): number {
    return this.#revision;
  }

  /** Writes the fields, those that have the value already left out. The values of now are what comes back. */
  async set(path: string, fields: Row): Promise<void> {
    const before = await this.#client.get(path);
    const isOther = ([field, value]: [string, unknown]) => JSON.stringify(before[field]) !== JSON.stringify(value);
    const changed = Object.entries(fields).filter(isOther);
    if (changed.length === 0) return;
    const body = Object.fromEntries(changed.map(([field]) => [field, before[field]]));
    await this.write(path, Object.fromEntries(changed), async () => body);
  }

  /** Writes `fields`, and in the end what `back` then gives. */
  async write(path: string, fields: Row, back: Return['body']): Promise<void> {
    // First: a write that is answered late, or never, may have happened.
    this.#returns.push({ path, body: back });
    const { revision } = await this.#client.patch(path, fields);
    this.#revision = Math.max(this.#revision, revision);
  }

  /** Puts back all that it can, last change first. Rejects with CommandError that names each row left as it is. */
  async giveBack(): Promise<void> {
    const left: string[] = [];
    for (const { path, body } of this.#returns.splice(0).reverse()) {
      try {
        const fields = await body();
        if (fields !== undefined) await this.#client.patch(path, fields);
      } catch (error) {
        left.push(`${path}: ${(error as Error).message}`);
      }
    }
    if (left.length > 0) throw new CommandError('refused', ['These rows are not as before:', ...left].join('\n  '));
  }
}
