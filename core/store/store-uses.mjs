// @ts-check

/** How often each id is referred to. */
export class Uses {
  #counts = new Uint32Array(1024);

  add(/** @type {number} */ id, count = 1) {
    if (id >= this.#counts.length) {
      const more = new Uint32Array(2 * id);
      more.set(this.#counts);
      this.#counts = more;
    }
    this.#counts[id] += count;
  }

  /** Answers how often it is still. */
  remove(/** @type {number} */ id) {
    this.#counts[id] -= 1;
    return this.#counts[id];
  }
}
