// The plugins of others that may stand in the chains of strips, as the last scan found them.
import {
  Contributions,
  type Listeners,
  type PluginDescription,
  type PluginSummary,
  type Token,
  token,
} from 'rowdesk/provider';
import { carried, type KeptDescriptions } from './kept-descriptions.ts';
import type { PluginLibrary } from './plugin-library.ts';

/** A part of the desk that has places for plugins. */
export interface PluginPlaces {
  /** The addresses of its places where a plugin stands now, by the URI of the plugin. */
  used(): ReadonlyMap<string, readonly string[]>;
  onChange(changed: () => void): () => void;
}

export class HostedPlugins {
  static readonly token: Token<HostedPlugins> = token<HostedPlugins>('plugins.hosted');
  readonly #library: PluginLibrary;
  readonly #kept: KeptDescriptions;
  readonly #listeners: Listeners;
  readonly #useListeners: Listeners;
  readonly #places = new Contributions<PluginPlaces>(() => this.#useListeners.notify());
  #quarantined: ReadonlySet<string> = new Set();

  constructor(
    library: PluginLibrary,
    kept: KeptDescriptions,
    listeners: { readonly all: Listeners; readonly uses: Listeners },
  ) {
    this.#library = library;
    this.#kept = kept;
    this.#listeners = listeners.all;
    this.#useListeners = listeners.uses;
  }

  /** All of the last scan, those that are not supported too. */
  list(): readonly PluginSummary[] {
    return [...this.#library.list];
  }

  /** A plugin that can run here; the same object while its bundle is the same. Undefined for any other. */
  get(uri: string): PluginDescription | undefined {
    return this.#library.describe(uri);
  }

  /** What is known of a plugin that can run here, or that a place or a session of this desk has and is not there. */
  described(uri: string): PluginDescription | undefined {
    return this.#library.describe(uri) ?? this.#kept.get(uri);
  }

  /** Plugins that places and sessions have, and that can't run here. */
  dormant(): readonly PluginSummary[] {
    return [...this.#kept.list].filter(({ uri }) => this.#library.byUri(uri)?.supported !== true);
  }

  /** These stand in places: what is known of them stays, also without them. Throws Error with the reason of the system. */
  keep(uris: Iterable<string>): void {
    this.#kept.keep([...uris].flatMap((uri) => this.#library.describe(uri) ?? []));
  }

  /** As a session carries them; undefined for one of which nothing is known. */
  carriedOf(uri: string): PluginDescription | undefined {
    const description = this.described(uri);
    return description === undefined ? undefined : carried(description);
  }

  /** Of a session that was made on another machine; what this one knows itself counts. Throws Error with the reason of the system. */
  take(descriptions: readonly PluginDescription[]): void {
    const unknown = descriptions.filter(({ uri }) => this.#library.describe(uri) === undefined);
    this.#kept.keep(unknown);
    if (unknown.length > 0) this.#listeners.notify();
  }

  /** Of any plugin of the last scan. */
  summary(uri: string): PluginSummary | undefined {
    return this.#library.byUri(uri);
  }

  isQuarantined({ id }: Pick<PluginSummary, 'id'>): boolean {
    return this.#quarantined.has(id);
  }

  /** The ids of plugins that must not run. */
  quarantine(ids: ReadonlySet<string>): void {
    const before = this.#quarantined;
    this.#quarantined = ids;
    if (ids.size !== before.size || [...ids].some((id) => !before.has(id))) this.#listeners.notify();
  }

  /** A scan has ended. */
  scanned(): void {
    this.#library.read();
    this.#listeners.notify();
  }

  /** The plugins that there are, or those in quarantine, are others. */
  onChange(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }

  /** Takes the places of a part of the desk, until the returned function is called. */
  use(places: PluginPlaces): () => void {
    return this.#places.use(places);
  }

  /** The addresses of all places where a plugin stands, as a function of its URI: of this moment. */
  used(): (uri: string) => readonly string[] {
    const parts = this.#places.all.map((places) => places.used());
    return (uri) => parts.flatMap((part) => part.get(uri) ?? []);
  }

  /** A plugin stands in another place. */
  onUse(changed: () => void): () => void {
    return this.#useListeners.add(changed);
  }
}
