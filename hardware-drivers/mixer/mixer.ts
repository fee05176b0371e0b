// The mixer as the audio process sees it: paths and fields in, numbers to the audio thread, and its echo back.
import type {
  AnalysisOrder,
  AnalysisResults,
  BandsPerOctave,
  Layout,
  Mixer,
  MixerContext,
  ObservedValue,
  ProcessorHandle,
  Value,
} from 'rowdesk/driver';
import { analyse } from './analysis.ts';
import { Calls } from './calls.ts';
import { Clips } from './clips.ts';
import { latencies, type PortLatency } from './latencies.ts';
import { MutedBy } from './muted-by.ts';
import { type Address, loadNative, type NativeMixer } from './native.ts';
import type { Output } from './outputs.ts';
import { Ports } from './ports.ts';
import { processorInputs } from './processor-inputs.ts';
import { StripRefs } from './strip-refs.ts';
import { type Names, numbersFor, valueFor } from './values.ts';

/** How soon a block that found the ring full is tried again. */
const retryMs = 5;

export interface MixerOptions {
  /** scalar, sse2, avx2, avx512, neon; without it the widest that runs here. */
  readonly instructionSet?: string;
  /** How long every change takes, for tests of what that would sound like; without it as rows.md says. */
  readonly rampMs?: number;
}

export class DeskMixer implements Mixer {
  readonly target = 'mixer';
  readonly processor: ProcessorHandle;
  readonly meterPaths: readonly string[];
  readonly meterLegs: readonly number[];
  readonly #native: NativeMixer;
  readonly #calls: Calls;
  readonly #clips: Clips;
  readonly #mutedBy: MutedBy;
  readonly #names: Names;
  readonly #addresses: readonly Address[];
  readonly #byPath = new Map<string, Map<string, Address>>();
  readonly #strips: readonly { readonly path: string; readonly feedsOutputs: boolean }[];
  readonly #values: Float64Array;
  readonly #closed: Uint32Array;
  /** By address, then what strips show. The same object for the same value: thousands are looked at in every heartbeat. */
  readonly #seen: ObservedValue[] = [];
  /** What #seen was made of. */
  readonly #seenValues: Float64Array;
  /** The place in #addresses, by slot. */
  readonly #addressAt: Uint32Array;
  /** Lists as they were wanted, by slot: the audio thread has sets, and gives them back in ascending order. */
  readonly #lists = new Map<number, readonly unknown[]>();
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Ports that the native half knows by number. */
  #connected = 0;

