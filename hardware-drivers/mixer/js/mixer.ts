// The mixer as the audio process sees it: paths and fields in, numbers to the audio thread, and its echo back.
import type {
  AnalysisOrder,
  AnalysisResults,
  BandsPerOctave,
  ConnectedPorts,
  GraphNodeDescription,
  LinkEnds,
  MeterColumn,
  Mixer,
  MixerContext,
  ProcessorHandle,
  Reading,
  StripCounts,
  Value,
} from 'rowdesk/driver';
import { PortAliases } from './aliases.ts';
import { analyse } from './analysis.ts';
import { Calls } from './calls.ts';
import { Echo } from './echo.ts';
import { Fading } from './fading.ts';
import { FieldGroups } from './field-groups.ts';
import { fieldInputs } from './field-inputs.ts';
import { Flushing } from './flushing.ts';
import { HardwareInserts } from './hardware-inserts.ts';
import { Inserts } from './inserts.ts';
import { latencies, latencyFields, type PortLatency } from './latencies.ts';
import type { SoundingStrip } from './legs.ts';
import { linkFields, mixerLinks, type ValueReader } from './links.ts';
import { type Address, loadNative, type NativeMixer } from './native.ts';
import { mixerNode } from './nodes.ts';
import { PlayedSources } from './played-sources.ts';
import { PluginNumbers } from './plugin-numbers.ts';
import { Ports } from './ports.ts';
import { processorInputs } from './processor-inputs.ts';
import { ProtectedStrips } from './protected-strips.ts';
import { RecordedStrips } from './recorded-strips.ts';
import { stripCounts } from './strip-counts.ts';
import { StripRefs } from './strip-refs.ts';
import { type Names, numbersFor } from './values.ts';

export interface MixerOptions {
  /** scalar, sse2, avx2, avx512, neon; without it the widest that runs here. */
  readonly instructionSet?: string;
  /** How long every change takes, for tests of what that would sound like; without it as rows.md says. */
  readonly rampMs?: number;
}

export class DeskMixer implements Mixer {
  readonly target = 'mixer';
  readonly reads = ['latencies', 'inputLevels'] as const;
  readonly processor: ProcessorHandle;
  readonly meterPaths: readonly string[];
  readonly meterLegs: readonly number[];
  readonly meterColumns: readonly MeterColumn[];
  readonly linkFields = linkFields;
  readonly #strips: readonly SoundingStrip[];
  readonly #node: GraphNodeDescription;
  readonly #native: NativeMixer;
  readonly #calls: Calls;
  readonly #echo: Echo;
  readonly #flushing: Flushing;
  readonly #fading = new Fading(() => performance.now());
  readonly #names: Names;
  readonly #groups: FieldGroups;
  readonly #hardware: HardwareInserts;
  readonly #inserts: Inserts;
  readonly #byPath = new Map<string, Map<string, Address>>();
  /** The newest revision. */
  #wanted = 0;
  /** Changes of ports that the native half knows. */
  #connected = 0;

