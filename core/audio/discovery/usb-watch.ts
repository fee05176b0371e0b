// The devices on USB, read every few heartbeats and on request.
import { isDeepStrictEqual } from 'node:util';
import type { Time } from '../../services.ts';
import { readUsb, type UsbDevice } from './usb.ts';
import { UsbIds } from './usb-ids.ts';

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
  readonly #ids = new UsbIds();
  #lookedAtMs: number;
  #devices: readonly UsbDevice[];

  constructor(needs: UsbWatchNeeds) {
    this.#needs = needs;
    this.#lookedAtMs = needs.time.monotonicMs();
    this.#devices = this.#read();
  }

  /** Read by the last `look`. */
  get devices(): readonly UsbDevice[] {
    return this.#devices;
  }

  beat(): void {
    if (this.#needs.time.monotonicMs() - this.#lookedAtMs >= everyMs) this.look();
  }

  look(): void {
    this.#lookedAtMs = this.#needs.time.monotonicMs();
    const now = this.#read();
    if (isDeepStrictEqual(now, this.#devices)) return;
    this.#devices = now;
    this.#needs.changed();
  }

  #read(): readonly UsbDevice[] {
    return readUsb(this.#needs.sysRoot, this.#needs.isClaimed, this.#ids);
  }
}
