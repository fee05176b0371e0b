// Starting, stopping, splitting and marking the take: calls of the recorder.
import { type Audio, type Desk, type Fields, Refusal, type Rows, type Time, until } from 'rowdesk/provider';
import { type StripRef, stripPath } from '../console/index.ts';
import type { TakeBook, TakeLibrary } from '../takes/index.ts';
import { recorderTarget, recordPath } from './contract.ts';
import type { RecorderState } from './recorder-state.ts';
import type { ShowKeeper } from './show-keeper.ts';
import { newTakeId, takeName } from './take-names.ts';

/** How long a report of the recorder is waited for after a call that it took. */
const mostReportMs = 2_000;
/** take.json is written once a second while a take is recorded. */
const mostSilentMs = 10_000;

export interface TakesUnderWayNeeds {
  readonly audio: Audio;
  readonly desk: Desk;
  readonly rows: Rows;
  readonly time: Time;
  readonly library: TakeLibrary;
  readonly book: TakeBook;
  readonly shows: Pick<ShowKeeper, 'prepare'>;
  readonly state: () => RecorderState;
}

export interface TakeUnderWay {
  readonly takeId: string;
  /** For people. */
  readonly name: string;
}

export class TakesUnderWay {
  readonly #needs: TakesUnderWayNeeds;
  /** Names of takes of this run, by id. */
  readonly #names = new Map<string, string>();
  #isStarting = false;

  constructor(needs: TakesUnderWayNeeds) {
    this.#needs = needs;
  }

  /** For people; '' for none. */
  nameOf(takeId: string): string {
    const { book, library } = this.#needs;
    return takeId === '' ? '' : book.get(takeId, library.get(takeId)?.name ?? this.#names.get(takeId) ?? '').name;
  }

  /** The take that is recorded now. After a start of the desk, until the recorder reports, what the disk says counts. */
  recording(): TakeUnderWay | undefined {
    const { state, takeId } = this.#needs.state();
    if (state === 'recording') return { takeId, name: this.nameOf(takeId) };
    if (state !== 'absent') return undefined;
    const nowMs = this.#needs.time.now();
    // Where the clock was set back, one that was left long ago is of the future.
    const growing = this.#needs.library.list.find(
      (take) => take.state === 'recording' && Math.abs(nowMs - take.writtenMs) <= mostSilentMs,
    );
    return growing && { takeId: growing.id, name: this.nameOf(growing.id) };
  }

  /** Rejects with refusal `conflict` where nothing is armed or a take is recorded, `device-absent` without a recorder. */
  async start(name: string): Promise<Fields> {
    this.#mayStart();
    this.#isStarting = true;
    try {
      return await this.#start(name);
    } finally {
      this.#isStarting = false;
    }
  }

  /** Ends the take. Rejects with refusal `conflict` while nothing is recorded. A `stop` would be called at shutdown. */
  async end(): Promise<Fields> {
    const { takeId, name } = this.#current();
    await this.#call('stop', {});
    await this.#reported(({ state }) => state !== 'recording');
    await this.#needs.library.refresh();
    return { outcome: 'applied', takeId, name };
  }

  async split(): Promise<Fields> {
    const current = this.#current();
    await this.#call('split', {});
    return { outcome: 'applied', ...current };
  }

  async mark(label: string): Promise<Fields> {
    const current = this.#current();
    const answer = await this.#call('mark', { label });
    return { outcome: 'applied', ...current, label, ...answer };
  }

  async #start(given: string): Promise<Fields> {
    const { book, desk, library, time } = this.#needs;
    const nowMs = time.now();
    await library.refresh();
    const takeId = newTakeId(nowMs, (id) => !library.has(id));
    const session = given === '' ? await this.#session() : '';
    const taken = new Set(library.list.map(({ id, name }) => book.get(id, name).name));
    const template = desk.read(recordPath).nameTemplate as string;
    const name = given || takeName(template, { nowMs, session, isFree: (wanted) => !taken.has(wanted) });
    this.#mayStart({ isOwn: true });
    const unprepare = this.#needs.shows.prepare();
    const at = new Date(nowMs).toISOString();
    const { tapPoint } = desk.read(recordPath);
    const call = { takeId, name, at, tapPoint, names: this.#stripNames() };
    await this.#call('start', call).catch((error: unknown) => {
      unprepare();
      throw error;
    });
    this.#names.clear();
    this.#names.set(takeId, name);
    await this.#reported((now) => now.takeId === takeId);
    await library.refresh();
    return { outcome: 'applied', takeId, name };
  }

  #mayStart({ isOwn = false } = {}): void {
    const { state, fault } = this.#needs.state();
    if (state === 'absent') throw new Refusal('device-absent', fault, { target: recorderTarget });
    if (state === 'recording') {
      const { name } = this.#current();
      throw new Refusal('conflict', `The take ${name} is being recorded; stop it first.`, { reason: 'recording' });
    }
    if (this.#isStarting && !isOwn) {
      throw new Refusal('conflict', 'A take is being started already.', { reason: 'recording' });
    }
    if (state === 'ready') return;
    const { armed, programme } = this.#tracks();
    if (armed.length + programme.length === 0) {
      throw new Refusal('conflict', 'Nothing is armed: name strips in armed or programme first.', {
        reason: 'not-armed',
      });
    }
    const why = fault || 'the mixer gives no sound to the recorder yet';
    throw new Refusal('conflict', `It can not record now: ${why}`, { reason: 'no-sound' });
  }

  #current(): TakeUnderWay {
    const { state, takeId, fault } = this.#needs.state();
    if (state === 'absent') throw new Refusal('device-absent', fault, { target: recorderTarget });
    if (state !== 'recording') throw new Refusal('conflict', 'No take is being recorded.', { reason: 'not-recording' });
    return { takeId, name: this.nameOf(takeId) };
  }

  #tracks() {
    const { armed, programme } = this.#needs.desk.read(recordPath);
    return { armed: armed as readonly StripRef[], programme: programme as readonly StripRef[] };
  }

  /** By strip: the names that tracks get. */
  #stripNames(): Readonly<Record<string, string>> {
    const { armed, programme } = this.#tracks();
    return Object.fromEntries(
      [...armed, ...programme].map((strip) => {
        const path = stripPath(strip);
        const { desk } = this.#needs;
        const name = desk.has(path) ? (desk.read(path).name as string | undefined) : '';
        return [path, name || `${strip.kind} ${strip.index}`];
      }),
    );
  }

  /** The name of the loaded session, '' for none. */
  async #session(): Promise<string> {
    const row: Fields = await this.#needs.rows.get('/session').catch(() => ({}));
    return typeof row.name === 'string' ? row.name : '';
  }

  #call(method: string, args: Fields): Promise<Fields> {
    return this.#needs.audio.call(recorderTarget, method, args);
  }

  /** Until the row tells of it, so that a client finds in /record what the task has reported. */
  async #reported(holds: (state: RecorderState) => boolean): Promise<void> {
    const { desk, time, state } = this.#needs;
    await until(() => holds(state()), { sources: [desk.observed], time, timeoutMs: mostReportMs });
  }
}
