// Recalls scenes of the desk.
import { Refusal } from 'rowdesk/provider';
import { positionChanges } from './position.ts';
import { type Recall, type Recaller, type RecallNeeds, recall, recallOf } from './recall.ts';
import type { Scene } from './scene.ts';
import type { SceneBook } from './scene-book.ts';

export interface RecallingNeeds extends RecallNeeds {
  readonly book: SceneBook;
}

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

  preview(id: string): Recall {
    return recallOf(this.scene(id), '', this.#needs);
  }

  /** Throws Refusal in the tick of the call; then nothing has changed. */
  recall(id: string, run: Recaller) {
    const scene = this.scene(id);
    const { name, fadeMs } = scene;
    const also = positionChanges(id, this.#needs.time.now());
    const recalling = recall(scene, { label: `Scene ${name}`, fadeMs, also }, run, this.#needs);
    return recalling.then((report) => ({ ...report, id, name, fadeMs }));
  }
}
