// The files that a scan leaves in `<state>/plugins/`: `index.json` is read whole, `<id>.json` when a plugin is asked for.
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkedJson, PluginDescription, PluginIndex, type PluginSummary, type TSchema } from 'rowdesk/provider';

/** Bytes of a file that is read at all: 1,024 parameters and presets need a tenth of it. */
const mostBytes = 16 * 1024 * 1024;
/** Descriptions held at once: two inserts of each of the most strips. */
const mostHeld = 512;
const indexFile = 'index.json';
/** Plugins that have passed in a scan that still runs, or did not come to its end. */
const passingFile = 'passing.json';
/** folder-look.ts */
const stampFile = 'folders.stamp';

/** A file that can't be used, and why. */
export interface PluginFileProblem {
  readonly file: string;
  readonly problem: string;
}

interface Held {
  readonly stamp: string;
  readonly description: PluginDescription | undefined;
}

const nothing: PluginIndex = { version: 1, plugins: [], refused: [] };

export class PluginLibrary {
  readonly #folder: string;
  #index: PluginIndex = nothing;
  #scannedAt = '';
  #passingStamp = '';
  #byId: ReadonlyMap<string, PluginSummary> = new Map();
  #byUri: ReadonlyMap<string, PluginSummary> = new Map();
  /** By URI, the one asked for last at the end; each with the stamp of its file. */
  readonly #descriptions = new Map<string, Held>();
  readonly #problems = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
    this.read();
  }

  /** Reads the index again. Descriptions that the scan did not write anew stay the same objects. */
  read(): void {
    this.#problems.clear();
    this.#index = this.#fileOf(indexFile, PluginIndex) ?? nothing;
    this.#scannedAt = this.#timeOf(indexFile);
    this.#passingStamp = this.#stampOf(passingFile);
    const passing = this.#fileOf(passingFile, PluginIndex)?.plugins ?? [];
    const plugins = [...this.#index.plugins, ...passing].filter(({ id }) => id !== 'scan');
    // The first of an id or a URI is the one that counts.
    this.#byId = new Map(plugins.toReversed().map((plugin) => [plugin.id, plugin]));
    this.#byUri = new Map([...this.#byId.values()].toReversed().map((plugin) => [plugin.uri, plugin]));
    for (const [uri, { stamp }] of this.#descriptions) {
      const summary = this.#byUri.get(uri);
      if (summary?.supported !== true || this.#stampOf(fileOf(summary)) !== stamp) this.#descriptions.delete(uri);
    }
  }

  /** A scan ended that may have left the index as it was: its time becomes now. `stamp`: how the folders looked as it began. */
  date(stamp: string): void {
    const now = new Date();
    try {
      utimesSync(join(this.#folder, indexFile), now, now);
      writeFileSync(join(this.#folder, stampFile), stamp);
    } catch {
      // There is none: the scan has not been.
    }
  }

  /** A scan that runs has written of plugins that have passed, since the last reading. */
  get hasMore(): boolean {
    return this.#stampOf(passingFile) !== this.#passingStamp;
  }

  /** How the folders looked as the last scan began; '' for none. */
  get scannedStamp(): string {
    try {
      return readFileSync(join(this.#folder, stampFile), 'utf8');
    } catch {
      return '';
    }
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
    const held = this.#descriptions.get(uri) ?? {
      stamp: this.#stampOf(fileOf(summary)),
      description: this.#described(summary),
    };
    this.#descriptions.delete(uri);
    this.#descriptions.set(uri, held);
    for (const oldest of this.#descriptions.keys()) {
      if (this.#descriptions.size <= mostHeld) break;
      this.#descriptions.delete(oldest);
    }
    return held.description;
  }

  #described(summary: PluginSummary): PluginDescription | undefined {
    const { uri } = summary;
    const file = fileOf(summary);
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

const fileOf = ({ id }: PluginSummary) => `${id}.json`;
