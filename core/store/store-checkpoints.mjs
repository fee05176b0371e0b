// Brings the log of the store into its file after an answer, so that no write waits for it: SQLite's own checkpoint is part
// of a COMMIT. The log stays short: a log that grows makes each fsync write the new size too. Runs in the thread of the store.
// @ts-check

/** @typedef {import('./store-file.mjs').Connection} Connection */

/** Some 300 pages while 16 faders move; SQLite itself waits for 1000. */
const transactionsPerCheckpoint = 16;
/** In the rows of recalls, whose transactions have some 100 pages each. */
const charactersPerCheckpoint = 250_000;

export class StoreCheckpoints {
  #transactions = 0;
  #characters = 0;

  /** Called after the answer to a write of these lists. */
  afterWrite(/** @type {Connection} */ connection, /** @type {Record<string, string>} */ parts) {
    this.#transactions++;
    for (const part of Object.values(parts)) this.#characters += part.length;
    if (this.#transactions < transactionsPerCheckpoint && this.#characters < charactersPerCheckpoint) return;
    this.#transactions = 0;
    this.#characters = 0;
    try {
      connection.pragma('wal_checkpoint(PASSIVE)');
    } catch {
      // What is written is safe in the log. The next transactions, and the checkpoints within them, meet the same fault.
    }
  }
}
