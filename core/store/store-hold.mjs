// Keeps the file of a store from changing while it is copied: what is written is in its log alone. Runs in the thread of
// the store.
// @ts-check

/** @typedef {import('./store-file.mjs').Connection} Connection */

/** As SQLite has it by default. */
const pagesPerCheckpoint = 1000;

export class StoreHold {
  /** @type {Connection | undefined} */
  #held;

  /** Throws what SQLite says where the log can't be brought into the file first. */
  begin(/** @type {Connection} */ connection) {
    connection.pragma('wal_checkpoint(TRUNCATE)');
    connection.pragma('wal_autocheckpoint = 0');
    this.#held = connection;
  }

  /** Whether the file must not change now. */
  holds(/** @type {Connection} */ connection) {
    return this.#held === connection;
  }

  /** Answers whether the file was held all the time: the end of a connection brings its log into it. */
  end(/** @type {Connection | undefined} */ connection) {
    const wasHeld = connection !== undefined && this.holds(connection);
    this.#held = undefined;
    if (wasHeld) connection?.pragma(`wal_autocheckpoint = ${pagesPerCheckpoint}`);
    return wasHeld;
  }
}
