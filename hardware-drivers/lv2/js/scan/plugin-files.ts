// The files that the desk reads: `index.json`, and `<id>.json` of each plugin.
import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginDescription, PluginIndex, PluginSummary, RefusedBundle } from 'rowdesk/driver';
import { halfFile, readJson, writeText } from './kept-files.ts';
import { slug } from './names.ts';

export interface IndexChanges {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

const most = 4096;
const shortHash = 6;
const mostOfSlug = 48;
const descriptionFile = /^[a-z0-9-]+-[0-9a-f]{6,}\.json$/;

export class PluginFiles {
  readonly #folder: string;
  readonly #before: readonly PluginSummary[];
  readonly #ids: Map<string, string>;
  readonly #taken: Set<string>;

  constructor(folder: string) {
    this.#folder = folder;
    const index = readJson(join(folder, 'index.json')) as Partial<PluginIndex> | undefined;
    this.#before = index?.version === 1 && Array.isArray(index.plugins) ? index.plugins : [];
    this.#ids = new Map(this.#before.map(({ uri, id }) => [uri, id]));
    this.#taken = new Set(this.#ids.values());
  }

  /** The one of the last scan, also where the plugin has another name now. */
  idOf(uri: string, name: string): string {
    const known = this.#ids.get(uri);
    if (known !== undefined) return known;
    const hash = createHash('sha1').update(uri).digest('hex');
    const head = slug(name, mostOfSlug) || 'plugin';
    let length = shortHash;
    while (this.#taken.has(`${head}-${hash.slice(0, length)}`) && length < hash.length) length++;
    // 64 characters are the longest id.
    const id = `${head.slice(0, 63 - length)}-${hash.slice(0, length)}`;
    this.#ids.set(uri, id);
    this.#taken.add(id);
    return id;
  }

  /** Descriptions come first, so that the index names none that is not there. */
  write(descriptions: readonly PluginDescription[], refused: readonly RefusedBundle[]): IndexChanges {
    const kept = descriptions.slice(0, most);
    const files = new Set<string>();
    for (const each of kept) {
      files.add(`${each.id}.json`);
      writeText(join(this.#folder, `${each.id}.json`), `${JSON.stringify(each)}\n`);
    }
    const plugins = kept.map(summaryOf);
    const index: PluginIndex = { version: 1, plugins, refused: refused.slice(0, most) };
    writeText(join(this.#folder, 'index.json'), `${JSON.stringify(index)}\n`);
    for (const name of readdirSync(this.#folder)) {
      if ((descriptionFile.test(name) && !files.has(name)) || halfFile.test(name))
        rmSync(join(this.#folder, name), { force: true });
    }
    return changesOf(this.#before, plugins);
  }
}

export function summaryOf(description: PluginDescription): PluginSummary {
  const { parameters, readings, properties, presets, latencyFrames, hasState, ...summary } = description;
  return summary;
}

function changesOf(before: readonly PluginSummary[], after: readonly PluginSummary[]): IndexChanges {
  const earlier = new Map(before.map((each) => [each.id, JSON.stringify(each)]));
  const common = after.filter(({ id }) => earlier.has(id));
  return {
    added: after.length - common.length,
    changed: common.filter((each) => earlier.get(each.id) !== JSON.stringify(each)).length,
    removed: before.length - common.length,
  };
}
