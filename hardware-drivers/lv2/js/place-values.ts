// The values of one place: what the desk wants, what the plugin was sent, and what it has confirmed.

import { isDeepStrictEqual } from 'node:util';
import type { PluginDescription, Reading, Value } from 'rowdesk/driver';
import type { PlaceAddress } from './place-name.ts';
import type { PlaceParts } from './place-parts.ts';
import { forDesk, forPlugin, type PluginValue, propertyForDesk } from './plugin-values.ts';
import type { Rack } from './rack.ts';
import type { RackEvent } from './rack-line.ts';

interface Wanted {
  readonly value: unknown;
  readonly sent: PluginValue;
}

export class PlaceValues {
  readonly #address: PlaceAddress;
  readonly #parts: Pick<PlaceParts, 'table' | 'media' | 'adopt' | 'changed'>;
  readonly #wanted = new Map<string, Wanted>();
  readonly #unsent = new Set<string>();
  /** Fields of the question that the rack has not answered yet. */
  readonly #asked = new Set<string>();
  #isLeap = false;

  constructor(address: PlaceAddress, parts: Pick<PlaceParts, 'table' | 'media' | 'adopt' | 'changed'>) {
    this.#address = address;
    this.#parts = parts;
  }

  get areUnsent(): boolean {
    return this.#unsent.size > 0;
  }

  /** Another plugin: values of the same name that fit are kept until the desk says others, parameters without one have the default. */
  choose(plugin: PluginDescription | undefined): void {
    const before = new Map([...this.#wanted].map(([field, { value }]) => [field, value]));
    for (const set of [this.#wanted, this.#unsent, this.#asked]) set.clear();
    this.#isLeap = false;
    const fields = [
      ...(plugin?.parameters ?? []).map(
        (parameter) =>
          [parameter.symbol, forDesk(plugin as PluginDescription, parameter.symbol, parameter.default)] as const,
      ),
      ...(plugin?.properties ?? []).flatMap(({ property, writable }) =>
        writable ? [[property, undefined] as const] : [],
      ),
    ];
    for (const [field, byDefault] of fields) {
      if (!this.#want(plugin as PluginDescription, field, before.get(field)) && byDefault !== undefined) {
        this.#want(plugin as PluginDescription, field, byDefault);
      }
    }
    const names = new Set(fields.map(([field]) => field));
    this.#parts.table.keepOnly(this.#path, (field) => field.includes(':') || names.has(field));
    this.unconfirm();
  }

  /** Values of one block; the refused ones. `without`: why there is no plugin. */
  apply(values: readonly Value[], plugin: PluginDescription | undefined, without: string): readonly Reading[] {
    const refused: Reading[] = [];
    let changes = 0;
    for (const { path, field, value } of values) {
      try {
        if (plugin === undefined) throw new Error(without);
        const sent = forPlugin(plugin, field, value, this.#parts.media);
        const before = this.#wanted.get(field);
        this.#wanted.set(field, { value, sent });
        if (before !== undefined && isDeepStrictEqual(before.sent, sent)) continue;
        this.#unsent.add(field);
        changes++;
        this.#set(field, 'unverified');
      } catch (error) {
        refused.push({ path, field, value, state: 'refused', reason: (error as Error).message });
      }
    }
    if (changes > 1) this.#isLeap = true;
    return refused;
  }

  /** Sends values, for the commit that follows. True where that is a leap. */
  send(rack: Rack, which: 'all' | 'unsent'): boolean {
    const fields = which === 'all' ? [...this.#wanted.keys()] : [...this.#unsent];
    const isLeap = this.#isLeap;
    this.#isLeap = false;
    this.#unsent.clear();
    this.#asked.clear();
    for (const field of fields) {
      const { verb, words } = (this.#wanted.get(field) as Wanted).sent;
      this.#asked.add(field);
      rack.tell(verb, this.#address.name, ...words);
    }
    return isLeap;
  }

  /** The plugin has what it was sent. */
  confirm(): void {
    for (const field of this.#asked) if (!this.#unsent.has(field)) this.#set(field, 'applied');
    this.#asked.clear();
  }

  /** No plugin has the values. */
  unconfirm(): void {
    this.#asked.clear();
    for (const field of this.#wanted.keys()) this.#set(field, 'unverified');
  }

  /** What the plugin changed by itself. */
  adopt({ values, properties }: Extract<RackEvent, { event: 'changed' }>, plugin: PluginDescription): void {
    const found = [
      ...Object.entries(values).map(([symbol, number]) => ({ field: symbol, value: forDesk(plugin, symbol, number) })),
      ...Object.entries(properties).map(([uri, value]) => propertyForDesk(plugin, uri, value, this.#parts.media)),
    ];
    const adopted = found.flatMap((each): Reading[] => {
      if (each === undefined || each.value === undefined || this.#unsent.has(each.field)) return [];
      if (this.#wanted.get(each.field)?.value === each.value || !this.#want(plugin, each.field, each.value)) return [];
      this.#set(each.field, 'applied');
      return [{ path: this.#path, field: each.field, value: each.value, state: 'applied' }];
    });
    if (adopted.length > 0) this.#parts.adopt(adopted);
  }

  get #path(): string {
    return `${this.#address.path}/values`;
  }

  /** False for a value that does not fit. */
  #want(plugin: PluginDescription, field: string, value: unknown): boolean {
    if (value === undefined) return false;
    try {
      this.#wanted.set(field, { value, sent: forPlugin(plugin, field, value, this.#parts.media) });
      return true;
    } catch {
      return false;
    }
  }

  #set(field: string, state: Reading['state']): void {
    const wanted = this.#wanted.get(field);
    if (wanted && this.#parts.table.set(this.#path, field, wanted.value, state)) this.#parts.changed();
  }
}
