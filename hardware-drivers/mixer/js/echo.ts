// The values of the audio thread, by the desk's addresses. Each read takes all of them; an unchanged value is the same object
// as before, since thousands are compared in every heartbeat.
import type { Mixer, Observation, Reading } from 'rowdesk/driver';
import { Clips } from './clips.ts';
import { MutedBy } from './muted-by.ts';
import type { Address, NativeMixer } from './native.ts';
import type { Output } from './outputs.ts';
import { type Names, numbersFor, valueFor } from './values.ts';

export interface EchoParts {
  readonly native: NativeMixer;
  /** What the bits of a closed strip stand for. */
  readonly reasons: readonly string[];
  readonly addresses: readonly Address[];
  readonly strips: readonly { readonly path: string; readonly feedsOutputs: boolean }[];
  readonly names: Names;
  /** Values beside the slots (field-groups.ts). */
  readonly others: () => Iterable<Reading>;
  /** By strip: it is played at outputs only that are silent for a moment, of those that `patched` names. */
  readonly silenced: (patched: () => readonly Output[]) => (strip: number) => boolean;
}

export class Echo {
  readonly #parts: EchoParts;
  readonly #clips: Clips;
  readonly #mutedBy: MutedBy;
  /** By slot. */
  readonly #values: Float64Array;
  /** By strip, and last for all outputs. */
  readonly #closed: Uint32Array;
  /** By strip, ms. */
  readonly #speakerDelays: Float64Array;
  /** Rows of strips that have speakers, by strip. */
  readonly #speakerRows: readonly (string | undefined)[];
  /** By address, then what strips show. */
  readonly #readings: Reading[] = [];
  /** The slots that #readings was made of. */
  readonly #readingValues: Float64Array;
  /** The place of its address, by slot. */
  readonly #addressAt: Uint32Array;
  /** Desired lists, by slot: the audio thread has sets, and reads them back in ascending order. */
  readonly #lists = new Map<number, readonly unknown[]>();

  constructor(parts: EchoParts) {
    const { native, reasons, addresses, strips } = parts;
    this.#parts = parts;
    this.#clips = new Clips(native, strips.length);
    this.#mutedBy = new MutedBy(reasons, addresses);
    const slots = addresses.reduce((end, address) => Math.max(end, address.slot + address.slots), 0);
    this.#values = new Float64Array(slots);
    this.#readingValues = new Float64Array(slots).fill(Number.NaN);
    this.#addressAt = new Uint32Array(slots);
    for (const [place, { slot, slots }] of addresses.entries()) this.#addressAt.fill(place, slot, slot + slots);
    this.#closed = new Uint32Array(strips.length + 1);
    this.#speakerDelays = new Float64Array(strips.length);
    const rows = new Set(addresses.map(({ path }) => path));
    this.#speakerRows = strips.map(({ path }) => [`${path}/speakerAlign`].find((row) => rows.has(row)));
  }

  read(): Observation {
    const revision = this.#parts.native.observe(this.#values, this.#closed);
    this.#lookAtValues();
    this.#lookAtStrips();
    return { revision, values: [...this.#readings, ...this.#parts.others()] };
  }

  /** A desired list is observed in its own order, once the audio thread has the same set. */
  remember({ slot }: Address, list: readonly unknown[]): void {
    this.#lists.set(slot, list);
    this.#readingValues[slot] = Number.NaN;
  }

  /** What needs an eye more often than values do. */
  state(): Pick<ReturnType<Mixer['state']>, 'isOpen' | 'clips' | 'mutes' | 'faultyStrips' | 'faults'> {
    const { native, strips } = this.#parts;
    native.observe(this.#values, this.#closed);
    const isFaulty = (strip: number) => this.#mutedBy.of('', this.#closed[strip] ?? 0, this.#values).includes('fault');
    return {
      isOpen: this.#closed[strips.length] === 0,
      clips: this.#clips.look(),
      mutes: this.#closed.reduce((sum, bits) => (Math.imul(sum, 31) + bits) | 0, 0),
      faults: [...native.faults()].flatMap((count, strip) =>
        count === 0 ? [] : [{ path: strips[strip]?.path ?? '', count }],
      ),
      faultyStrips: strips.filter((_, strip) => isFaulty(strip)).map(({ path }) => path),
    };
  }

  #lookAtValues(): void {
    const { addresses, names } = this.#parts;
    for (let slot = 0; slot < this.#values.length; slot++) {
      if (this.#values[slot] === this.#readingValues[slot]) continue;
      const place = this.#addressAt[slot] as number;
      const address = addresses[place] as Address;
      const end = address.slot + address.slots;
      const found = valueFor(address, this.#values.subarray(address.slot, end), names);
      const { path, field } = address;
      this.#readings[place] = { path, field, value: this.#inOrder(address, found), state: 'applied' };
      slot = end - 1;
    }
    this.#readingValues.set(this.#values);
  }

  /** Who mutes them, how often they clipped and when, and how late their speakers are. */
  #lookAtStrips(): void {
    const { addresses, native, strips, silenced } = this.#parts;
    const outputs = this.#closed[strips.length] ?? 0;
    const isSilenced = silenced(
      () => this.#readings.find(({ path }) => path === '/patch/outputs')?.value as readonly Output[],
    );
    this.#clips.look();
    native.speakerDelays(this.#speakerDelays);
    let place = addresses.length;
    strips.forEach(({ path, feedsOutputs }, strip) => {
      const bits = (this.#closed[strip] ?? 0) | (feedsOutputs ? outputs : 0);
      const value = [...this.#mutedBy.of(path, bits, this.#values), ...(isSilenced(strip) ? ['patch'] : [])];
      const before = this.#readings[place]?.value as readonly string[] | undefined;
      const isSame = before?.length === value.length && value.every((reason, i) => reason === before[i]);
      if (!isSame) this.#readings[place] = { path, field: 'mutedBy', value, state: 'applied' };
      const { count, at } = this.#clips.of(strip);
      this.#set(place + 1, `${path}/clip`, 'count', count);
      this.#set(place + 2, `${path}/clip`, 'at', at);
      place += 3;
      const row = this.#speakerRows[strip];
      if (row === undefined) return;
      this.#set(place, row, 'appliedDelayMs', Math.round((this.#speakerDelays[strip] as number) * 1e4) / 1e4);
      place += 1;
    });
  }

  #set(place: number, path: string, field: string, value: string | number): void {
    if (this.#readings[place]?.value !== value) this.#readings[place] = { path, field, value, state: 'applied' };
  }

  /** A list in the order of the desired one, where both are the same set. */
  #inOrder(address: Address, value: unknown): unknown {
    const desired = this.#lists.get(address.slot);
    if (!desired) return value;
    const numbers = numbersFor(address, desired, this.#parts.names);
    const isSame = typeof numbers !== 'string' && numbers.every((n, i) => n === this.#values[address.slot + i]);
    return isSame ? desired : value;
  }
}
