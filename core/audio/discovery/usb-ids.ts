// The ids of devices on USB. Several of a kind without serial numbers differ by their ports; one that has its id keeps it when another
// of its kind comes or goes, as the desk's patch and its running sound go by that.
interface Found {
  /** `usb-vendor:product-serial`, as if it were the only one. */
  readonly id: string;
  /** The port. */
  readonly address: string;
}

/** Ports at which devices were, most of all kinds. */
const mostRemembered = 1024;

export class UsbIds {
  /** By kind and port, the newest last. */
  readonly #given = new Map<string, string>();
  /** Of the look before. */
  #present: ReadonlySet<string> = new Set();

  /** Devices of one look with their ids, in the same order. */
  name<Device extends Found>(found: readonly Device[]): readonly Device[] {
    const ids = new Map<string, string>();
    const isStaying = (device: Found) => this.#present.has(keyOf(device));
    for (const device of [...found.filter(isStaying), ...found.filter((each) => !isStaying(each))]) {
      const withPort = `${device.id}-${device.address}`;
      const isTwin = found.some((other) => other !== device && other.id === device.id);
      const id = this.#given.get(keyOf(device)) ?? (isTwin ? withPort : device.id);
      ids.set(keyOf(device), [...ids.values()].includes(id) ? withPort : id);
    }
    this.#present = new Set(ids.keys());
    for (const [key, id] of ids) this.#remember(key, id);
    return found.map((device) => ({ ...device, id: ids.get(keyOf(device)) as string }));
  }

  #remember(key: string, id: string): void {
    this.#given.delete(key);
    this.#given.set(key, id);
    const oldest = this.#given.keys().next().value;
    if (this.#given.size > mostRemembered && oldest !== undefined) this.#given.delete(oldest);
  }
}

const keyOf = ({ id, address }: Found) => `${address} ${id}`;
