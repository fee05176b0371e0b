// The settings of a stagebox whose sound is a server's or a card's: the names of the box and its ports, and whether sound
// passes.
import type { Reading, Value } from 'rowdesk/driver';

/** Where the settings go. */
export interface BoxNames {
  /** Fades both ways in or out. */
  enable(isEnabled: boolean): void;
  /** The operator's name of the box; '' for none. */
  labelBox(text: string): void;
  /** The name of a port, channel from 1: the operator's, or without one what is patched to the port; '' for none. */
  labelPort(text: string, isInput: boolean, channel: number): void;
}

export interface Box {
  /** The id of the device. */
  readonly id: string;
  readonly inputs: number;
  readonly outputs: number;
  /** In words, for refusals: `a port of PipeWire`. */
  readonly port: string;
}

interface Setting {
  /** Replaced when its value changes: an unchanged value is the same object. */
  reading: Reading;
  /** Gives the names what the setting says now. */
  readonly send: () => void;
}

export class BoxSettings {
  readonly #settings = new Map<string, Setting>();
  readonly #port: string;
  #revision = 0;

  constructor(names: BoxNames, { id, inputs, outputs, port: words }: Box) {
    this.#port = words;
    const path = `/stagebox/${id}`;
    this.#add(path, 'label', '', () => names.labelBox(this.#text(path, 'label')));
    this.#add(path, 'enabled', true, () => names.enable(this.#value(path, 'enabled') === true));
    for (const [kind, count] of Object.entries({ inputs, outputs })) {
      for (let channel = 1; channel <= count; channel++) {
        const port = `${path}/${kind}/${channel}`;
        const name = () =>
          names.labelPort(this.#text(port, 'label') || this.#text(port, 'patchedTo'), kind === 'inputs', channel);
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
      if (setting === undefined) return refused(`${this.#port} has no such setting`);
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
