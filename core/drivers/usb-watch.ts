// What is plugged in on USB: looked at regularly, and when it is asked for.
import { isDeepStrictEqual } from 'node:util';
import type { Time } from '../services.ts';
import { readUsb, type UsbDevice } from './usb.ts';

const everyMs = 5000;

export interface UsbWatchNeeds {
  readonly sysRoot: string;
  readonly time: Time;
  /** True when a driver's manifest names this `vendor:product`. */
  readonly isClaimed: (modelId: string) => boolean;
  readonly changed: () => void;
}

export class UsbWatch {
  readonly #needs: UsbWatchNeeds;
  readonly #stopClock: () => void;
  #devices: readonly UsbDevice[];

  constructor(needs: UsbWatchNeeds) {
    this.#needs = needs;
    this.#devices = this.#read();
    this.#stopClock = needs.time.every(everyMs, () => this.look());
  }

  /** As of the last look. */
  get devices(): readonly UsbDevice[] {
    return this.#devices;
  }

  look(): void {
    const now = this.#read();
    if (isDeepStrictEqual(now, this.#devices)) return;
    this.#devices = now;
    this.#needs.changed();
  }

  stop(): void {
    this.#stopClock();
  }

  #read(): readonly UsbDevice[] {
    return readUsb(this.#needs.sysRoot, this.#needs.isClaimed);
  }
}
