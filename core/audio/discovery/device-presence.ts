// When each device was seen first and last, in this run of the control process.
import type { FoundDevice } from '../../services.ts';

export type Found = Omit<FoundDevice, 'firstSeenMs' | 'lastSeenMs'>;

export class DevicePresence {
  readonly #now: () => number;
  readonly #firstMs = new Map<string, number>();
  readonly #lastMs = new Map<string, number>();

  /** `now`: epoch milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes in who is there, and says of each since when. */
  note(devices: readonly Found[]): readonly FoundDevice[] {
    const nowMs = this.#now();
    const isThere = new Set(devices.filter(({ present }) => present).map(({ id }) => id));
    for (const id of isThere) {
      if (!this.#firstMs.has(id)) this.#firstMs.set(id, nowMs);
      this.#lastMs.delete(id);
    }
    // Seen until now: it went since the last look.
    for (const id of this.#firstMs.keys()) {
      if (!isThere.has(id) && !this.#lastMs.has(id)) this.#lastMs.set(id, nowMs);
    }
    return devices.map((device) => ({
      ...device,
      firstSeenMs: this.#firstMs.get(device.id),
      lastSeenMs: this.#lastMs.get(device.id),
    }));
  }
}
