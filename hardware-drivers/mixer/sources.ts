// Sources by number: the audio thread echoes the number of the id it plays, so that an id survives its device.

export class Sources {
  #ids: string[] = [''];
  #numbers = new Map<string, number>([['', 0]]);
  #inputs: readonly string[] = [];

  /** The number of a port id; a new one is taken for an id that was never seen. */
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

  get count(): number {
    return this.#ids.length;
  }

  /** The index of an id is the channel of the processor. */
  connect(inputs: readonly string[]): void {
    this.#inputs = inputs;
  }

  /** Left and right channel for each number; the right leg takes the device's next port. -1: none. */
  channels(): Int32Array {
    const channels = new Int32Array(this.#ids.length * 2).fill(-1);
    this.#ids.forEach((id, number) => {
      const left = id === '' ? -1 : this.#inputs.indexOf(id);
      if (left < 0) return;
      channels[2 * number] = left;
      const next = this.#inputs[left + 1];
      if (next !== undefined && deviceOf(next) === deviceOf(id)) channels[2 * number + 1] = left + 1;
    });
    return channels;
  }
}

/** The device of `device:port`; a device's id may hold colons itself. */
function deviceOf(id: string): string {
  return id.slice(0, id.lastIndexOf(':'));
}
