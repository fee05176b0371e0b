// What sources are called by what comes in at them now, where somebody knows that: another provider gives the names.
import { Contributions, type Listeners, type Token, token } from 'rowdesk/provider';

export interface NamesOfSources {
  /** `Vox (stage-left)`; '' where nothing is known of what comes in at this port. */
  nameOf(portId: string): string;
  /** Calls `changed` whenever a name changed, until the returned function is called. */
  onChange(changed: () => void): () => void;
}

/** Without names given, sources are called as their devices call them. */
export class SourceNames implements NamesOfSources {
  static readonly token: Token<SourceNames> = token<SourceNames>('source.names');
  readonly #listeners: Listeners;
  readonly #names = new Contributions<NamesOfSources>(() => this.#listeners.notify());

  constructor(listeners: Listeners) {
    this.#listeners = listeners;
  }

  /** For as long as the returned function is not called. */
  use(names: NamesOfSources): () => void {
    return this.#names.use(names);
  }

  nameOf(portId: string): string {
    for (const names of this.#names.all) {
      const name = names.nameOf(portId);
      if (name !== '') return name;
    }
    return '';
  }

  onChange(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }
}
