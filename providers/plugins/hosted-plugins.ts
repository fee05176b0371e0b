// The plugins of others that may stand in the chains of strips, as the last scan found them.
import {
  Contributions,
  type Listeners,
  type PluginDescription,
  type PluginSummary,
  type Token,
  token,
} from 'rowdesk/provider';
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
  readonly #listeners: Listeners;
  readonly #useListeners: Listeners;
  readonly #places = new Contributions<PluginPlaces>(() => this.#useListeners.notify());
  #quarantined: ReadonlySet<string> = new Set();

  constructor(library: PluginLibrary, listeners: { readonly all: Listeners; readonly uses: Listeners }) {
    this.#library = library;
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
