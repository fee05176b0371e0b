// The scenes that are stored. Each belongs to a session; those of the session that is loaded are the scenes of the desk.
import {
  type ContentRow,
  type DocumentChange,
  type DocumentKey,
  type Documents,
  documentCheck,
  type Faults,
  Listeners,
  type PutDocument,
  Refusal,
  type StoredDocument,
  stopAll,
  type Token,
  token,
} from 'rowdesk/provider';
import { inOrder, type Scene, SceneBody } from './scene.ts';

const kind = 'scene';
const isScene = documentCheck(SceneBody);
type Lists = ReadonlyMap<string, readonly Scene[]>;
type Placed = { readonly session: string; readonly scene: Scene };

/** Of one session: as many as a file of it takes. */
export const mostScenes = 1000;

/** Without `content` it keeps what it holds. */
export interface SceneToStore {
  readonly id: string;
  readonly body: SceneBody;
  readonly content?: PutDocument['content'];
}

export class SceneBook {
  static readonly token: Token<SceneBook> = token<SceneBook>('scenes.book');
  readonly #documents: Documents;
  readonly #listeners: Listeners;
  #session: () => string = () => '';
  /** Of each document, undefined where it is none. */
  readonly #scenes = new WeakMap<StoredDocument, Placed | undefined>();
  /** By session, as they follow from this list of documents. */
  #lists: { readonly of: readonly StoredDocument[]; readonly by: Lists } | undefined;

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
    this.#listeners.notify();
  }

  /** In the order in which they are played. */
  list(session = this.#session()): readonly Scene[] {
    return this.#ofSessions.get(session) ?? [];
  }

  get(id: string, session = this.#session()): Scene | undefined {
    const document = this.#documents.get(kind, `${session}:${id}`);
    return document && this.#sceneOf(document)?.scene;
  }

  /** All that a scene holds, of whatever area. Rejects with refusal `store-unavailable`. */
  content(id: string): Promise<readonly ContentRow[]> {
    return this.#documents.content(kind, this.key(id).id);
  }

  key(id: string, session = this.#session()): DocumentKey {
    return { kind, id: `${session}:${id}` };
  }

  /** Made of what is there in its turn. Resolves once it is on the disk. Rejects with Refusal; then nothing has changed. */
  put(id: string, made: (before: Scene | undefined) => SceneBody): Promise<void> {
    return this.#inTurn(() => {
      const { id: _id, ...body } = { id, ...made(this.get(id)) };
      return this.storing({ id, body });
    });
  }

  /** What makes it a scene of the session that is loaded. Throws refusal `conflict` where that has as many as it takes. */
  storing(stored: SceneToStore): DocumentChange {
    if (this.get(stored.id) === undefined && this.list().length >= mostScenes) {
      const words = `There are ${mostScenes} scenes, which is the most of one session`;
      const remedy = 'delete some, or begin another session';
      throw new Refusal('conflict', `${words}: ${remedy}.`, { reason: 'bound', bound: 'scenes', most: mostScenes });
    }
    return { put: [this.#put(this.#session(), stored)] };
  }

  /** What makes these the scenes of a session, and no others. */
  replacing(session: string, scenes: readonly SceneToStore[]): Required<DocumentChange> {
    const ids = new Set(scenes.map(({ id }) => id));
    const gone = this.list(session).filter(({ id }) => !ids.has(id));
    return {
      put: scenes.map((each) => this.#put(session, each)),
      delete: gone.map(({ id }) => this.key(id, session)),
    };
  }

  /** The scenes of a session, to be those of another too. */
  copied(session: string): readonly SceneToStore[] {
    return this.list(session).flatMap(({ id }) => {
      const of = this.key(id, session);
      // The body itself: what documents share is neither copied nor looked at again.
      const document = this.#documents.get(kind, of.id);
      return document === undefined ? [] : [{ id, body: document.body as SceneBody, content: { of } }];
    });
  }

  delete(id: string): Promise<void> {
    return this.#inTurn(() => ({ delete: [this.key(id)] }));
  }

  /** `id`: of that scene only. Another session that is loaded is a change of all. */
  onChange(changed: () => void, id?: string): () => void {
    return stopAll(
      this.#listeners.add(changed),
      this.#documents.onChange((changedKind, ids) => {
        if (changedKind === kind && (id === undefined || ids.includes(this.key(id).id))) changed();
      }),
    );
  }

  #put(session: string, { id, body, content }: SceneToStore): PutDocument {
    return { ...this.key(id, session), body, content };
  }

  get #ofSessions(): Lists {
    const of = this.#documents.list(kind);
    if (this.#lists?.of === of) return this.#lists.by;
    const lists = new Map<string, Scene[]>();
    for (const document of of) {
      const placed = this.#sceneOf(document);
      if (placed === undefined) continue;
      const list = lists.get(placed.session);
      if (list === undefined) lists.set(placed.session, [placed.scene]);
      else list.push(placed.scene);
    }
    const by = new Map([...lists].map(([session, scenes]) => [session, inOrder(scenes)]));
    this.#lists = { of, by };
    return by;
  }

  /** Made once: a change of one scene makes no other one anew. */
  #sceneOf(document: StoredDocument): Placed | undefined {
    if (this.#scenes.has(document)) return this.#scenes.get(document);
    const { id, body } = document;
    const end = id.indexOf(':');
    const scene = { ...(body as SceneBody), id: id.slice(end + 1) };
    const placed = isScene(body) ? { session: id.slice(0, end), scene } : undefined;
    this.#scenes.set(document, placed);
    return placed;
  }

  /** Refused where another session is loaded meanwhile: it may have another scene with this id. */
  #inTurn(made: () => DocumentChange): Promise<void> {
    const session = this.#session();
    return this.#documents.inTurn(async (write) => {
      if (this.#session() === session) return write(made());
      throw new Refusal('conflict', 'Another session has been loaded meanwhile.', { reason: 'other-session' });
    });
  }
}
