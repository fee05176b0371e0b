// Applies sessions: as a recall, with other devices in the place of those that are missing.
import { type Areas, type Audio, type ContentRow, type Desk, Refusal, type Time } from 'rowdesk/provider';
import {
  positionChanges,
  type Recallable,
  type RecallNeeds,
  recall,
  recallOf,
  type SceneRecaller,
} from '../scenes/index.ts';
import { missingIn, missingPorts, remapped } from './devices.ts';
import { type LoadedSession, loadedChange } from './loaded.ts';
import { withoutPhantomOn } from './phantom.ts';
import type { Session } from './session.ts';
import type { SessionShelf } from './session-shelf.ts';

export interface ApplyingNeeds {
  readonly desk: Desk;
  readonly areas: Areas;
  readonly audio: Audio;
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
    const content = await this.#needs.shelf.content(id);
    const session = this.session(id);
    const { of, used } = whole(session, content, this.#needs.desk);
    const made = recallOf(of, '', this.#recalls);
    const isPatched = session.areas.includes('patch');
    return { made, missing: isPatched ? missingIn(missingPorts(of.content, this.#needs.audio)) : [], remap: used };
  }

  /** Reads what it holds, then makes one commit. Rejects with Refusal; then nothing has changed. */
  async apply(id: string, run: SceneRecaller) {
    this.session(id);
    const content = await run.ready(this.#needs.shelf.content(id));
    run.signal.throwIfAborted();
    const session = this.session(id);
    const { name, fadeMs } = session;
    const also = [loadedChange(id), ...positionChanges('', 0)];
    const { of } = whole(session, content, this.#needs.desk);
    const report = await recall(of, { label: `Session ${name}`, fadeMs, also }, run, this.#recalls);
    await this.#needs.loaded.known();
    return { ...report, id, name, fadeMs };
  }

  get #recalls(): RecallNeeds {
    return this.#needs;
  }
}

function whole(session: Session, held: readonly ContentRow[], desk: Desk) {
  const { content, used } = remapped(held, session.remap);
  const { rows, waiting } = withoutPhantomOn(content, desk);
  const of: Recallable = { ...session, content: rows, waiting };
  return { of, used };
}
