// The sessions that are stored.
import {
  type ContentRow,
  type DocumentChange,
  type DocumentKey,
  type Documents,
  documentCheck,
  type PutDocument,
} from 'rowdesk/provider';
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
    return this.#documents.inTurn((write) => write(this.storing({ ...made(this.get(id)), id }, undefined)));
  }

  /** All that it holds. Rejects with refusal `store-unavailable`. */
  content(id: string): Promise<readonly ContentRow[]> {
    return this.#documents.content(kind, id);
  }

  key(id: string): DocumentKey {
    return { kind, id };
  }

  /** What stores it, and what else changes with it, or not at all. Without `content` it keeps what it holds. */
  storing({ id, ...body }: Session, content: PutDocument['content'], also: DocumentChange = {}): DocumentChange {
    return { ...also, put: [{ kind, id, body, content }, ...(also.put ?? [])] };
  }

  /** What deletes it, and what else changes with it, or not at all. */
  deleting(id: string, also: DocumentChange = {}): DocumentChange {
    return { ...also, delete: [{ kind, id }, ...(also.delete ?? [])] };
  }

  /** `id`: of that session only. */
  onChange(changed: () => void, id?: string): () => void {
    return this.#documents.onChange((changedKind, ids) => {
      if (changedKind === kind && (id === undefined || ids.includes(id))) changed();
    });
  }
}
