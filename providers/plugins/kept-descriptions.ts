// Descriptions of plugins that stand in places and sessions of this desk: what is known of a plugin when it is on the machine
// no more, or was on another one. A folder with a file for each, and an index of all.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkedJson, PluginDescription, PluginIndex, type PluginSummary, type TSchema } from 'rowdesk/provider';

/** The one that was kept first goes first beyond that; each has at most some hundred KiB. */
const mostKept = 1024;
const mostBytes = 16 * 1024 * 1024;
/** Of presets of one plugin: the file of a session has room for the states of others beside them. */
const mostPresetBytes = 16 * 1024;
const indexFile = 'index.json';

export class KeptDescriptions {
  readonly #folder: string;
  /** By URI, in the order of keeping. */
  #summaries: ReadonlyMap<string, PluginSummary>;
  readonly #held = new Map<string, PluginDescription | undefined>();

  /** `folder`: made with the first description. */
  constructor(folder: string) {
    this.#folder = folder;
    const plugins = read(join(folder, indexFile), PluginIndex)?.plugins ?? [];
    this.#summaries = new Map(plugins.map((summary) => [summary.uri, summary]));
  }

  get list(): Iterable<PluginSummary> {
    return this.#summaries.values();
  }

  has(uri: string): boolean {
    return this.#summaries.has(uri);
  }

  /** Undefined for one that is not kept; the same object until it is kept anew. */
  get(uri: string): PluginDescription | undefined {
    if (!this.#summaries.has(uri)) return undefined;
    if (!this.#held.has(uri)) {
      const description = read(this.#fileOf(uri), PluginDescription);
      this.#held.set(uri, description?.uri === uri ? description : undefined);
    }
    return this.#held.get(uri);
  }

  /** Nothing for those that are kept as they are. Throws Error with the reason of the system. */
  keep(descriptions: readonly PluginDescription[]): void {
    const others = descriptions.map(carried).filter((each) => !isSame(each, this.get(each.uri)));
    if (others.length === 0) return;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    for (const each of others) write(this.#fileOf(each.uri), each);
    const names = new Set(others.map(({ uri }) => uri));
    const all = [...[...this.#summaries.values()].filter(({ uri }) => !names.has(uri)), ...others.map(summaryOf)];
    const gone = all.slice(0, Math.max(0, all.length - mostKept));
    write(join(this.#folder, indexFile), { version: 1, plugins: all.slice(gone.length), refused: [] });
    for (const { uri } of gone) rmSync(this.#fileOf(uri), { force: true });
    this.#summaries = new Map(all.slice(gone.length).map((summary) => [summary.uri, summary]));
    for (const each of others) this.#held.set(each.uri, each);
    for (const { uri } of gone) this.#held.delete(uri);
  }

  #fileOf(uri: string): string {
    return join(this.#folder, `${createHash('sha256').update(uri).digest('hex').slice(0, 32)}.json`);
  }
}

/** What another machine can use: the bundle is there with the plugin alone, and of presets the first that have room. */
export const carried = (description: PluginDescription): PluginDescription => ({
  ...description,
  ...{ presets: firstOf(description.presets), bundle: '', bundleTimeMs: 0, supported: true, reason: '' },
});

function firstOf(presets: PluginDescription['presets']): PluginDescription['presets'] {
  let bytes = 0;
  const end = presets.findIndex((preset) => {
    bytes += JSON.stringify(preset).length;
    return bytes > mostPresetBytes;
  });
  return end === -1 ? presets : presets.slice(0, end);
}

function summaryOf(description: PluginDescription): PluginSummary {
  const { parameters, readings, properties, presets, latencyFrames, hasState, ...summary } = description;
  return summary;
}

const isSame = (a: PluginDescription, b: PluginDescription | undefined) => JSON.stringify(a) === JSON.stringify(b);

function read<S extends TSchema>(path: string, schema: S) {
  try {
    if (statSync(path).size > mostBytes) return undefined;
    return checkedJson(schema, readFileSync(path, 'utf8'));
  } catch {
    // Without it the plugin is known by its name alone.
    return undefined;
  }
}

function write(path: string, value: unknown): void {
  writeFileSync(`${path}.new`, JSON.stringify(value), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
