// The descriptions of plugins, as the job `scan` wrote them. The index is read again when it changes, and a description when its
// plugin comes into use: a desk with one plugin of 500 reads one.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginDescription, PluginIndex } from 'rowdesk/driver';

/** The last scan that came to its end, and what passed since. The first counts where both have a plugin. */
const indexFiles = ['index.json', 'passing.json'] as const;
const largestFileBytes = 64 * 1024 * 1024;

export class PluginFiles {
  readonly #folder: string;
  #ids: ReadonlyMap<string, string> = new Map();
  #stamp = '';

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Changes with each scan; '' without an index. */
  get stamp(): string {
    if (this.#folder === '') return '';
    const stamps = indexFiles.map((name) => {
      const file = statSync(join(this.#folder, name), { throwIfNoEntry: false });
      return file === undefined ? '' : `${file.mtimeMs} ${file.ino} ${file.size}`;
    });
    return stamps.join('');
  }

  /** Throws Error with a message for the operator. */
  describe(uri: string): PluginDescription {
    const id = this.#idOf(uri);
    const plugin = this.#read(`${id}.json`) as PluginDescription;
    if (plugin?.uri !== uri || plugin.id !== id) throw new Error(`the file of ${uri} describes another plugin`);
    if (!plugin.supported) throw new Error(plugin.reason);
    return plugin;
  }

  #idOf(uri: string): string {
    const { stamp } = this;
    if (stamp !== this.#stamp) {
      const plugins = indexFiles.toReversed().flatMap((name) => this.#pluginsOf(name));
      this.#ids = new Map(plugins.map((plugin) => [plugin.uri, plugin.id]));
      this.#stamp = stamp;
    }
    const id = stamp === '' ? undefined : this.#ids.get(uri);
    if (id === undefined) throw new Error(`no plugin ${uri} was found on this computer`);
    if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(id)) throw new Error(`the index gives ${uri} no usable id`);
    return id;
  }

  /** None of a file that is not there. */
  #pluginsOf(name: string): PluginIndex['plugins'] {
    if (!existsSync(join(this.#folder, name))) return [];
    return (this.#read(name) as PluginIndex).plugins;
  }

  #read(name: string): unknown {
    const file = join(this.#folder, name);
    const { size } = statSync(file);
    if (size > largestFileBytes) throw new Error(`${name} has ${size} bytes`);
    return JSON.parse(readFileSync(file, 'utf8'));
  }
}
