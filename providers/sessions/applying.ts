// Applies sessions: as a recall, with other devices in the place of those that are missing.
import { type Areas, type Audio, type Desk, type Graph, Refusal, type Time } from 'rowdesk/provider';
import { positionChanges, previewOf, type Recallable, type Recaller, recall } from '../scenes/index.ts';
import { missingIn, missingPorts, remapped } from './devices.ts';
import { type LoadedSession, loadedChange } from './loaded.ts';
import { withoutPhantomOn } from './phantom.ts';
import type { Session } from './session.ts';
import type { SessionShelf } from './session-shelf.ts';

export interface ApplyingNeeds {
  readonly desk: Desk;
  readonly areas: Areas;
  readonly audio: Audio;
  readonly graph: Graph;
  readonly time: Time;
  readonly shelf: SessionShelf;
  readonly loaded: LoadedSession;
}

export class Applying {
  readonly #needs: ApplyingNeeds;

  constructor(needs: ApplyingNeeds) {
    this.#needs = needs;
  }

  /** Throws refusal `conflict` where there is none. */
  session(id: string): Session {
    const session = this.#needs.shelf.get(id);
    if (session === undefined) throw new Refusal('conflict', `There is no session ${id}.`, { id });
    return session;
  }

  /** What applying it would do now. */
  async preview(id: string) {
    this.session(id);
    const held = await this.#needs.shelf.content(id);
    const { content, used } = remapped(held, this.session(id).remap);
    const made = await previewOf(content, () => this.#recallable(id), this.#needs);
    const isPatched = this.session(id).areas.includes('patch');
    const { audio, graph } = this.#needs;
    return { made, missing: isPatched ? missingIn(missingPorts(content, audio, graph)) : [], remap: used };
  }

  /** Reads what it holds, then makes one commit. Rejects with Refusal; then nothing has changed. */
  async apply(id: string, run: Recaller) {
    this.session(id);
    const held = await run.ready(this.#needs.shelf.content(id));
    const { content } = remapped(held, this.session(id).remap);
    // What is said of it may change meanwhile: what counts is what is said when it is committed.
    let { name, fadeMs } = this.session(id);
    const made = () => {
      const of = this.#recallable(id);
      ({ name, fadeMs } = of);
      const also = [loadedChange(id), ...positionChanges('', 0)];
      return { of, commit: { label: `Session ${name}`, fadeMs, also } };
    };
    const report = await recall(content, made, run, this.#needs);
    await this.#needs.loaded.known();
    return { ...report, id, name, fadeMs };
  }

  #recallable(id: string): Session & Recallable {
    return { ...this.session(id), withhold: (rows) => withoutPhantomOn(rows, this.#needs.desk) };
  }
}
