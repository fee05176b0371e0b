// An audio process without sound, present at once: devices of the configuration, else the virtual stagebox where its driver
// is switched on; targets that take every value.
import type { AudioPart, AudioPartNeeds } from '../audio/audio-part.ts';
import { type anyConfig, fittingConfig } from '../audio/discovery/config-schema.ts';
import { inTreeMixer, readMixerDescription } from '../audio/discovery/mixer-description.ts';
import type { BeforeSwitch } from '../audio/processes/link-target.ts';
import { boxesOf } from '../audio/views/boxes.ts';
import { Refusal } from '../base/refusals.ts';
import type { Target } from '../reconcile/target.ts';
import type { Fields } from '../rows/definitions.ts';
import type {
  Alignment,
  Audio,
  Box,
  ClockState,
  Device,
  DriverChoice,
  DriverType,
  FoundDevice,
  JoinedDeviceFigures,
  JoinedDevices,
  MeterSample,
  RealTimeFigures,
  Spectrum,
} from '../services.ts';
import { FakeAnalyses } from './fake-analyses.ts';
import { deviceOf, foundOf } from './fake-devices.ts';
import { FakeGraph } from './fake-graph.ts';
import { FakeJobs } from './fake-jobs.ts';
import { FakeReaders } from './fake-readers.ts';
import { FakeTarget } from './fake-target.ts';

const { folder, manifest } = inTreeMixer();
const mixer = readMixerDescription(folder, manifest);

const virtualStagebox = { id: 'virtual-32x16', transport: 'virtual', model: 'virtual-32x16' };

function devicesIn({ devices, drivers }: AudioPartNeeds['config']): AudioPartNeeds['config']['devices'] {
  if (devices.length > 0 || !drivers.some(({ name }) => name === 'virtual')) return devices;
  return [virtualStagebox];
}

export class FakeAudio implements AudioPart {
  state: Audio['state'] = 'starting';
  reason = '';
  version = '';
  clock: ClockState;
  devices: readonly Device[];
  /** Undefined: each device is a box. */
  joinedBoxes: readonly Box[] | undefined;
  joined: JoinedDevices = { devices: [], mostChannels: 64 };
  /** The first figures of a reader; undefined for none, as while no device drives. */
  realTime: RealTimeFigures | undefined;
  joinedFigures: readonly JoinedDeviceFigures[] | undefined;
  choices: readonly DriverChoice[] = [];
  /** The devices of the configuration, until a test changes them. */
  found: readonly FoundDevice[];
  /** The scans, in order. */
  readonly scans: (readonly string[])[] = [];
  readonly audio: Audio = this;
  readonly drivers = this;
  readonly targets = this;
  readonly graph: FakeGraph = new FakeGraph(this);
  readonly jobs: FakeJobs = new FakeJobs();
  /** The processors of the in-tree mixer. */
  readonly processors = mixer.processors;
  /** Its other fields. */
  readonly fields = mixer.fields;
  /** The calls of `call`, in order. */
  readonly calls: { readonly target: string; readonly method: string; readonly args: Fields }[] = [];
  /** Answers of `call` by `target method`, else {}. Levels reach their desired value at once. */
  readonly answers = new Map<string, (args: Fields) => Fields>([
    ['mixer fading', () => ({ revision: Number.MAX_SAFE_INTEGER, leftMs: 0, levels: [] })],
  ]);
  types: readonly DriverType[] = [];
  /** Why, by name of the driver. */
  readonly switchedOff = new Map<string, string>();
  /** By name of the driver; another than that of its type. */
  readonly configurations = new Map<string, Fields>();
  /** The functions called before a field with `settlesMs` changes. */
  readonly preparations = new Set<BeforeSwitch>();
  /** Strips per kind, once the provider has set it. */
  layout: Readonly<Record<string, number>> | undefined;
  /** `stopped` or `left`, once the host has ended. */
  ended: 'stopped' | 'left' | undefined;
  #made: { readonly of: readonly Device[]; readonly boxes: readonly Box[] } | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #meterReaders = new FakeReaders<MeterSample>();
  readonly #figureReaders = new FakeReaders<RealTimeFigures>();
  readonly #joinedReaders = new FakeReaders<readonly JoinedDeviceFigures[]>();
  readonly #analyses = new FakeAnalyses();
  readonly #targets = new Map<string, FakeTarget>();
  readonly #added = new Set<(target: Target) => void>();

  constructor({ config }: Pick<AudioPartNeeds, 'config'>) {
    this.devices = devicesIn(config).map(({ id, transport, model }) => deviceOf(id, transport, model));
    this.found = this.devices.map(({ id, transport, model }) => foundOf(id, transport, model));
    const driving = this.devices[0]?.id ?? '';
    const rates = [44_100, 48_000, 96_000];
    this.realTime = {
      ...{ processId: 0, xruns: 0, lastXrunAt: '', dspLoadPercent: 0, dspLoadMaxPercent: 0, blockUs: 0 },
      ...{ wakeupJitterUs: 0, quantum: config.blockFrames, rate: config.rate, policy: '', priority: 0 },
    };
    this.clock = { rate: config.rate, quantum: config.blockFrames, supportedRates: rates, driving, grade: 'internal' };
    for (const name of ['mixer', 'clock', 'graph', ...this.devices.map(({ id }) => `stagebox:${id}`)])
      this.target(name);
  }

