// Where the show is in its list of scenes, and whether the desk is still as that scene would make it.
import { type Audio, type Desk, type Faults, stopAll, type Token, token } from 'rowdesk/provider';
import { Deviation, type Stored } from './deviation.ts';
import { keepingOf, keepsPath } from './keeping.ts';
import { type Position, positionOf, positionPath } from './position.ts';
import type { Scene } from './scene.ts';
import type { SceneBook } from './scene-book.ts';

export class ShowPosition {
  static readonly token: Token<ShowPosition> = token<ShowPosition>('scenes.place');
  readonly #audio: Audio;
  readonly #desk: Desk;
  readonly #book: SceneBook;
  readonly #deviation: Deviation;

  constructor(audio: Audio, desk: Desk, book: SceneBook, faults: Faults) {
    this.#audio = audio;
    this.#desk = desk;
    this.#book = book;
    this.#deviation = new Deviation(desk, faults, () => this.#asStored());
  }

  /** Once rows answer: from then on `isDirty` is kept up. */
  follow(): () => void {
    return stopAll(
      this.#book.onChange(() => this.#deviation.forget()),
      this.#desk.onCommit((_revision, paths) => {
        if (paths.includes(positionPath) || paths.includes(keepsPath)) this.#deviation.forget();
        else this.#deviation.touched(paths);
      }),
    );
  }

  get position(): Position {
    return positionOf(this.#desk);
  }

  /** The scene that was recalled or stored last. */
  get scene(): Scene | undefined {
    return this.#book.get(this.position.id);
  }

  /** The scenes before and after, '' for none. Before the first one where the list does not know the position. */
  get around(): { readonly previousId: string; readonly nextId: string } {
    const ids = this.#book.list().map(({ id }) => id);
    const place = ids.indexOf(this.position.id);
    return { previousId: ids[place - 1] ?? '', nextId: ids[place + 1] ?? '' };
  }

  /** Resolves once it is known. */
  async isDirty(): Promise<boolean> {
    return this.scene !== undefined && (await this.#deviation.known());
  }

  /** What the scene would make of the desk. */
  async #asStored(): Promise<Stored> {
    const { scene } = this;
    if (scene === undefined) return { rows: [], counts: () => false };
    const rows = await this.#book.content(scene.id);
    const keeping = keepingOf(scene, this.#desk, this.#audio.boxes);
    return { rows, counts: ({ path, area }) => scene.areas.includes(area) && keeping(path, area) === undefined };
  }
}
