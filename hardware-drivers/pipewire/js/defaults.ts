// The default source and sink of a server's users: metadata `default`, values { "name": node.name }.
import type { ServerEvent } from './native.ts';
import type { ServerNode } from './server-objects.ts';

const sourceKey = 'default.audio.source';
const sinkKey = 'default.audio.sink';

export class Defaults {
  readonly #names = new Map<string, string>();

  /** True when one changed. */
  take({ key, value }: Extract<ServerEvent, { what: 'setting' }>): boolean {
    if (key === '') return this.clear();
    if (key !== sourceKey && key !== sinkKey) return false;
    const name = nameIn(value);
    const before = this.#names.get(key) ?? '';
    this.#names.set(key, name);
    return name !== before;
  }

  /** True when there was one. */
  clear(): boolean {
    const had = this.#names.size > 0;
    this.#names.clear();
    return had;
  }

  /** The id of a node that is there, '' without. */
  source(nodes: readonly ServerNode[]): string {
    return this.#find(sourceKey, nodes);
  }

  sink(nodes: readonly ServerNode[]): string {
    return this.#find(sinkKey, nodes);
  }

  #find(key: string, nodes: readonly ServerNode[]): string {
    const name = this.#names.get(key) ?? '';
    return name === '' ? '' : (nodes.find((node) => node.name === name)?.id ?? '');
  }
}

/** '' for anything but an object with a name. */
function nameIn(value: string): string {
  try {
    const { name } = JSON.parse(value) as { name?: unknown };
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
}
