// The files that a scan leaves in `<state>/plugins/`: `index.json` is read whole, `<id>.json` when a plugin is asked for.
import { readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { checkedJson, PluginDescription, PluginIndex, type PluginSummary, type TSchema } from 'rowdesk/provider';

/** Bytes of a file that is read at all: 1,024 parameters and presets need a tenth of it. */
const mostBytes = 16 * 1024 * 1024;
/** Descriptions held at once: two inserts of each of the most strips. */
const mostHeld = 512;
const indexFile = 'index.json';
/** Plugins that have passed in a scan that still runs, or did not come to its end. */
const passingFile = 'passing.json';

/** A file that can't be used, and why. */
export interface PluginFileProblem {
  readonly file: string;
  readonly problem: string;
}

const nothing: PluginIndex = { version: 1, plugins: [], refused: [] };

export class PluginLibrary {
  readonly #folder: string;
  #index: PluginIndex = nothing;
  #scannedAt = '';
  #passing: ReadonlySet<string> = new Set();
  #passingStamp = '';
  #byId: ReadonlyMap<string, PluginSummary> = new Map();
  #byUri: ReadonlyMap<string, PluginSummary> = new Map();
  /** By URI, the one asked for last at the end. */
  readonly #descriptions = new Map<string, PluginDescription | undefined>();
  readonly #problems = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
    this.read();
  }

  /** Reads the index again. Descriptions that the scan did not write anew stay the same objects. */
  read(): void {
    this.#problems.clear();
    const before = this.#byUri;
    this.#index = this.#fileOf(indexFile, PluginIndex) ?? nothing;
    this.#scannedAt = this.#timeOf(indexFile);
    this.#passingStamp = this.#stampOf(passingFile);
    const passing = this.#fileOf(passingFile, PluginIndex)?.plugins ?? [];
    const plugins = [...this.#index.plugins, ...passing].filter(({ id }) => id !== 'scan');
    // The first of an id or a URI is the one that counts.
    this.#byId = new Map(plugins.toReversed().map((plugin) => [plugin.id, plugin]));
    this.#byUri = new Map([...this.#byId.values()].toReversed().map((plugin) => [plugin.uri, plugin]));
    for (const uri of this.#descriptions.keys()) {
      // What has passed is described whole, with presets of other bundles, as the scan ends.
      const isWhole = !this.#passing.has(uri);
      if (!isWhole || !isSameVersion(before.get(uri), this.#byUri.get(uri))) this.#descriptions.delete(uri);
    }
    this.#passing = new Set(passing.map(({ uri }) => uri));
  }

  /** A scan ended that may have left the index as it was: its time becomes now, to be compared with those of folders. */
  date(): void {
    const now = new Date();
    try {
      utimesSync(join(this.#folder, indexFile), now, now);
    } catch {
      // There is none: the scan has not been.
    }
  }

  /** A scan that runs has written of plugins that have passed, since the last reading. */
  get hasMore(): boolean {
    return this.#stampOf(passingFile) !== this.#passingStamp;
  }

  get folder(): string {
    return this.#folder;
  }

  get index(): PluginIndex {
    return this.#index;
  }

  /** When the index was written, ISO 8601; '' without one. */
  get scannedAt(): string {
    return this.#scannedAt;
  }

  get problems(): readonly PluginFileProblem[] {
    return [...this.#problems].map(([file, problem]) => ({ file, problem }));
  }

  byId(id: string): PluginSummary | undefined {
    return this.#byId.get(id);
  }

  byUri(uri: string): PluginSummary | undefined {
    return this.#byUri.get(uri);
  }

  /** In the order of the index, each id and URI once. */
  get list(): Iterable<PluginSummary> {
    return this.#byUri.values();
  }

  /** Undefined for a plugin that is not in the index, is not supported, or whose file can't be used. */
  describe(uri: string): PluginDescription | undefined {
    const summary = this.#byUri.get(uri);
    if (summary?.supported !== true) return undefined;
    const known = this.#descriptions.has(uri);
    const description = known ? this.#descriptions.get(uri) : this.#described(summary);
    this.#descriptions.delete(uri);
    this.#descriptions.set(uri, description);
    for (const oldest of this.#descriptions.keys()) {
      if (this.#descriptions.size <= mostHeld) break;
      this.#descriptions.delete(oldest);
    }
    return description;
  }

  #described({ id, uri }: PluginSummary): PluginDescription | undefined {
    const file = `${id}.json`;
    const description = this.#fileOf(file, PluginDescription);
    if (description === undefined) this.#problems.set(file, this.#problems.get(file) ?? 'is not there');
    else if (description.uri === uri) return description;
    else this.#problems.set(file, `describes ${description.uri}, and the index names it for ${uri}`);
    return undefined;
  }

  #fileOf<S extends TSchema>(name: string, schema: S) {
    try {
      const path = join(this.#folder, name);
      const { size } = statSync(path);
      if (size > mostBytes) throw new Error(`has ${size} bytes, ${mostBytes} are the most`);
      return checkedJson(schema, readFileSync(path, 'utf8'));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT') this.#problems.set(name, message.slice(0, 512));
      return undefined;
    }
  }

  /** Changes with each writing; '' where it is not there. */
  #stampOf(name: string): string {
    const file = statSync(join(this.#folder, name), { throwIfNoEntry: false });
    return file === undefined ? '' : `${file.mtimeMs} ${file.ino} ${file.size}`;
  }

  #timeOf(name: string): string {
    try {
      return statSync(join(this.#folder, name)).mtime.toISOString();
    } catch {
      return '';
    }
  }
}

function isSameVersion(a: PluginSummary | undefined, b: PluginSummary | undefined): boolean {
  return a?.id === b?.id && a?.bundle === b?.bundle && a?.bundleTimeMs === b?.bundleTimeMs && b?.supported === true;
}
