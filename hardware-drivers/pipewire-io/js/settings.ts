// The settings of the desk's node: the labels of node and ports, and whether sound passes.
import type { Reading, Value } from 'rowdesk/driver';
import type { NativeStream } from './native.ts';

interface Setting {
  /** Replaced when its value changes: an unchanged value is the same object. */
  reading: Reading;
  readonly send: (value: unknown) => void;
}

export class NodeSettings {
  readonly #settings = new Map<string, Setting>();
  #revision = 0;

  constructor(stream: NativeStream, id: string, usualLabel: string, inputs: number, outputs: number) {
    const add = (path: string, field: string, value: unknown, send: Setting['send']) =>
      this.#settings.set(`${path} ${field}`, { reading: { path, field, value, state: 'applied' }, send });
    const path = `/stagebox/${id}`;
    add(path, 'label', '', (label) => stream.label(String(label) || usualLabel));
    add(path, 'enabled', true, (isEnabled) => stream.enable(isEnabled === true));
    for (const [kind, count] of Object.entries({ inputs, outputs })) {
      for (let channel = 1; channel <= count; channel++) {
        const isInput = kind === 'inputs';
        add(`${path}/${kind}/${channel}`, 'label', '', (label) => stream.label(String(label), isInput, channel));
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
      if (value !== reading.value) setting.reading = { ...reading, value };
      send(value);
      return [];
    });
  }

  observe(): { readonly revision: number; readonly values: readonly Reading[] } {
    return { revision: this.#revision, values: Array.from(this.#settings.values(), ({ reading }) => reading) };
  }

  /** Gives a new connection the labels, which it does not have. */
  send(): void {
    for (const { reading, send } of this.#settings.values()) {
      if (reading.field === 'label' && reading.value !== '') send(reading.value);
    }
  }
}
