// The target `network`: takes the settings, and values for its parts.
import type { ControlDevice, DeviceDescription, DiscoveredModel, Observation, Reading, Value } from 'rowdesk/driver';
import type { Counters } from './counters.ts';
import type { Part } from './part.ts';
import { SettingsOfNetwork } from './settings.ts';

export class NetworkDevice implements ControlDevice {
  readonly target = 'network';
  readonly description: DeviceDescription;
  readonly #settings = new SettingsOfNetwork();
  readonly #counters: Counters;
  readonly #parts: readonly Part[];
  #revision = 0;

  constructor({ id, label, model, transport }: DiscoveredModel, counters: Counters, parts: readonly Part[]) {
    const noPorts = { ports: [], inputLatencyFrames: 0, outputLatencyFrames: 0, clockId: '', supportedRates: [] };
    this.description = { id, label, model, transport, ...noPorts };
    this.#counters = counters;
    this.#parts = parts;
    for (const part of parts) part.configure(this.#settings.now);
  }

  apply(revision: number, values: readonly Value[]): readonly Reading[] {
    this.#revision = Math.max(this.#revision, revision);
    const before = this.#settings.now;
    const refused = [...this.#settings.apply(values.filter((value) => this.#settings.takes(value)))];
    if (this.#settings.now !== before) for (const part of this.#parts) part.configure(this.#settings.now);
    for (const part of this.#parts) refused.push(...part.apply(values.filter((value) => part.takes(value))));
    const isUnknown = (value: Value) => !this.#settings.takes(value) && !this.#parts.some((part) => part.takes(value));
    for (const { path, field, value } of values.filter(isUnknown)) {
      refused.push({ path, field, value, state: 'refused', reason: `the network has no ${field} at ${path}` });
    }
    return refused;
  }

  observe(): Observation {
    const parts = this.#parts.flatMap((part) => part.observe());
    return { revision: this.#revision, values: [...this.#settings.observe(), this.#counters.observe(), ...parts] };
  }

  /** `scan` asks the network again. */
  call(method: string): Readonly<Record<string, unknown>> {
    if (method !== 'scan') throw new Error(`the network has no action ${method}`);
    for (const part of this.#parts) part.scan?.();
    return {};
  }

  async soundEnds(): Promise<void> {
    await Promise.all(this.#parts.map((part) => part.soundEnds?.()));
  }

  close(): void {
    for (const part of this.#parts) part.close();
  }
}
