// A device at the desk: takes desired values, reports what the hardware said, and has the desk adopt what was changed by hand.
import type { ControlDevice, DeviceDescription, DiscoveredModel, DriverContext, Reading, Value } from 'rowdesk/driver';
import { Adoptions } from './adoptions.ts';
import { describe } from './description.ts';
import { HandChanges } from './hand-changes.ts';
import type { Hardware, HardwareEvents, Identity, Key, KeyValue } from './hardware.ts';
import { keptText } from './kept-text.ts';
import { levelOf, placeOf } from './mix-places.ts';
import { areaOf, Places, type Policies, rootPath } from './places.ts';
import { Report } from './report.ts';
import type { Timers } from './timers.ts';

const everyPolicy: Policies = { routing: 'remember', gain: 'remember', phantom: 'remember', clock: 'remember' };

export interface TotalMixParts {
  readonly model: DiscoveredModel;
  /** The token of its stagebox model. */
  readonly stagebox: string;
  readonly audioHalf?: DeviceDescription['audioHalf'];
  readonly context: Pick<DriverContext, 'changedOnDevice' | 'changed' | 'log'>;
  /** The rows of `/vendorA` are this device's: of several it is the first. */
  readonly isFirst: () => boolean;
  readonly timers: Pick<Timers, 'nowMs'>;
  readonly connect: (events: HardwareEvents) => Hardware;
  readonly closed: () => void;
}

export class TotalMixDevice implements ControlDevice {
  readonly target: string;
  readonly #parts: TotalMixParts;
  readonly #places: Places;
  readonly #hardware: Hardware;
  /** By key, and for what the device has no key for, by path and field. */
  readonly #wanted = new Map<Key, Value>();
  readonly #others = new Map<string, Value>();
  readonly #reported = new Map<Key, KeyValue>();
  readonly #byHand = new HandChanges();
  readonly #adoptions: Adoptions;
  readonly #beforeMute = new Map<string, KeyValue>();
  readonly #report: Report;
  #policies = everyPolicy;
  #identity: Identity = { model: '', serial: '', firmware: '' };
  #away = 'it has not answered yet';
  /** What a device that was just lost had: said once as unverified, so that no row confirms it. */
  #parting: readonly Reading[] | undefined;
  #readings = 0;
  /** Revisions: the newest one taken, that at the begin of the read under way or asked for, and that which a read confirmed. */
  #newest = 0;
  #atReading: number | undefined;
  #atRefresh = 0;
  #settled = 0;

