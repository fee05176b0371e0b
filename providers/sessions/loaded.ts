// The session that is loaded, and whether the desk is still as it was saved.
import { type Change, type Desk, type Faults, type Row, setting, stopAll, Type } from 'rowdesk/provider';
import { Deviation } from '../scenes/index.ts';
import type { Session } from './session.ts';
import type { SessionShelf } from './session-shelf.ts';

const loadedPath = '/session/position';

/** Part of the commit that applies a session, so that undoing it takes this back too. */
export const loadedChange = (id: string): Change => ({ path: loadedPath, field: 'id', value: id });

export function loadedRow(): Row {
  return setting(loadedPath, {
    summary: 'Which session is loaded: its scenes are those of the desk; writing it applies nothing',
    fields: {
      id: Type.String({ pattern: '^$|^[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$', default: '', title: 'Empty for none' }),
    },
    writable: ['id'],
  });
}

export class LoadedSession {
  readonly #desk: Desk;
  readonly #shelf: SessionShelf;
  readonly #deviation: Deviation;

  constructor(desk: Desk, shelf: SessionShelf, faults: Faults) {
    this.#desk = desk;
    this.#shelf = shelf;
    this.#deviation = new Deviation(desk, faults, async () => ({
      rows: await shelf.content(this.id),
      counts: () => true,
    }));
  }

  /** `switched` is called when another one is loaded. */
  follow(switched: () => void): () => void {
    return stopAll(
      this.#shelf.onChange(() => this.#deviation.forget()),
      this.#desk.onCommit((_revision, paths) => {
        if (!paths.includes(loadedPath)) return this.#deviation.touched(paths);
        this.#deviation.forget();
        switched();
      }),
    );
  }

  /** '' for none. */
  get id(): string {
    return this.#desk.read(loadedPath).id as string;
  }

  get session(): Session | undefined {
    return this.#shelf.get(this.id);
  }

  /** Called when `isDirty` has become known. */
  onKnown(listener: () => void): () => void {
    return this.#deviation.onKnown(listener);
  }

  /** Resolves once `isDirty` is known. */
  async known(): Promise<void> {
    if (this.session !== undefined) await this.#deviation.known();
  }

  /** Something has changed that no session holds: as it was before, for as long as that is being looked at. */
  get isDirty(): boolean {
    return this.session === undefined ? this.#desk.revision > 0 : this.#deviation.isThere;
  }
}
