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

  /** Made of what is there in its turn. Resolves once it is on the disk. Rejects with Refusal; then nothing has changed. */
  put(id: string, made: (before: Session | undefined) => SessionBody): Promise<void> {
    return this.#documents.inTurn((write) => write(this.storing({ ...made(this.get(id)), id })));
  }

  /** What stores it, and what else changes with it, or not at all. */
  storing({ id, ...body }: Session, also: DocumentChange = {}): DocumentChange {
    return { ...also, put: [{ kind, id, body }, ...(also.put ?? [])] };
  }

  /** What deletes it, and what else changes with it, or not at all. */
  deleting(id: string, also: DocumentChange = {}): DocumentChange {
    return { ...also, delete: [{ kind, id }, ...(also.delete ?? [])] };
  }

  onChange(changed: () => void): () => void {
    return this.#documents.onChange((changedKind) => {
      if (changedKind === kind) changed();
    });
  }
}
