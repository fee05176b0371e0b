// What the operator says of results: name and notes. Stored by the desk, not in the folder of the result.
import { type Documents, documentCheck } from 'rowdesk/provider';
import { ResultWords } from './contract/results.ts';

const kind = 'measurement-result';
const isWords = documentCheck(ResultWords);

export class ResultBook {
  readonly #documents: Documents;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** Without a name of its own the result has the one that it was measured with. */
  get(id: string, measuredName: string): Required<ResultWords> {
    const body = this.#documents.get(kind, id)?.body;
    const said: ResultWords = body !== undefined && isWords(body) ? body : {};
    return { name: measuredName || id, notes: '', ...said };
  }

  /** Resolves once it is on the disk. Rejects with Refusal; then nothing has changed. */
  write(id: string, change: ResultWords): Promise<void> {
    return this.#documents.inTurn((write) => {
      const body = this.#documents.get(kind, id)?.body ?? {};
      return write({ put: [{ kind, id, body: { ...(isWords(body) ? body : {}), ...change } }] });
    });
  }

  forget(id: string): Promise<void> {
    return this.#documents.inTurn((write) => write({ delete: [{ kind, id }] }));
  }

  onChange(changed: () => void): () => void {
    return this.#documents.onChange((changedKind) => {
      if (changedKind === kind) changed();
    });
  }
}