  get boxes(): readonly Box[] {
    if (this.joinedBoxes !== undefined) return this.joinedBoxes;
    // As the real list is: the same until devices change.
    if (this.#made?.of !== this.devices) this.#made = { of: this.devices, boxes: boxesOf(this.devices) };
    return this.#made.boxes;
  }

  /** The target of this name; created at the first call. */
  target(name: string): FakeTarget {
    let target = this.#targets.get(name);
    if (target === undefined) {
      target = new FakeTarget(name);
      this.#targets.set(name, target);
      for (const listener of this.#added) listener(target);
    }
    return target;
  }

  /** Changes its state, and calls the listeners: `become({ state: 'degraded', reason: 'unplugged' })`. */
  become(
    changes: Partial<
      Pick<
        FakeAudio,
        'state' | 'reason' | 'clock' | 'devices' | 'joinedBoxes' | 'joined' | 'realTime' | 'choices' | 'found'
      >
    >,
  ): void {
    Object.assign(this, changes);
    for (const listener of [...this.#listeners]) listener();
    this.graph.notify();
  }

  /** Sends meters to all present readers; `meterSample` makes them. */
  meter(meters: MeterSample): void {
    this.#meterReaders.send(meters);
  }

  /** Sends figures of the audio thread to all present readers. */
  figures(figures: RealTimeFigures): void {
    this.#figureReaders.send(figures);
  }

  /** Sends a spectrum to all readers of this strip with as many bands. */
  spectrum(path: string, spectrum: Spectrum, atMs: number): void {
    this.#analyses.spectrum(path, spectrum, atMs);
  }

  /** Sends an alignment to all present readers of this strip and reference. */
  alignment(path: string, alignment: Alignment, atMs: number): void {
    this.#analyses.alignment(path, alignment, atMs);
  }

  /** The number of readers of meters, figures, spectra and alignments: 0 without watchers of their rows. */
  get readers(): number {
    const own = [this.#meterReaders, this.#figureReaders, this.#joinedReaders, this.#analyses];
    return own.reduce((sum, { size }) => sum + size, 0);
  }

  start(_storeId: string): void {
    this.become({ state: 'running' });
  }

  probe(): void {}

  beat(): void {}

  async stop(): Promise<void> {
    this.ended = 'stopped';
  }

  async leave(): Promise<void> {
    this.ended = 'left';
  }

  list(): readonly FakeTarget[] {
    return [...this.#targets.values()];
  }

  onAdded(listener: (target: Target) => void): () => void {
    this.#added.add(listener);
    return () => this.#added.delete(listener);
  }

  onChange(listener: () => void): () => void {
    const own = () => listener();
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** Nothing is there that takes time. */
  switchOff(name: string, reason?: string): void {
    if (reason === undefined) this.switchedOff.delete(name);
    else this.switchedOff.set(name, reason);
    const state = reason === undefined ? 'running' : 'absent';
    const switched = { state, reason: reason ?? '' } as const;
    this.become({ choices: this.choices.map((one) => (one.name === name ? { ...one, ...switched } : one)) });
  }

  reconfigure(name: string, config: Fields): string {
    const { configSchema } = this.types.find((type) => type.name === name) ?? {};
    const fitting = fittingConfig({ configSchema: configSchema as typeof anyConfig }, config);
    if (fitting.problem === '') this.configurations.set(name, fitting.config);
    return fitting.problem;
  }

  scan(transports: readonly string[]): void {
    this.scans.push(transports);
  }

  configure(layout: Readonly<Record<string, number>>): void {
    this.layout = layout;
    this.graph.notify();
  }

  readMeters(_intervalMs: number, sample: (meters: MeterSample) => void): () => void {
    return this.#meterReaders.add(sample);
  }

  readRealTime(_intervalMs: number, sample: (figures: RealTimeFigures) => void): () => void {
    return this.#figureReaders.add(sample, this.realTime);
  }

  readJoined(_intervalMs: number, sample: (figures: readonly JoinedDeviceFigures[]) => void): () => void {
    return this.#joinedReaders.add(sample, this.joinedFigures);
  }

  readSpectrum(...reader: Parameters<Audio['readSpectrum']>): () => void {
    return this.#analyses.readSpectrum(...reader);
  }

  readAlignment(...reader: Parameters<Audio['readAlignment']>): () => void {
    return this.#analyses.readAlignment(...reader);
  }

  beforeSwitch(prepare: BeforeSwitch): () => void {
    this.preparations.add(prepare);
    return () => this.preparations.delete(prepare);
  }

  async call(target: string, method: string, args: Fields): Promise<Fields> {
    if (this.#targets.get(target)?.isPresent !== true) {
      throw new Refusal('device-absent', `${target} is absent`, { target });
    }
    this.calls.push({ target, method, args });
    return this.answers.get(`${target} ${method}`)?.(args) ?? {};
  }
}
