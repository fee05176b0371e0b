// First and last presence of each device, in this run of the control process.
import type { FoundDevice } from '../../services.ts';

export type PresentDevice = Omit<FoundDevice, 'firstSeenMs' | 'lastSeenMs'>;

export class DevicePresence {
  readonly #now: () => number;
  readonly #firstMs = new Map<string, number>();
  readonly #lastMs = new Map<string, number>();

  /** `now`: epoch milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Adds the times of presence to these devices. */
  note(devices: readonly PresentDevice[]): readonly FoundDevice[] {
    const nowMs = this.#now();
    const isThere = new Set(devices.filter(({ present }) => present).map(({ id }) => id));
    for (const id of isThere) {
      if (!this.#firstMs.has(id)) this.#firstMs.set(id, nowMs);
      this.#lastMs.delete(id);
    }
    // Absent devices left after the last call.
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
