// What may stand in the inserts of strips, and in effects: the plugins that can run here, and those that stand there already.
import {
  type Desk,
  type DeskReader,
  type Drivers,
  type Faults,
  type Listeners,
  type PluginSummary,
  stopAll,
  type Token,
  token,
} from 'rowdesk/provider';
import type { Layout } from '../console/index.ts';
import type { HostedPlugins, PluginPlaces } from '../plugins/index.ts';
import { processorPath } from './chain-addresses.ts';
import { describe } from './kinds.ts';
import { effectId, insertIds } from './slots.ts';

type Legs = 0 | 1 | 2;

export interface InsertChoicesNeeds {
  readonly layout: Layout;
  readonly desk: Desk;
  readonly drivers: Pick<Drivers, 'processors'>;
  readonly plugins: HostedPlugins | undefined;
  readonly listeners: Listeners;
  readonly faults: Pick<Faults, 'note'>;
}

export class InsertChoices {
  static readonly token: Token<InsertChoices> = token<InsertChoices>('channel.inserts');
  /** Undefined on a desk without plugins of others. */
  readonly plugins: HostedPlugins | undefined;
  readonly #needs: InsertChoicesNeeds;
  readonly #paths: ReadonlySet<string>;
  /** What the mixer has itself is no plugin. */
  readonly #builtIn: ReadonlySet<string>;
  /** Of plugins that stand in a place, or stood there in this run: what is there can be copied, linked and undone. */
  readonly #held = new Set<string>();
  readonly #made = new Map<Legs, readonly string[]>();
  #supported: readonly PluginSummary[] | undefined;

  constructor(needs: InsertChoicesNeeds) {
    this.#needs = needs;
    this.plugins = needs.plugins;
    const { processors } = needs.drivers;
    const effects = processors.filter(({ processorId }) => processorId === effectId);
    const kinds = new Set(effects.flatMap(({ stripKinds }) => stripKinds));
    this.#builtIn = new Set(['', ...processors.map(({ uri }) => uri)]);
    this.#paths = new Set(
      needs.layout.all().flatMap((ref) => {
        const ids = [...(describe(ref.kind).hasInserts ? insertIds : []), ...(kinds.has(ref.kind) ? [effectId] : [])];
        return ids.map((processorId) => processorPath({ ...ref, processorId }));
      }),
    );
  }

  /** There is a plugin, or was when a place got it. */
  get any(): boolean {
    return this.#held.size > 0 || this.#list.length > 0;
  }

  /** Its name, and its URI; the URI alone where nothing else is known. */
  wordsFor(uri: string): string {
    const name = this.plugins?.described(uri)?.name ?? this.plugins?.summary(uri)?.name;
    return name === undefined ? uri : `${name} (${uri})`;
  }

  /** The addresses of the places. */
  get paths(): Iterable<string> {
    return this.#paths;
  }

  /** For a place of so many legs, '' first: the same list while nothing changed. */
  of(legs: Legs): readonly string[] {
    let choices = this.#made.get(legs);
    if (choices === undefined) {
      choices = Object.freeze(['', ...this.#fitting(legs)]);
      this.#made.set(legs, choices);
    }
    return choices;
  }

  onChange(changed: () => void): () => void {
    return this.#needs.listeners.add(changed);
  }

  /** Why a plugin that stands in a place is not there. */
  whyMissing(uri: string): string {
    const { supported, reason } = this.plugins?.summary(uri) ?? {};
    if (supported === undefined) return 'is not installed, or not scanned';
    return supported ? 'has no description: scan again' : `is not supported: ${reason}`;
  }

  /** The places where a plugin stands, by its URI. */
  used(desk: DeskReader): ReadonlyMap<string, readonly string[]> {
    const used = new Map<string, string[]>();
    for (const path of this.#paths) {
      const plugin = desk.read(path).plugin as string;
      if (this.#builtIn.has(plugin)) continue;
      const places = used.get(plugin);
      if (places === undefined) used.set(plugin, [path]);
      else places.push(path);
    }
    return used;
  }

  /** Follows the desk and the plugins, until the returned function is called. */
  start(): () => void {
    const { desk, faults, plugins } = this.#needs;
    if (plugins === undefined) return () => {};
    const keep = () => {
      try {
        plugins.keep(this.used(desk).keys());
      } catch (error) {
        faults.note(error, 'keeping what is known of plugins');
      }
    };
    const forget = () => {
      this.#made.clear();
      this.#supported = undefined;
      this.#needs.listeners.notify();
    };
    const hold = (paths: Iterable<string>) => {
      const before = this.#held.size;
      for (const path of paths) {
        const plugin = this.#paths.has(path) ? (desk.read(path).plugin as string) : '';
        if (!this.#builtIn.has(plugin)) this.#held.add(plugin);
      }
      // A plugin that is a choice anyway is no news.
      if (this.#held.size > before && [...this.#held].some((uri) => !this.of(1).includes(uri))) forget();
    };
    hold(this.#paths);
    keep();
    const usage: PluginPlaces = {
      used: () => this.used(desk),
      onChange: (changed) =>
        desk.onCommit((_revision, paths) => paths.some((path) => this.#paths.has(path)) && changed()),
    };
    return stopAll(
      plugins.onChange(() => {
        forget();
        keep();
      }),
      desk.onCommit((_revision, paths) => {
        hold(paths);
        if (paths.some((path) => this.#paths.has(path))) keep();
      }),
      plugins.use(usage),
    );
  }

  get #list(): readonly PluginSummary[] {
    this.#supported ??= (this.plugins?.list() ?? []).filter(({ supported }) => supported);
    return this.#supported;
  }

  #fitting(legs: Legs): readonly string[] {
    // A plugin with one output would take the second leg away.
    const fitting = this.#list.filter(
      (plugin) => this.plugins?.isQuarantined(plugin) === false && (legs === 1 || plugin.audioOut >= plugin.audioIn),
    );
    const dormant = this.plugins?.dormant().filter(({ audioIn, audioOut }) => legs === 1 || audioOut >= audioIn) ?? [];
    return [...new Set([...[...fitting, ...dormant].map(({ uri }) => uri), ...this.#held])];
  }
}
