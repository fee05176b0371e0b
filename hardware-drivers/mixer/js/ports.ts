// Ports by number: the audio thread echoes the number of the id it plays, so that an id survives its device.

export class Ports {
  #ids: string[] = [''];
  #numbers = new Map<string, number>([['', 0]]);
  #present: readonly string[] = [];

  /** The number of a port id; a new id takes a new one. */
  numberOf(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#ids.push(id) - 1;
    this.#numbers.set(id, number);
    return number;
  }

  idOf(number: number): string {
    return this.#ids[number] ?? '';
  }

  /** As they were connected, by channel. */
  get present(): readonly string[] {
    return this.#present;
  }

  get count(): number {
    return this.#ids.length;
  }

  /** The index of an id is the channel of the processor. */
  connect(present: readonly string[]): void {
    this.#present = present;
  }

  /** The channel for each number; -1: none. */
  channels(): Int32Array {
    return Int32Array.from(this.#ids, (id) => (id === '' ? -1 : this.#present.indexOf(id)));
  }

  /** Left and right channel for each number; the right leg takes the device's next port. -1: none. */
  pairs(): Int32Array {
    const pairs = new Int32Array(this.#ids.length * 2).fill(-1);
    this.channels().forEach((left, number) => {
      if (left < 0) return;
      pairs[2 * number] = left;
      const next = this.#present[left + 1];
      if (next !== undefined && deviceOf(next) === deviceOf(this.idOf(number))) pairs[2 * number + 1] = left + 1;
    });
    return pairs;
  }
}

/** The device of `device:port`; a device's id may hold colons itself. */
export function deviceOf(id: string): string {
  return id.slice(0, id.lastIndexOf(':'));
}
