// What is patched to the sockets of stageboxes. The patch is another provider's, which gives names to this service.
import { type Listeners, type Token, token } from 'rowdesk/provider';

/** Names of ports by what is patched to them. */
export interface PatchNames {
  /** `input 3 Vocals`, `main 1 left`; '' for a port without a patch. */
  nameOf(portId: string): string;
  /** Ids of the ports that strips hear, or may go over to. */
  sources(): readonly string[];
  /** Calls `changed` whenever a name changed, until the returned function is called. */
  onChange(changed: () => void): () => void;
}

/** Without a patch, no port has a name. */
export class PatchedNames implements PatchNames {
  static readonly token: Token<PatchedNames> = token<PatchedNames>('stagebox.patched-names');
  readonly #listeners: Listeners;
  #names: PatchNames | undefined;

  constructor(listeners: Listeners) {
    this.#listeners = listeners;
  }

  /**
   * Follows the names until the returned function is called, with which the desk closes: ports keep their names then, on boxes
   * and in what a network is told of its streams.
   */
  use(names: PatchNames): () => void {
    this.#names = names;
    const stop = names.onChange(() => this.#listeners.notify());
    this.#listeners.notify();
    return stop;
  }

  nameOf(portId: string): string {
    return this.#names?.nameOf(portId) ?? '';
  }

  sources(): readonly string[] {
    return this.#names?.sources() ?? [];
  }

  onChange(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }
}