  /** Throws Error in words: an unknown kind, too many strips, an instruction set that doesn't run here. */
  constructor(layout: StripCounts, context: MixerContext, options: MixerOptions) {
    const native = loadNative();
    this.#native = new native.NativeMixer(
      stripCounts(layout, native.kinds),
      options.instructionSet ?? '',
      processorInputs(context.processors),
      fieldInputs(context.fields, native.kinds),
      options.rampMs ?? 0,
      context.watchdog?.socket ?? '',
      context.watchdog?.timeoutMs ?? 0,
      context.runtimeFolder,
    );
    this.#flushing = new Flushing(this.#native);
    const addresses = this.#native.addresses();
    for (const address of addresses) {
      const fields = this.#byPath.get(address.path) ?? new Map<string, Address>();
      this.#byPath.set(address.path, fields.set(address.field, address));
    }
    const strips = this.#native.strips();
    this.meterPaths = strips.map(({ path }) => path);
    this.meterLegs = strips.map(({ legs }) => legs);
    this.#strips = strips;
    this.#node = mixerNode(strips);
    this.meterColumns = native.meterColumns;
    this.#names = {
      sources: new Ports(),
      sinks: new Ports(),
      strips: new StripRefs(native.kinds, this.meterPaths),
      plugins: new PluginNumbers(),
    };
    this.#hardware = new HardwareInserts({ native: this.#native, strips, names: this.#names });
    this.#inserts = new Inserts(this.#native, this.meterPaths);
    this.#groups = new FieldGroups([
      new RecordedStrips(this.#native, this.#names.strips),
      new PlayedSources(this.#native, strips, context.runtimeFolder !== ''),
      new PortAliases(this.#names),
      this.#hardware,
      this.#inserts,
      new ProtectedStrips(this.#native, this.meterPaths, Date.now),
    ]);
    this.#calls = new Calls({
      ...{ native: this.#native, names: this.#names, hardware: this.#hardware },
      strips,
      send: () => {
        this.#connectNewPorts();
        this.#flushing.now();
      },
    });
    this.#echo = new Echo({
      ...{ native: this.#native, reasons: native.reasons, addresses, strips, names: this.#names },
      others: () => this.#groups.readings,
      silenced: (patched) => this.#calls.silenced(patched),
    });
    this.processor = this.#native.processor();
    context.log('info', `mixer: ${strips.length} strips, ${this.#native.state().instructionSet}`);
  }

  apply(revision: number, values: readonly Value[]): readonly Reading[] {
    this.#wanted = Math.max(this.#wanted, revision);
    this.#follow(values);
    const { refused, rest } = this.#groups.apply(values);
    const slots: number[] = [];
    const numbers: number[] = [];
    const fadesMs: number[] = [];
    for (const value of rest) {
      const address = this.#byPath.get(value.path)?.get(value.field);
      const found = address
        ? this.#inserts.follow(address, numbersFor(address, value.value, this.#names))
        : this.#unknown(value);
      if (address && typeof found !== 'string') {
        found.forEach((number, i) => {
          slots.push(address.slot + i);
          numbers.push(number);
          fadesMs.push(value.fadeMs ?? 0);
        });
        if (Array.isArray(value.value)) this.#echo.remember(address, value.value);
      } else {
        const { path, field } = value;
        refused.push({ path, field, value: value.value, state: 'refused', reason: String(found) });
      }
    }
    this.#connectNewPorts();
    const block = [Uint32Array.from(slots), Float64Array.from(numbers), Float32Array.from(fadesMs)] as const;
    if (!this.#native.apply(revision, ...block)) this.#flushing.later();
    return refused;
  }

  observe(): { readonly revision: number; readonly values: readonly Reading[] } {
    return this.#echo.read();
  }

  /**
   * Beside what calls.ts has: `latencies { rate }`, what of it is the mixer's own, by ports. `fading`: for how long levels
   * are on their way yet, as of the newest revision that was wanted, in ms; with `levels: true` also what would hold each
   * of them where it is. Throws Error in words.
   */
  call(method: string, args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    if (method === 'fading') {
      const levels = args.levels === true ? { levels: this.#fading.levels() } : {};
      return { revision: this.#wanted, leftMs: this.#fading.leftMs, ...levels };
    }
    return method === 'latencies' ? { paths: this.#latencies(args.rate) } : this.#calls.call(method, args);
  }

  nodes(): readonly GraphNodeDescription[] {
    return [this.#node];
  }

  links(ports: ConnectedPorts): readonly LinkEnds[] {
    return mixerLinks(this.#strips, this.#reader(linkFields), ports, this.#names);
  }

  connect(ports: ConnectedPorts): void {
    this.#names.sources.connect(ports.inputs);
    this.#names.sinks.connect(ports.outputs);
    this.#native.describe(ports.inputs.length, ports.outputs.length);
    this.#connectPorts();
    this.#flushing.now();
  }

  open(open: boolean, fadeMs: number, reason: 'startup' | 'clock' | 'driver'): void {
    this.#native.open(open, fadeMs, reason);
  }

  readMeters(reader: number, into: Float32Array, clips: Uint32Array): void {
    this.#native.readMeters(reader, into, clips);
  }

  readonly state = (): ReturnType<Mixer['state']> => ({ ...this.#native.state(), ...this.#echo.state() });

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
    this.#flushing.close();
    this.#calls.close();
    this.#native.close();
  }

  /** What fades begins where it is now. */
  #follow(values: readonly Value[]): void {
    let rows: ReadonlyMap<string, unknown> | undefined;
    this.#fading.apply(values, (path, field) => {
      rows ??= new Map(this.observe().values.map((value) => [`${value.path} ${value.field}`, value.value]));
      return rows.get(`${path} ${field}`);
    });
  }

  #latencies(rate: unknown): readonly PortLatency[] {
    return latencies({
      native: this.#native,
      strips: this.meterPaths,
      outputs: this.#names.sinks.present,
      value: this.#reader(latencyFields),
      rate,
    });
  }

  /** What the audio thread has of these fields. */
  #reader(fields: readonly string[]): ValueReader {
    const own = this.observe().values.filter(({ field }) => fields.includes(field));
    const values = new Map(own.map(({ path, field, value }) => [`${path} ${field}`, value]));
    return (path, field) => values.get(`${path} ${field}`);
  }

  /** Ids never heard of have their numbers from the values that name them; aliases change channels. */
  #connectNewPorts(): void {
    if (this.#names.sources.changes + this.#names.sinks.changes > this.#connected) this.#connectPorts();
  }

  #connectPorts(): void {
    this.#connected = this.#names.sources.changes + this.#names.sinks.changes;
    this.#native.connect(this.#names.sources.pairs(), this.#names.sinks.channels());
    this.#hardware.connect();
  }

  #unknown({ path, field }: Value): string {
    return this.#byPath.has(path) ? `${path} has no ${field} in this mixer` : `this mixer has no ${path}`;
  }
}
