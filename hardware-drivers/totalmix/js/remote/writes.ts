// Brings values to TotalMix FX: sends those of one view in one packet, and looks whether they came.
import type { Key, KeyValue } from '../hardware.ts';
import { addressesOf, isNear, isWritten, message, rawOf, readField } from './fields.ts';
import type { Picture, Place } from './picture.ts';
import { viewKey } from './view.ts';
import type { Dump, Visits } from './visits.ts';

interface Write extends Place {
  readonly key: Key;
  readonly value: KeyValue;
}

/** TotalMix FX says nothing of a value that came by OSC: so often it is sent and looked for. */
const attempts = 5;
/** So often a value waits for another read of the faders when its channel is not shown. */
const patience = 2;

export class Writes {
  readonly #picture: Picture;
  readonly #visits: Visits;
  readonly #report: (values: ReadonlyMap<Key, KeyValue>) => void;
  /** How often a view was not shown, by its key. */
  readonly #unseen = new Map<string, number>();

  constructor(picture: Picture, visits: Visits, report: (values: ReadonlyMap<Key, KeyValue>) => void) {
    this.#picture = picture;
    this.#visits = visits;
    this.#report = report;
  }

  /** Sends what waits for the view of the first key that waits. False when the faders have to be read again. */
  async sendNext(): Promise<boolean> {
    const { waiting, sending, nearest } = this.#picture;
    const writes = this.#nextGroup();
    const [first] = writes;
    if (first === undefined) return true;
    for (const { key } of writes) {
      waiting.delete(key);
      sending.add(key);
    }
    const dump = await this.#bring(writes);
    for (const { key } of writes) sending.delete(key);
    const of = viewKey(first.view);
    const unseen = dump === undefined ? (this.#unseen.get(of) ?? 0) + 1 : 0;
    this.#unseen.set(of, unseen);
    if (dump === undefined) {
      if (unseen < patience) for (const { key, value } of writes) if (!waiting.has(key)) waiting.set(key, value);
      return false;
    }
    const found = new Map<Key, KeyValue>();
    for (const { key, field, parameter, value } of writes) {
      if (waiting.has(key)) continue;
      const isThere = isNear(field, parameter, dump, value);
      if (isThere) nearest.set(key, dump.get(field.address));
      const now = isThere ? value : readField(field, parameter, dump);
      if (now !== undefined) found.set(key, now);
    }
    this.#report(found);
    return !writes.some(({ field }) => field.name === 'stereo');
  }

  /** Keys without a place are dropped: the faders changed since they were written. */
  #nextGroup(): readonly Write[] {
    const group: Write[] = [];
    for (const [key, value] of [...this.#picture.waiting]) {
      const place = this.#picture.placeOf(key);
      if (place === undefined) this.#picture.waiting.delete(key);
      else if (group[0] === undefined || viewKey(group[0].view) === viewKey(place.view))
        group.push({ ...place, key, value });
    }
    return group;
  }

  /** What the view shows in the end; undefined when it was not shown. */
  async #bring(writes: readonly Write[]): Promise<Dump | undefined> {
    const [{ view, identity }] = writes as readonly [Write];
    const addresses = [...new Set(writes.flatMap(({ field }) => addressesOf(field)))];
    const accepts = (dump: Dump) => writes.every((write) => isThere(write, dump));
    // A value that turns over must not be sent without a certain look at what there is.
    const looksFirst = writes.some(({ isToggle }) => isToggle);
    let seen: Dump | undefined;
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (looksFirst) {
        seen = await this.#visits.read(view, addresses, { identity });
        if (seen === undefined || accepts(seen)) return seen;
      }
      const missing = writes.filter((write) => seen === undefined || !isThere(write, seen));
      const values = missing.map(({ field, parameter, value, isToggle }) =>
        message(field.address, isToggle ? 1 : rawOf(field, parameter, value)),
      );
      seen = await this.#visits.read(view, addresses, { identity, values, accepts });
      if (seen === undefined || accepts(seen)) return seen;
    }
    return seen;
  }
}

const isThere = ({ field, parameter, value }: Write, dump: Dump) => isWritten(field, parameter, dump, value);