  /** Throws Error in words: an unknown kind, too many strips, an instruction set that doesn't run here. */
  constructor(layout: Layout, context: MixerContext, options: MixerOptions) {
    const native = loadNative();
    const counts = new Uint32Array(native.kinds.length);
    for (const [kind, count] of Object.entries(layout)) {
      const place = native.kinds.indexOf(kind);
      if (place < 0) throw new Error(`the mixer knows no strips of kind ${kind}; it knows ${native.kinds.join(', ')}`);
      if (!Number.isInteger(count) || count < 0) throw new Error(`the layout has ${count} strips of kind ${kind}`);
      counts[place] = count;
    }
    this.#native = new native.NativeMixer(
      counts,
      options.instructionSet ?? '',
      processorInputs(context.processors),
      options.rampMs ?? 0,
    );
    this.#addresses = this.#native.addresses();
    this.#mutedBy = new MutedBy(native.reasons, this.#addresses);
    for (const address of this.#addresses) {
      const fields = this.#byPath.get(address.path) ?? new Map<string, Address>();
      this.#byPath.set(address.path, fields.set(address.field, address));
    }
    this.#strips = this.#native.strips();
    this.meterPaths = this.#strips.map(({ path }) => path);
    this.meterLegs = this.#native.strips().map(({ legs }) => legs);
    this.#clips = new Clips(this.#native, this.#strips.length);
    this.#names = {
      sources: new Ports(),
      sinks: new Ports(),
      strips: new StripRefs(native.kinds, this.meterPaths),
    };
    this.#calls = new Calls({
      native: this.#native,
      names: this.#names,
      paths: this.meterPaths,
      send: () => {
        this.#connectNewPorts();
        if (!this.#native.flush()) this.#retryLater();
      },
    });
    this.#values = new Float64Array(this.#addresses.reduce((end, { slot, slots }) => Math.max(end, slot + slots), 0));
    this.#seenValues = new Float64Array(this.#values.length).fill(Number.NaN);
    this.#addressAt = new Uint32Array(this.#values.length);
    for (const [i, { slot, slots }] of this.#addresses.entries()) this.#addressAt.fill(i, slot, slot + slots);
    this.#closed = new Uint32Array(this.#strips.length + 1);
    this.processor = this.#native.processor();
    context.log('info', `mixer: ${this.#strips.length} strips, ${this.#native.state().instructionSet}`);
  }

  want(revision: number, values: readonly Value[]): readonly ObservedValue[] {
    const refused: ObservedValue[] = [];
    const slots: number[] = [];
    const numbers: number[] = [];
    const fadesMs: number[] = [];
    for (const value of values) {
      const address = this.#byPath.get(value.path)?.get(value.field);
      const found = address ? numbersFor(address, value.value, this.#names) : this.#unknown(value);
      if (address && typeof found !== 'string') {
        found.forEach((number, i) => {
          slots.push(address.slot + i);
          numbers.push(number);
          fadesMs.push(value.fadeMs ?? 0);
        });
        if (Array.isArray(value.value)) this.#rememberList(address, value.value);
      } else {
        const { path, field } = value;
        refused.push({ path, field, value: value.value, state: 'refused', reason: String(found) });
      }
    }
    this.#connectNewPorts();
    const block = [Uint32Array.from(slots), Float64Array.from(numbers), Float32Array.from(fadesMs)] as const;
    if (!this.#native.want(revision, ...block)) this.#retryLater();
    return refused;
  }

  observe(): { readonly revision: number; readonly values: readonly ObservedValue[] } {
    const revision = this.#native.observe(this.#values, this.#closed);
    this.#lookAtValues();
    this.#lookAtStrips();
    return { revision, values: [...this.#seen] };
  }

  /** Beside what calls.ts has: `latencies { rate }`, what of it is the mixer's own, by ports. Throws Error in words. */
  call(method: string, args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return method === 'latencies' ? { paths: this.#latencies(args.rate) } : this.#calls.call(method, args);
  }

  connect(ports: { readonly inputs: readonly string[]; readonly outputs: readonly string[] }): void {
    this.#names.sources.connect(ports.inputs);
    this.#names.sinks.connect(ports.outputs);
    this.#connectPorts();
    if (!this.#native.flush()) this.#retryLater();
  }

  open(open: boolean, fadeMs: number, reason: 'startup' | 'clock' | 'driver'): void {
    this.#native.open(open, fadeMs, reason);
  }

  readMeters(reader: number, into: Float32Array, clips: Uint32Array): void {
    this.#native.readMeters(reader, into, clips);
  }

  readonly state = (): ReturnType<Mixer['state']> => {
    this.#native.observe(this.#values, this.#closed);
    const isFaulty = (strip: number) => this.#mutedBy.of('', this.#closed[strip] ?? 0, this.#values).includes('fault');
    return {
      ...this.#native.state(),
      isOpen: this.#closed[this.#strips.length] === 0,
      clips: this.#clips.look(),
      faultyStrips: this.meterPaths.filter((_, strip) => isFaulty(strip)),
    };
  };

  analyse(order: AnalysisOrder): void {
    analyse(this.#native, order, this.meterPaths);
  }

  readAnalysis(): AnalysisResults {
    return this.#native.readAnalysis();
  }

  bandFrequenciesHz(bandsPerOctave: BandsPerOctave): readonly number[] {
    return loadNative().bandFrequencies(bandsPerOctave);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#calls.close();
    this.#native.close();
  }

  #lookAtValues(): void {
    for (let slot = 0; slot < this.#values.length; slot++) {
      if (this.#values[slot] === this.#seenValues[slot]) continue;
      const place = this.#addressAt[slot] as number;
      const address = this.#addresses[place] as Address;
      const end = address.slot + address.slots;
      const found = valueFor(address, this.#values.subarray(address.slot, end), this.#names);
      const { path, field } = address;
      this.#seen[place] = { path, field, value: this.#inOrder(address, found), state: 'applied' };
      slot = end - 1;
    }
    this.#seenValues.set(this.#values);
  }

  /** Who mutes them, how often they clipped and when; and the list of those that did. */
  #lookAtStrips(): void {
    const outputs = this.#closed[this.#strips.length] ?? 0;
    const isHeld = this.#calls.silenced(
      () => this.#seen.find(({ path }) => path === '/patch/outputs')?.value as readonly Output[],
    );
    this.#clips.look();
    let place = this.#addresses.length;
    this.#strips.forEach(({ path, feedsOutputs }, strip) => {
      const bits = (this.#closed[strip] ?? 0) | (feedsOutputs ? outputs : 0);
      const value = [...this.#mutedBy.of(path, bits, this.#values), ...(isHeld(strip) ? ['patch'] : [])];
      const before = this.#seen[place]?.value as readonly string[] | undefined;
      const isSame = before?.length === value.length && value.every((reason, i) => reason === before[i]);
      if (!isSame) this.#seen[place] = { path, field: 'mutedBy', value, state: 'applied' };
      const { count, at } = this.#clips.of(strip);
      this.#show(place + 1, `${path}/clip`, 'count', count);
      this.#show(place + 2, `${path}/clip`, 'at', at);
      place += 3;
    });
  }

  #show(place: number, path: string, field: string, value: string | number): void {
    if (this.#seen[place]?.value !== value) this.#seen[place] = { path, field, value, state: 'applied' };
  }

  #rememberList({ slot }: Address, list: readonly unknown[]): void {
    this.#lists.set(slot, list);
    this.#seenValues[slot] = Number.NaN;
  }

  /** A list in the order in which it was wanted, where it is the same set. */
  #inOrder(address: Address, value: unknown): unknown {
    const wanted = this.#lists.get(address.slot);
    if (!wanted) return value;
    const numbers = numbersFor(address, wanted, this.#names);
    const isSame = typeof numbers !== 'string' && numbers.every((n, i) => n === this.#values[address.slot + i]);
    return isSame ? wanted : value;
  }

  #latencies(rate: unknown): readonly PortLatency[] {
    if (typeof rate !== 'number' || !(rate > 0)) throw new Error('rate must be in Hz');
    const values = new Map(this.observe().values.map(({ path, field, value }) => [`${path} ${field}`, value]));
    return latencies({
      native: this.#native,
      strips: this.meterPaths,
      outputs: this.#names.sinks.present,
      value: (path, field) => values.get(`${path} ${field}`),
      rate,
    });
  }

  /** Ids that were never heard of have their numbers from the values that name them. */
  #connectNewPorts(): void {
    if (this.#names.sources.count + this.#names.sinks.count > this.#connected) this.#connectPorts();
  }

  #connectPorts(): void {
    this.#connected = this.#names.sources.count + this.#names.sinks.count;
    this.#native.connect(this.#names.sources.pairs(), this.#names.sinks.channels());
  }

  #unknown({ path, field }: Value): string {
    return this.#byPath.has(path) ? `${path} has no ${field} in this mixer` : `this mixer has no ${path}`;
  }

  #retryLater(): void {
    if (this.#retry || this.#isClosed) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      if (!this.#native.flush()) this.#retryLater();
    }, retryMs);
  }
}
