// Applies sessions: as a recall, with other devices in the place of those that are missing.
import { type Areas, type Audio, type Desk, Refusal, type Time } from 'rowdesk/provider';
import {
  positionChanges,
  type Recallable,
  type Recaller,
  type RecallNeeds,
  recall,
  recallOf,
} from '../scenes/index.ts';
import { missingPorts, remapped } from './devices.ts';
import { loadedChange } from './loaded.ts';
import type { Session } from './session.ts';
import type { SessionShelf } from './session-shelf.ts';

export interface ApplyingNeeds {
  readonly desk: Desk;
  readonly areas: Areas;
  readonly audio: Audio;
  readonly time: Time;
  readonly shelf: SessionShelf;
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
  preview(id: string) {
    const session = this.session(id);
    const { of, used } = whole(session);
    const made = recallOf(of, '', this.#recalls);
    const isPatched = session.areas.includes('patch');
    return { made, missing: isPatched ? missingPorts(of.content, this.#needs.audio) : [], remap: used };
  }

  /** Throws Refusal in the tick of the call; then nothing has changed. */
  apply(id: string, run: Recaller) {
    const session = this.session(id);
    const { name, fadeMs } = session;
    const also = [loadedChange(id), ...positionChanges('', 0)];
    const applying = recall(whole(session).of, { label: `Session ${name}`, fadeMs, also }, run, this.#recalls);
    return applying.then((report) => ({ ...report, id, name, fadeMs }));
  }

  get #recalls(): RecallNeeds {
    return this.#needs;
  }
}

function whole(session: Session) {
  const { content, used } = remapped(session.content, session.remap);
  const of: Recallable = { ...session, content };
  return { of, used };
}
