// The settings of the desk's node: the names of node and ports, and whether sound passes.
import type { Reading, Value } from 'rowdesk/driver';
import type { NativeStream } from './native.ts';

interface Setting {
  /** Replaced when its value changes: an unchanged value is the same object. */
  reading: Reading;
  /** Gives the stream what the setting says now. */
  readonly send: () => void;
}

export class NodeSettings {
  readonly #settings = new Map<string, Setting>();
  #revision = 0;

  constructor(stream: NativeStream, id: string, usualLabel: string, inputs: number, outputs: number) {
    const path = `/stagebox/${id}`;
    this.#add(path, 'label', '', () => stream.label(this.#text(path, 'label') || usualLabel));
    this.#add(path, 'enabled', true, () => stream.enable(this.#value(path, 'enabled') === true));
    for (const [kind, count] of Object.entries({ inputs, outputs })) {
      for (let channel = 1; channel <= count; channel++) {
        const port = `${path}/${kind}/${channel}`;
        // The operator's label is the alias; without one, what is patched to the port.
        const name = () =>
          stream.label(this.#text(port, 'label') || this.#text(port, 'patchedTo'), kind === 'inputs', channel);
        this.#add(port, 'label', '', name);
        this.#add(port, 'patchedTo', '', name);
      }
    }
  }

  /** Returns the refused values. */
  apply(revision: number, values: readonly Value[]): readonly Reading[] {
    this.#revision = revision;
    return values.flatMap(({ path, field, value }): Reading[] => {
      const setting = this.#settings.get(`${path} ${field}`);
      const refused = (reason: string): Reading[] => [{ path, field, value: null, state: 'refused', reason }];
      if (setting === undefined) return refused('a port of PipeWire has no such setting');
      const { reading, send } = setting;
      if (typeof value !== typeof reading.value) return refused(`must be a ${typeof reading.value}`);
      if (value === reading.value) return [];
      setting.reading = { ...reading, value };
      send();
      return [];
    });
  }

  observe(): { readonly revision: number; readonly values: readonly Reading[] } {
    return { revision: this.#revision, values: Array.from(this.#settings.values(), ({ reading }) => reading) };
  }

  /** Gives a new connection the names, which it does not have. */
  send(): void {
    for (const { reading, send } of this.#settings.values()) {
      if (reading.field !== 'enabled' && reading.value !== '') send();
    }
  }

  #add(path: string, field: string, value: unknown, send: () => void): void {
    this.#settings.set(`${path} ${field}`, { reading: { path, field, value, state: 'applied' }, send });
  }

  #value(path: string, field: string): unknown {
    return this.#settings.get(`${path} ${field}`)?.reading.value;
  }

  #text(path: string, field: string): string {
    return String(this.#value(path, field) ?? '');
  }
}
