// Recalls scenes of the desk.
import { Refusal } from 'rowdesk/provider';
import { positionChanges } from './position.ts';
import { previewOf, type Recall, type Recaller, type RecallNeeds, recall } from './recall.ts';
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

  async preview(id: string): Promise<Recall> {
    this.scene(id);
    const content = await this.#needs.book.content(id);
    return previewOf(content, () => this.scene(id), this.#needs);
  }

  /** Reads what it holds, then makes one commit. Rejects with Refusal; then nothing has changed. */
  async recall(id: string, run: Recaller) {
    const { book, time } = this.#needs;
    this.scene(id);
    const content = await run.ready(book.content(id));
    // What is said of it may change meanwhile: what counts is what is said when it is committed.
    let { name, fadeMs } = this.scene(id);
    const made = () => {
      const of = this.scene(id);
      ({ name, fadeMs } = of);
      return { of, commit: { label: `Scene ${name}`, fadeMs, also: positionChanges(id, time.now()) } };
    };
    const report = await recall(content, made, run, this.#needs);
    return { ...report, id, name, fadeMs };
  }
}
