// The sessions that are stored.
import { type DocumentChange, type Documents, documentCheck } from 'rowdesk/provider';
import { inOrder } from '../scenes/index.ts';
import { type Session, SessionBody } from './session.ts';

const kind = 'session';
const isSession = documentCheck(SessionBody);

export class SessionShelf {
  readonly #documents: Documents;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  list(): readonly Session[] {
    const own = this.#documents.list(kind).filter(({ body }) => isSession(body));
    return inOrder(own.map(({ id, body }) => ({ ...(body as SessionBody), id })));
  }

  get(id: string): Session | undefined {
    const body = this.#documents.get(kind, id)?.body;
    return body !== undefined && isSession(body) ? { ...(body as SessionBody), id } : undefined;
  }

  /**
   * What else changes with it is stored with it, or not at all. Resolves once it is on the disk. Rejects with refusal
   * `store-unavailable`; then nothing has changed. It is made of what is there in its turn.
   */
  put(
    id: string,
    made: (before: Session | undefined) => SessionBody,
    also = (): DocumentChange => ({}),
  ): Promise<void> {
    return this.#documents.write(() => {
      const { id: _id, ...body } = made(this.get(id)) as Session;
      const more = also();
      return { ...more, put: [{ kind, id, body }, ...(more.put ?? [])] };
    });
  }

  delete(id: string, also: DocumentChange = {}): Promise<void> {
    return this.#documents.write({ ...also, delete: [{ kind, id }, ...(also.delete ?? [])] });
  }

  onChange(changed: () => void): () => void {
    return this.#documents.onChange((changedKind) => {
      if (changedKind === kind) changed();
    });
  }
}
