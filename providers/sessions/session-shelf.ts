// The sessions that are stored.
import { type DocumentChange, type Documents, type Fields, Value } from 'rowdesk/provider';
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

  /**
   * What else changes with it is stored with it, or not at all. Resolves once it is on the disk. Rejects with refusal
   * `store-unavailable`; then nothing has changed.
   */
  put({ id, ...body }: Session, also: DocumentChange = {}): Promise<void> {
    return this.#documents.write({ ...also, put: [{ kind, id, body }, ...(also.put ?? [])] });
  }

  delete(id: string, also: DocumentChange = {}): Promise<void> {
    return this.#documents.write({ ...also, delete: [{ kind, id }, ...(also.delete ?? [])] });
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
