// Ports by number: the audio thread echoes the number of the id it plays, so that an id survives its device.

/** A port of an audio server, played at the channel of the device port that it is linked to. */
export interface PortAlias {
  readonly portId: string;
  readonly devicePort: string;
  /** The server's port that a right leg takes after this one, '' for none. */
  readonly nextPortId: string;
}

export class Ports {
  #ids: string[] = [''];
  #numbers = new Map<string, number>([['', 0]]);
  #connected: readonly string[] = [];
  #aliases: readonly PortAlias[] = [];
  #present: readonly string[] = [];
  #changes = 1;

  /** The number of a port id; a new id takes a new one. */
  numberOf(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#ids.push(id) - 1;
    this.#changes++;
    this.#numbers.set(id, number);
    return number;
  }

  idOf(number: number): string {
    return this.#ids[number] ?? '';
  }

  /** By channel: ids of the device's ports, or of the servers' ports that are played there. */
  get present(): readonly string[] {
    return this.#present;
  }

  /** Grows with each new id and with each change of aliases: the channels of numbers are others then. */
  get changes(): number {
    return this.#changes;
  }

  /** The index of an id is the channel of the processor. */
  connect(connected: readonly string[]): void {
    this.#connected = connected;
    this.#present = this.named(connected);
  }

  /** Replaces the aliases; a device port has at most one. */
  alias(aliases: readonly PortAlias[]): void {
    this.#aliases = aliases;
    this.#present = this.named(this.#connected);
    this.#changes++;
  }

  /** An alias stands for its device port. */
  named(ports: readonly string[]): readonly string[] {
    if (this.#aliases.length === 0) return ports;
    const names = new Map(this.#aliases.map(({ portId, devicePort }) => [devicePort, portId]));
    return ports.map((port) => names.get(port) ?? port);
  }

  /** The channel of the right leg after this port: the next one of the server's node or of the device; -1 for none. */
  rightOf(id: string, present = this.#present): number {
    const alias = this.#aliases.find(({ portId }) => portId === id);
    if (alias) return alias.nextPortId === '' ? -1 : present.indexOf(alias.nextPortId);
    const left = id === '' ? -1 : present.indexOf(id);
    const next = left < 0 ? undefined : present[left + 1];
    return next !== undefined && deviceOf(next) === deviceOf(id) ? left + 1 : -1;
  }

  /** The channel for each number; -1: none. */
  channels(): Int32Array {
    return Int32Array.from(this.#ids, (id) => (id === '' ? -1 : this.#present.indexOf(id)));
  }

  /** Left and right channel for each number; -1: none. */
  pairs(): Int32Array {
    const pairs = new Int32Array(this.#ids.length * 2).fill(-1);
    this.channels().forEach((left, number) => {
      if (left < 0) return;
      pairs[2 * number] = left;
      pairs[2 * number + 1] = this.rightOf(this.idOf(number));
    });
    return pairs;
  }
}

/** The device of `device:port`; a device's id may hold colons itself. */
function deviceOf(id: string): string {
  return id.slice(0, id.lastIndexOf(':'));
}
