// The sessions that are stored.
import { type Documents, type Fields, Value } from 'rowdesk/provider';
import { inOrder } from '../scenes/index.ts';
import { type Session, SessionBody } from './session.ts';

const kind = 'session';

export class SessionShelf {
  readonly #documents: Documents;
  readonly #fits = new WeakMap<Fields, boolean>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  list(): readonly Session[] {
    const own = this.#documents.list(kind).filter(({ body }) => this.#isSession(body));
    return inOrder(own.map(({ id, body }) => ({ ...(body as SessionBody), id })));
  }

  get(id: string): Session | undefined {
    const body = this.#documents.get(kind, id)?.body;
    return body !== undefined && this.#isSession(body) ? { ...(body as SessionBody), id } : undefined;
  }

  /** Resolves once it is on the disk. Rejects with refusal `store-unavailable`; then nothing has changed. */
  put({ id, ...body }: Session): Promise<void> {
    return this.#documents.put(kind, id, body);
  }

  delete(id: string): Promise<void> {
    return this.#documents.delete(kind, id);
  }

  onChange(changed: () => void): () => void {
    return this.#documents.onChange((changedKind) => {
      if (changedKind === kind) changed();
    });
  }

  /** What another version wrote and this one can't read is kept, and not shown. */
  #isSession(body: Fields): boolean {
    const known = this.#fits.get(body);
    if (known !== undefined) return known;
    const fits = Value.Check(SessionBody, body);
    this.#fits.set(body, fits);
    return fits;
  }
}
