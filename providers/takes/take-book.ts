// What the operator says of takes: name, notes, and whether it is kept. Stored by the desk, not in the take's folder.
import { type Documents, documentCheck, type Token, token } from 'rowdesk/provider';
import { TakeWords } from './contract.ts';

const kind = 'take';
const isWords = documentCheck(TakeWords);

export class TakeBook {
  static readonly token: Token<TakeBook> = token<TakeBook>('takes.book');
  readonly #documents: Documents;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** Without a name of its own the take has the one that it was recorded with. */
  get(id: string, recordedName: string): Required<TakeWords> {
    const body = this.#documents.get(kind, id)?.body;
    const said: TakeWords = body !== undefined && isWords(body) ? body : {};
    return { name: recordedName || id, notes: '', keep: false, ...said };
  }

  /** Resolves once it is on the disk. Rejects with Refusal; then nothing has changed. */
  write(id: string, change: TakeWords): Promise<void> {
    return this.#documents.inTurn((write) => {
      const body = this.#documents.get(kind, id)?.body ?? {};
      return write({ put: [{ kind, id, body: { ...(isWords(body) ? body : {}), ...change } }] });
    });
  }

  forget(id: string): Promise<void> {
    return this.#documents.inTurn((write) => write({ delete: [{ kind, id }] }));
  }

  onChange(changed: () => void, id?: string): () => void {
    return this.#documents.onChange((changedKind, ids) => {
      if (changedKind === kind && (id === undefined || ids.includes(id))) changed();
    });
  }
}
