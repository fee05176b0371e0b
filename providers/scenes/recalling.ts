// Recalls scenes of the desk.
import { Refusal, type TaskRun } from 'rowdesk/provider';
import { positionChanges } from './position.ts';
import { type Recall, type Recaller, type RecallNeeds, recall, recallOf } from './recall.ts';
import type { Scene } from './scene.ts';
import type { SceneBook } from './scene-book.ts';

export interface RecallingNeeds extends RecallNeeds {
  readonly book: SceneBook;
}

/** A run that waits for what it reads. */
export type SceneRecaller = Recaller & Pick<TaskRun, 'ready'>;

export class Recalling {
  readonly #needs: RecallingNeeds;

  constructor(needs: RecallingNeeds) {
    this.#needs = needs;
  }

  /** Throws refusal `conflict` where there is none. */
  scene(id: string): Scene {
    const scene = this.#needs.book.get(id);
    if (scene === undefined) throw new Refusal('conflict', `There is no scene ${id}.`, { id });
    return scene;
  }

  async preview(id: string): Promise<Recall> {
    this.scene(id);
    const content = await this.#needs.book.content(id);
    return recallOf({ ...this.scene(id), content }, '', this.#needs);
  }

  /** Reads what it holds, then makes one commit. Rejects with Refusal; then nothing has changed. */
  async recall(id: string, run: SceneRecaller) {
    const { book, time } = this.#needs;
    this.scene(id);
    const content = await run.ready(book.content(id));
    run.signal.throwIfAborted();
    // What is said of it may have changed meanwhile.
    const { name, fadeMs, ...scene } = this.scene(id);
    const also = positionChanges(id, time.now());
    const report = await recall({ ...scene, content }, { label: `Scene ${name}`, fadeMs, also }, run, this.#needs);
    return { ...report, id, name, fadeMs };
  }
}
