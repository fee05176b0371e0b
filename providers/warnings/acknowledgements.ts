// Which warnings somebody has seen: for as long as they last. One that comes again is new.
import { type Faults, Listeners, stopAll, type Warning, type Warnings } from 'rowdesk/provider';
import type { DevicePaths } from '../stagebox/index.ts';
import { type Remedy, remedyOf } from './remedies.ts';

/** As rows show it: `path` names the row of the device, too. */
export type Acknowledgeable = Omit<Warning, 'device' | 'remedy'> & Remedy & { readonly acknowledged: boolean };

export class Acknowledgements {
  readonly #warnings: Warnings;
  readonly #devices: DevicePaths | undefined;
  /** By id, the `since` of the warning that was seen. */
  readonly #seen = new Map<string, string>();
  readonly #listeners: Listeners;

  /** Without `devices` a warning about a device has no path. */
  constructor(warnings: Warnings, faults: Faults, devices?: DevicePaths) {
    this.#warnings = warnings;
    this.#devices = devices;
    this.#listeners = new Listeners(faults, 'a listener of acknowledgements');
  }

  list(): readonly Acknowledgeable[] {
    return this.#warnings.list().map(({ device, ...warning }) => {
      const path = device === undefined ? warning.path : (this.#devices?.pathOf(device) ?? '');
      return { ...warning, ...remedyOf(warning), path, acknowledged: this.#has(warning) };
    });
  }

  get(id: string): Acknowledgeable | undefined {
    return this.list().find((warning) => warning.id === id);
  }

  set(id: string, acknowledged: boolean): void {
    const warning = this.get(id);
    if (warning === undefined || warning.acknowledged === acknowledged) return;
    if (acknowledged) {
      this.#seen.set(id, warning.since);
      this.#warnings.acknowledge(id);
    } else this.#seen.delete(id);
    this.#forget();
    this.#listeners.notify();
  }

  /** Warnings came, went, changed, or were acknowledged. */
  watch(changed: () => void): () => void {
    return stopAll(this.#listeners.add(changed), this.#warnings.watch(changed));
  }

  #has({ id, since }: Pick<Warning, 'id' | 'since'>): boolean {
    return this.#seen.get(id) === since;
  }

  /** Keeps nothing of warnings that have gone. */
  #forget(): void {
    const there = new Map(this.#warnings.list().map(({ id, since }) => [id, since]));
    for (const [id, since] of this.#seen) if (there.get(id) !== since) this.#seen.delete(id);
  }
}
