// Saves the show as a session, begins a new one, and brings sessions to files and back.
import { type Areas, type Desk, freshId, Refusal, type Time } from 'rowdesk/provider';
import { contentNow, guarded, positionChanges, type SceneBook } from '../scenes/index.ts';
import { type LoadedSession, loadedChange } from './loaded.ts';
import type { Session } from './session.ts';
import { fromFile, type SessionFile, toFile } from './session-file.ts';
import type { SessionShelf } from './session-shelf.ts';

export interface SavingNeeds {
  readonly desk: Desk;
  readonly areas: Areas;
  readonly time: Time;
  readonly shelf: SessionShelf;
  readonly book: SceneBook;
  readonly loaded: LoadedSession;
}

export class Saving {
  readonly #needs: SavingNeeds;

  constructor(needs: SavingNeeds) {
    this.#needs = needs;
  }

  /** In place of the one with this id, else of the one that is loaded; with a name alone as a new one. */
  async save(id: string, name: string, actor: string) {
    const { desk, shelf, book, loaded, areas } = this.#needs;
    const from = loaded.id;
    const chosen = id || (name === '' && loaded.session !== undefined ? from : this.#freshId(name));
    const before = shelf.get(chosen);
    const called = name || (before?.name ?? chosen);
    const [savedAt, content] = [this.#now, [...contentNow(areas)]];
    const scenes = () => (chosen === from ? {} : book.replacing(chosen, book.list(from)));
    const made = (now?: Session) => {
      return { ...(now ?? this.#fresh()), name: name || (now?.name ?? chosen), savedAt, content };
    };
    await shelf.put(chosen, made, scenes);
    if (chosen !== from) {
      const label = `Saved session ${called}`;
      await desk.commit({ actor, label, changes: [loadedChange(chosen)], apart: true, despiteLock: true });
      // Scenes of no session have one now.
      if (from === '') await book.clear('');
    }
    return { outcome: 'applied', id: chosen, name: called, replaced: before !== undefined, scenes: book.list().length };
  }

  /** How many fields are not at their defaults: what a new session would change. Throws refusal `console-locked`. */
  changedFields(actor: string): number {
    return this.#planDefaults(actor).effect.length;
  }

  /** A desk at its defaults, but for what is guarded, without scenes. Rejects with refusal `console-locked`. */
  async begin(name: string, actor: string) {
    const { desk, shelf, book, areas } = this.#needs;
    const id = this.#freshId(name);
    const session = { ...this.#fresh(), id, name: name || id, savedAt: this.#now };
    // First, so that what is held or can't be stored is refused before anything changes.
    this.#planDefaults(actor);
    const made = () => ({ ...session, content: [...contentNow(areas)] });
    await shelf.put(id, made, () => book.replacing(id, []));
    const { changes, effect } = this.#planDefaults(actor);
    const also = [loadedChange(id), ...positionChanges('', 0)];
    const label = `New session ${session.name}`;
    const asked = [...changes, ...also];
    const { revision, durable } = await desk.commit({ actor, label, changes: asked, apart: true, despiteLock: true });
    await shelf.put(id, (now) => ({ ...(now ?? session), content: [...contentNow(areas)] }));
    return { outcome: 'applied', id, name: session.name, changed: effect.length, revision, durable };
  }

  /** Throws refusal `conflict` for the one that is loaded. */
  delete({ id }: Session): Promise<void> {
    if (id === this.#needs.loaded.id) {
      throw new Refusal('conflict', `The session ${id} is loaded; apply another one first.`, { reason: 'loaded', id });
    }
    return this.#needs.shelf.delete(id, this.#needs.book.replacing(id, []));
  }

  export(session: Session): SessionFile {
    return toFile(session, this.#needs.book.list(session.id));
  }

  /** Nothing of the desk changes: it is there to be applied. */
  async import(file: SessionFile, id: string) {
    const { shelf, book } = this.#needs;
    if (id !== '' && shelf.get(id) !== undefined) {
      throw new Refusal('conflict', `There is a session ${id} already.`, { reason: 'taken', id });
    }
    const { session, scenes } = fromFile(file, id || this.#freshId(file.session.name));
    const made = () => ({ ...session, order: this.#nextOrder });
    await shelf.put(session.id, made, () => book.replacing(session.id, scenes));
    return { outcome: 'applied', id: session.id, name: session.name, scenes: scenes.length };
  }

  #planDefaults(actor: string) {
    const { areas } = this.#needs;
    const reset = areas.list().filter((area) => !guarded.includes(area));
    const plan = areas.plan(areas.defaults({ areas: reset }), { actor });
    const locked = plan.blocked.find(({ refusal }) => refusal.code === 'console-locked');
    if (locked !== undefined) throw locked.refusal;
    return plan;
  }

  #freshId(name: string): string {
    return freshId(name, 'session', (id) => this.#needs.shelf.get(id) === undefined);
  }

  #fresh(): Omit<Session, 'id' | 'name' | 'savedAt' | 'content'> {
    const areas = this.#needs.areas.list().filter((area) => !guarded.includes(area));
    return { notes: '', order: this.#nextOrder, fadeMs: 0, areas, keeps: [], remap: [] };
  }

  get #nextOrder(): number {
    return Math.min(Math.floor(Math.max(0, ...this.#needs.shelf.list().map(({ order }) => order))) + 1, 1_000_000);
  }

  get #now(): string {
    return new Date(this.#needs.time.now()).toISOString();
  }
}
