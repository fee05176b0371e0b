// The scenes that are stored. Each belongs to a session; those of the session that is loaded are the scenes of the desk.
import {
  type DocumentChange,
  type Documents,
  documentCheck,
  type Faults,
  Listeners,
  Refusal,
  type Token,
  token,
} from 'rowdesk/provider';
import { inOrder, type Scene, SceneBody } from './scene.ts';

const kind = 'scene';
const isScene = documentCheck(SceneBody);

export class SceneBook {
  static readonly token: Token<SceneBook> = token<SceneBook>('scenes.book');
  readonly #documents: Documents;
  readonly #listeners: Listeners;
  #session: () => string = () => '';

  constructor(documents: Documents, faults: Faults) {
    this.#documents = documents;
    this.#listeners = new Listeners(faults, 'a listener of the scenes');
  }

  /** Says whose scenes are those of the desk: of session '' unless told. */
  belongTo(session: () => string): () => void {
    this.#session = session;
    this.changed();
    return () => {
      this.#session = () => '';
    };
  }

  /** Another session is the one that is loaded. */
  changed(): void {
    this.#listeners.tell();
  }

  /** In the order in which they are played. */
  list(session = this.#session()): readonly Scene[] {
    const own = this.#documents.list(kind).filter(({ id, body }) => id.startsWith(`${session}:`) && isScene(body));
    return inOrder(own.map(({ id, body }) => ({ ...(body as SceneBody), id: id.slice(session.length + 1) })));
  }

  get(id: string, session = this.#session()): Scene | undefined {
    const body = this.#documents.get(kind, `${session}:${id}`)?.body;
    return body !== undefined && isScene(body) ? { ...(body as SceneBody), id } : undefined;
  }

  /** Made of what is there in its turn. Resolves once it is on the disk. Rejects with Refusal; then nothing has changed. */
  put(id: string, made: (before: Scene | undefined) => SceneBody): Promise<void> {
    return this.#inTurn(() => this.storing({ ...made(this.get(id)), id }));
  }

  /** What makes it a scene of the session that is loaded. */
  storing({ id, ...body }: Scene): DocumentChange {
    return { put: [{ kind, id: `${this.#session()}:${id}`, body }] };
  }

  /** What makes these the scenes of a session, and no others. */
  replacing(session: string, scenes: readonly Scene[]): Required<DocumentChange> {
    const gone = this.list(session).filter(({ id }) => !scenes.some((scene) => scene.id === id));
    return {
      put: scenes.map(({ id, ...body }) => ({ kind, id: `${session}:${id}`, body })),
      delete: gone.map(({ id }) => ({ kind, id: `${session}:${id}` })),
    };
  }

  delete(id: string): Promise<void> {
    return this.#inTurn(() => ({ delete: [{ kind, id: `${this.#session()}:${id}` }] }));
  }

  /** Refused where another session is loaded meanwhile: it may have another scene with this id. */
  #inTurn(made: () => DocumentChange): Promise<void> {
    const session = this.#session();
    return this.#documents.inTurn(async (write) => {
      if (this.#session() === session) return write(made());
      throw new Refusal('conflict', 'Another session has been loaded meanwhile.', { reason: 'other-session' });
    });
  }

  onChange(changed: () => void): () => void {
    const stops = [
      this.#listeners.add(changed),
      this.#documents.onChange((changedKind) => {
        if (changedKind === kind) changed();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }
}
