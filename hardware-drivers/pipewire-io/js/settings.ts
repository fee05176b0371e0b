// The settings of the desk's node: the labels of node and ports, and whether sound passes.
import type { Reading, Value } from 'rowdesk/driver';
import type { NativeStream } from './native.ts';

interface Group {
  readonly values: Record<string, unknown>;
  /** Undefined for the node. */
  readonly port?: { readonly isInput: boolean; readonly channel: number };
}

const types: Readonly<Record<string, string>> = { label: 'string', enabled: 'boolean' };

export class NodeSettings {
  readonly #stream: NativeStream;
  readonly #groups = new Map<string, Group>();
  readonly #usualLabel: string;
  #revision = 0;

  constructor(stream: NativeStream, id: string, usualLabel: string, inputs: number, outputs: number) {
    this.#stream = stream;
    this.#usualLabel = usualLabel;
    const path = `/stagebox/${id}`;
    this.#groups.set(path, { values: { label: '', enabled: true } });
    for (const [kind, count] of Object.entries({ inputs, outputs })) {
      for (let channel = 1; channel <= count; channel++) {
        const port = { isInput: kind === 'inputs', channel };
        this.#groups.set(`${path}/${kind}/${channel}`, { values: { label: '' }, port });
      }
    }
  }

  /** Returns the refused values. */
  apply(revision: number, values: readonly Value[]): readonly Reading[] {
    this.#revision = revision;
    return values.flatMap(({ path, field, value }): Reading[] => {
      const group = this.#groups.get(path);
      const refused = (reason: string): Reading[] => [{ path, field, value: null, state: 'refused', reason }];
      if (group === undefined || !(field in group.values)) return refused('a port of PipeWire has no such setting');
      if (typeof value !== types[field]) return refused(`must be a ${types[field]}`);
      group.values[field] = value;
      this.#send(group, field);
      return [];
    });
  }

  observe(): { readonly revision: number; readonly values: readonly Reading[] } {
    const values: Reading[] = [];
    for (const [path, group] of this.#groups) {
      for (const [field, value] of Object.entries(group.values)) values.push({ path, field, value, state: 'applied' });
    }
    return { revision: this.#revision, values };
  }

  /** Gives a new connection all settings that it needs. */
  send(): void {
    for (const group of this.#groups.values()) if (group.values.label !== '') this.#send(group, 'label');
  }

  #send({ values, port }: Group, field: string): void {
    const { label, enabled } = values;
    if (field === 'enabled') this.#stream.enable(enabled === true);
    else if (port === undefined) this.#stream.label(String(label) || this.#usualLabel);
    else this.#stream.label(String(label), port.isInput, port.channel);
  }
}
