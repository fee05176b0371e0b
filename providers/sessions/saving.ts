// Saves the show as a session, begins a new one, and brings sessions to files and back.
import {
  type Areas,
  type Desk,
  type Documents,
  fieldRefusal,
  freshId,
  Refusal,
  type TaskRun,
  type Time,
} from 'rowdesk/provider';
import type { HostedPlugins, PluginStates } from '../plugins/index.ts';
import { contentNow, guarded, positionChanges, type SceneBook } from '../scenes/index.ts';
import { type LoadedSession, loadedChange } from './loaded.ts';
import { storeStates } from './plugin-states.ts';
import type { Session } from './session.ts';
import { checkFile, type SessionFile, toFile } from './session-file.ts';
import type { SessionShelf } from './session-shelf.ts';

export interface SavingNeeds {
  readonly desk: Desk;
  readonly areas: Areas;
  readonly documents: Documents;
  readonly time: Time;
  readonly shelf: SessionShelf;
  readonly book: SceneBook;
  readonly loaded: LoadedSession;
  /** Undefined on a desk without plugins of others. */
  readonly hosted: HostedPlugins | undefined;
  readonly states: PluginStates | undefined;
}

export class Saving {
  readonly #needs: SavingNeeds;

  constructor(needs: SavingNeeds) {
    this.#needs = needs;
  }

  /** In place of the one with this id, else of the one that is loaded; with a name alone as a new one. */
  async save(id: string, name: string, { actor, ready }: TaskRun) {
    const { desk, documents, shelf, book, loaded, areas } = this.#needs;
    if (id === '' && name === '' && loaded.session === undefined) {
      throw nameless('; none is loaded that could be saved anew');
    }
    const content = await ready(contentNow(areas, documents));
    const savedAt = this.#now;
    return documents.inTurn(async (write) => {
      const from = loaded.id;
      const chosen = id || (name === '' && loaded.session !== undefined ? from : this.#freshId(name));
      const before = shelf.get(chosen);
      const called = name || (before?.name ?? chosen);
      const session = { ...(before ?? this.#fresh()), id: chosen, name: called, savedAt };
      const scenesToo = chosen === from ? {} : book.replacing(chosen, book.copied(from));
      await write(shelf.storing(session, content, scenesToo));
      if (chosen !== from) {
        const label = `Saved session ${called}`;
        await desk.commit({ actor, label, changes: [loadedChange(chosen)], apart: true, despiteLock: true });
        // Scenes of no session have one now.
        if (from === '') await write(book.replacing('', []));
      }
      const scenes = book.list().length;
      await loaded.known();
      return { outcome: 'applied', id: chosen, name: called, replaced: before !== undefined, scenes };
    });
  }

  /**
   * How many fields are not at their defaults: what a new session would change. Throws refusals `invalid-fields` of one without
   * a name, `console-locked`.
   */
  changedFields(name: string, actor: string): number {
    if (name === '') throw nameless();
    return this.#planDefaults(actor).effect.length;
  }

  /** A desk at its defaults, but for what is guarded, without scenes. Rejects with the refusals of `changedFields`. */
  async begin(name: string, actor: string) {
    if (name === '') throw nameless();
    const { desk, documents, shelf, book, areas } = this.#needs;
    // First, so that what is held or can't be stored is refused before anything changes.
    const planned = { revision: desk.revision, plan: this.#planDefaults(actor) };
    return documents.inTurn(async (write) => {
      const id = this.#freshId(name);
      const session = { ...this.#fresh(), id, name, savedAt: this.#now };
      const storing = async () => {
        return shelf.storing(session, await contentNow(areas, documents), book.replacing(id, []));
      };
      await write(await storing());
      const label = `New session ${session.name}`;
      try {
        const isAsPlanned = desk.revision === planned.revision;
        const { changes, effect } = isAsPlanned ? planned.plan : this.#planDefaults(actor);
        const asked = [...changes, loadedChange(id), ...positionChanges('', 0)];
        const commit = { actor, label, changes: asked, apart: true, despiteLock: true };
        const { revision, durable } = await desk.commit(commit);
        await write(await storing());
        await this.#needs.loaded.known();
        return { outcome: 'applied', id, name: session.name, changed: effect.length, revision, durable };
      } catch (refusal) {
        // The console was locked meanwhile.
        if (this.#needs.loaded.id !== id) await write(shelf.deleting(id));
        throw refusal;
      }
    });
  }

  /** Throws refusal `conflict` for the one that is loaded. */
  delete(id: string): Promise<void> {
    const { documents, shelf, book } = this.#needs;
    this.#refuseLoaded(id);
    return documents.inTurn((write) => {
      this.#refuseLoaded(id);
      return write(shelf.deleting(id, book.replacing(id, [])));
    });
  }

  /** Rejects with refusal `conflict` where the file would be larger than one may be. */
  export(session: Session): Promise<SessionFile> {
    return toFile(session, this.#needs);
  }

  /** Nothing of the desk changes: it is there to be applied. */
  async import(file: SessionFile, asked: string) {
    const { documents, shelf, book, hosted, states } = this.#needs;
    this.#refuseTaken(asked);
    checkFile(file);
    if (states !== undefined) storeStates(states, file.pluginStates ?? {});
    hosted?.take(file.plugins ?? []);
    const { content, ...body } = file.session;
    const encoding = documents.encode(content);
    // What is refused first does not wait for it.
    encoding.catch(() => {});
    return documents.inTurn(async (write) => {
      this.#refuseTaken(asked);
      const id = asked || this.#freshId(body.name);
      const scenes = file.scenes.map(({ id: own, differs, lacks, ...body }) => {
        return { id: own, body, content: { of: shelf.key(id), differs, lacks } };
      });
      const session = { ...body, id, order: this.#nextOrder };
      await write(shelf.storing(session, await encoding, book.replacing(id, scenes)));
      return { outcome: 'applied', id, name: body.name, scenes: scenes.length };
    });
  }

  #refuseLoaded(id: string): void {
    if (id !== this.#needs.loaded.id) return;
    throw new Refusal('conflict', `The session ${id} is loaded; apply another one first.`, { reason: 'loaded', id });
  }

  #refuseTaken(id: string): void {
    if (id === '' || this.#needs.shelf.get(id) === undefined) return;
    throw new Refusal('conflict', `There is a session ${id} already.`, { reason: 'taken', id });
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

  #fresh(): Omit<Session, 'id' | 'name' | 'savedAt'> {
    const areas = [...this.#needs.areas.list()];
    return { notes: '', order: this.#nextOrder, fadeMs: 0, areas, keeps: [], remap: [] };
  }

  get #nextOrder(): number {
    return Math.min(Math.floor(Math.max(0, ...this.#needs.shelf.list().map(({ order }) => order))) + 1, 1_000_000);
  }

  get #now(): string {
    return new Date(this.#needs.time.now()).toISOString();
  }
}

/** Of a session that nothing names a later look would not tell what it is. */
function nameless(why = ''): Refusal {
  return fieldRefusal('name', 'missing', `name is the name of the new session, 1 to 64 characters${why}.`);
}
