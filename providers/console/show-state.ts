// What is known of the show that is loaded: whoever keeps scenes and sessions says it here, and the console shows it.
import { stopAll, type Token, token } from 'rowdesk/provider';

export interface ShowFacts {
  /** The scene recalled last. */
  readonly sceneId: string;
  /** The session that is loaded. */
  readonly sessionId: string;
  /** Something has changed that no session holds. */
  readonly dirty: boolean;
}

/** Some of the facts, from whoever knows them. */
export interface ShowPart {
  read(): Partial<ShowFacts>;
  /** Called when facts changed for another reason than a commit. */
  onChange(changed: () => void): () => void;
}

export class ShowState {
  static readonly token: Token<ShowState> = token<ShowState>('console.show-state');
  readonly #parts = new Set<ShowPart>();

  use(part: ShowPart): () => void {
    this.#parts.add(part);
    return () => this.#parts.delete(part);
  }

  read(): Partial<ShowFacts> {
    return Object.assign({}, ...[...this.#parts].map((part) => part.read()));
  }

  onChange(changed: () => void): () => void {
    return stopAll(...[...this.#parts].map((part) => part.onChange(changed)));
  }
}
