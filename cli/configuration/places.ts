import type { ConfigText } from '../../core/base/config-text.ts';

type List = 'providers' | 'drivers' | 'surfaces' | 'devices';

/** Where the entries of a configuration stand, by their names: `desk.config.json:7:3: `, as the beginning of a line. */
export class ConfigPlaces {
  readonly #text: ConfigText;

  constructor(text: ConfigText) {
    this.#text = text;
  }

  /** '' for a name that is in no such list. `field`: a place in the entry, `config/port`. */
  of(list: List, name: string, field = ''): string {
    const place = this.#entries(list).findIndex((entry) => entry === name || nameOf(entry) === name);
    return place < 0 ? '' : this.at(`${list}/${place}${field && `/${field}`}`);
  }

  at(field: string): string {
    const { line, column } = this.#text.placeOf(field);
    return `${this.#text.file}:${line}:${column}: `;
  }

  #entries(list: List): readonly unknown[] {
    const entries = (this.#text.value as Readonly<Record<string, unknown>> | null)?.[list];
    return Array.isArray(entries) ? entries : [];
  }
}

/** Devices and surfaces have an id. */
function nameOf(entry: unknown): unknown {
  const { id, name } = (entry ?? {}) as { readonly id?: unknown; readonly name?: unknown };
  return id ?? name;
}