  constructor(parts: TotalMixParts) {
    this.#parts = parts;
    this.target = `stagebox:${parts.model.id}`;
    this.#adoptions = new Adoptions(parts.timers);
    this.#places = new Places(parts.model.id);
    this.#hardware = parts.connect({
      reported: (values) => this.#take(values),
      reading: () => {
        this.#atReading = this.#newest;
        this.#byHand.reading();
      },
      read: () => this.#read(),
      identified: (identity) => {
        this.#identity = identity;
      },
      lost: (reason) => this.#lost(reason),
    });
    this.#report = new Report(this.#places, this.#hardware);
  }

  get description(): DeviceDescription {
    const { model, stagebox, audioHalf } = this.#parts;
    return describe({ model, stagebox, audioHalf, hardware: this.#hardware, away: this.#away });
  }

  apply(revision: number, values: readonly Value[]): readonly Reading[] {
    this.#newest = Math.max(this.#newest, revision);
    const refused = values.flatMap((value) => (this.#isOvertaken(value) ? [] : this.#want(value)));
    if (this.#away === '') this.#refresh();
    return refused;
  }

  observe() {
    if (this.#parting) {
      const values = this.#parting;
      this.#parting = undefined;
      return { revision: this.#settled, values };
    }
    if (this.#away !== '') throw new Error(this.#away);
    return { revision: this.#settled, values: this.#report.list(this.#state(), this.#parts.isFirst()) };
  }

  call(method: string, args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    if (this.#away !== '') throw new Error(this.#away);
    if (method === 'refresh') {
      this.#refresh();
      return { readings: this.#readings };
    }
    if (method === 'write') {
      const values = Array.isArray(args.values) ? (args.values as readonly Value[]) : [];
      const refused = values.flatMap((value) => this.#want(value));
      this.#refresh();
      return { written: values.length - refused.length, refused };
    }
    if (method === 'identify') {
      if (!this.#hardware.identify)
        throw new Error(`the ${this.#identity.model || 'device'} has nothing that shows which it is`);
      this.#hardware.identify();
      return {};
    }
    throw new Error(`there is no ${method} here; there are refresh, write and identify`);
  }

  close(): void {
    this.#hardware.close();
    this.#parts.closed();
  }

  #isOvertaken(value: Value): boolean {
    const key = this.#places.keyAt(value);
    return key !== undefined && this.#adoptions.isOvertaken(key, value.value);
  }

  /** Takes a desired value, and sends it. The answer is empty, or its refusal. */
  #want(value: Value): readonly Reading[] {
    const { path, field } = value;
    const key = this.#places.keyAt(value);
    if (path === rootPath && field === 'policy') {
      this.#policies = { ...everyPolicy, ...(value.value as Partial<Policies>) };
      return [];
    }
    if (key === undefined || !this.#has(key)) {
      this.#others.set(`${path} ${field}`, value);
      return [];
    }
    this.#wanted.set(key, value);
    this.#report.changed(reportedAs(key));
    try {
      this.#send(key);
      return [];
    } catch (error) {
      return [{ path, field, value: value.value, state: 'refused', reason: (error as Error).message }];
    }
  }

  #has(key: Key): boolean {
    const parameter = this.#hardware.parameters.get(reportedAs(key));
    return parameter !== undefined && parameter.isWritable !== false;
  }

  /** Throws Error in words for a value that the device can't take. A value that the desk never set is not sent. */
  #send(key: Key): void {
    const place = placeOf(key);
    const value = place === undefined ? this.#wanted.get(key)?.value : this.#levelOf(place);
    if (value === undefined || value === null || this.#away !== '') return;
    const sent = reportedAs(key);
    const kept = typeof value === 'string' ? keptText(value, this.#hardware.parameters.get(sent)) : (value as KeyValue);
    // A device keeps its own names until the desk has one.
    if (kept === '') return;
    this.#hardware.write(sent, kept);
    this.#byHand.wrote(sent, kept);
  }

  #levelOf(place: string): number | undefined {
    const wanted = this.#wantedOf(place);
    const level = this.#reported.get(`${place}/levelDb`);
    if (wanted.muted === true && level !== undefined && level !== -144) this.#beforeMute.set(place, level);
    return levelOf(wanted, this.#beforeMute.get(place));
  }

  #wantedOf(place: string) {
    return { muted: this.#wanted.get(`${place}/muted`)?.value, levelDb: this.#wanted.get(`${place}/levelDb`)?.value };
  }

  #take(values: ReadonlyMap<Key, KeyValue>): void {
    const changed: Key[] = [];
    for (const [key, value] of values) {
      const before = this.#reported.get(key);
      if (before !== value) this.#report.changed(key);
      this.#reported.set(key, value);
      const isByHand = this.#byHand.isByHand(key, before, value);
      if (isByHand && this.#away === '' && this.#policies[areaOf(key)] === 'remember') changed.push(key);
    }
    const isDesired = (key: Key) => !key.endsWith('/label') || Boolean(this.#wanted.get(key)?.value);
    if (changed.some(isDesired)) this.#adopt(changed.filter(isDesired));
  }

  /** The desk takes over what was changed at the device. */
  #adopt(keys: readonly Key[]): void {
    const isFirst = this.#parts.isFirst();
    for (const key of keys) {
      const place = placeOf(key);
      // A muted place whose level was turned up is not muted any more.
      for (const each of place === undefined ? [key] : [`${place}/levelDb`, `${place}/muted`]) {
        const wanted = this.#wanted.get(each);
        const value = each.endsWith('/muted') ? false : this.#reported.get(key);
        if (wanted && wanted.value !== value) this.#adoptions.announced(each, wanted.value);
        if (wanted && wanted.value !== null) this.#wanted.set(each, { ...wanted, value });
      }
      this.#report.changed(key);
    }
    const readings = this.#report.of(keys, this.#state()).filter(({ path }) => isFirst || !path.startsWith(rootPath));
    if (readings.length > 0) this.#parts.context.changedOnDevice(readings);
  }

  #read(): void {
    this.#settled = this.#atReading ?? this.#atRefresh;
    this.#atReading = undefined;
    this.#readings++;
    this.#byHand.read();
    if (this.#away === '') return;
    this.#away = '';
    this.#parting = undefined;
    this.#writeUnreadable();
    this.#parts.context.changed();
  }

  /** After it was away, the device may have lost what it can't say. */
  #writeUnreadable(): void {
    for (const key of this.#wanted.keys()) {
      if (this.#reported.has(reportedAs(key))) continue;
      try {
        this.#send(key);
      } catch (error) {
        this.#parts.context.log('info', `${key}: ${(error as Error).message}`);
      }
    }
  }

  #refresh(): void {
    this.#atRefresh = this.#newest;
    this.#hardware.refresh();
  }

  #lost(reason: string): void {
    if (this.#away === reason) return;
    if (this.#away === '') {
      const known = this.#report.list(this.#state(), this.#parts.isFirst());
      this.#parting = known.map((reading) => ({ ...reading, state: 'unverified' }));
    }
    this.#away = reason;
    this.#reported.clear();
    this.#byHand.clear();
    this.#report.clear();
    this.#parts.context.changed();
  }

  #state() {
    return {
      reported: this.#reported,
      wanted: (key: Key) => this.#wanted.get(key)?.value,
      others: this.#others.values(),
      policies: this.#policies,
      identity: this.#identity,
      readings: this.#readings,
    };
  }
}

/** The key by which the hardware has it: a mute of the mix is a level there. */
function reportedAs(key: Key): Key {
  const place = placeOf(key);
  return place === undefined ? key : `${place}/levelDb`;
}
