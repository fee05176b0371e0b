// The target `recorder`: takes values and calls for its parts.
import type { ControlDevice, DeviceDescription, DiscoveredModel, Observation, Reading, Value } from 'rowdesk/driver';
import type { Arguments, Part } from './part.ts';

export class RecorderDevice implements ControlDevice {
  readonly target = 'recorder';
  readonly reads = ['position'] as const;
  readonly description: DeviceDescription;
  readonly #parts: readonly Part[];
  #revision = 0;

  constructor({ id, label, model, transport }: DiscoveredModel, parts: readonly Part[]) {
    const noPorts = { ports: [], inputLatencyFrames: 0, outputLatencyFrames: 0, clockId: '', supportedRates: [] };
    this.description = { id, label, model, transport, ...noPorts };
    this.#parts = parts;
  }

  apply(revision: number, values: readonly Value[]): readonly Reading[] {
    this.#revision = Math.max(this.#revision, revision);
    const known = new Set(this.#parts.map(({ path }) => path));
    const unknown = values
      .filter(({ path }) => !known.has(path))
      .map(({ path, field, value }): Reading => {
        return { path, field, value, state: 'refused', reason: `the recorder has no ${path}` };
      });
    const refused = this.#parts.flatMap((part) => part.apply(values.filter(({ path }) => path === part.path)));
    return [...unknown, ...refused];
  }

  observe(): Observation {
    return { revision: this.#revision, values: this.#parts.flatMap((part) => part.observe()) };
  }

  call(method: string, args: Arguments): Arguments {
    const action = this.#parts.flatMap(({ calls }) => (Object.hasOwn(calls, method) ? [calls[method]] : []))[0];
    if (!action) throw new Error(`the recorder has no ${method}`);
    return action(args);
  }

  close(): void {
    for (const part of this.#parts) part.close();
  }
}
