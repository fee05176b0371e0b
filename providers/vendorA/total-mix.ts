// The TotalMix device there is, and what it has: of several devices the first by id. A field that the device reported
// once stays a field of its row while the device is away.
import {
  type Addresses,
  type Audio,
  type Device,
  type Listeners,
  type ObservedReader,
  type ObservedState,
  type OwnFields,
  stopAll,
} from 'rowdesk/provider';
import { inputPath, type MixAt, mixPath, outputPath, rootPath, type SocketAt } from './paths.ts';

/** The driver whose devices these are. */
const driver = 'totalmix';
const places = /^\/vendorA\/totalmix\/mix\/([1-9]\d*)\/([1-9]\d*)$/;

export class TotalMix {
  /** Fields that the device has as it pleases. */
  readonly own: OwnFields;
  readonly #audio: Audio;
  readonly #observed: ObservedState;
  readonly #reported = new Map<string, Set<string>>();
  readonly #listeners: Listeners;
  #deviceId: string | undefined;
  #mix: readonly MixAt[] = [];

  constructor(audio: Audio, own: OwnFields, observed: ObservedState, listeners: Listeners) {
    this.own = own;
    this.#listeners = listeners;
    this.#audio = audio;
    this.#observed = observed;
  }

  /** Follows the reports until the returned function is called. */
  start(): () => void {
    return this.#observed.onChange((changes) => {
      const before = this.#reported.size;
      for (const { path, field } of changes) this.#note(path, field);
      const isOther = this.#reported.size !== before;
      if (isOther) this.#mix = this.#places();
      if (isOther || changes.some(({ path, field }) => path === rootPath && field === 'state'))
        this.#listeners.notify();
    });
  }

  get device(): Device | undefined {
    let first: Device | undefined;
    for (const device of this.#audio.devices) {
      if (device.driver === driver && (first === undefined || device.id < first.id)) first = device;
    }
    return first;
  }

  /** Why the device does not answer, '' while it does. */
  get reason(): string {
    const { device } = this;
    if (device === undefined) return 'no device of the driver totalmix is there';
    return device.present ? (device.away ?? '') : device.away || 'its driver does not run, or does not find it';
  }

  /** `absent` without a device, `away` while it does not answer, else what the driver says. */
  get state(): string {
    if (this.device === undefined) return 'absent';
    if (this.reason !== '') return 'away';
    const reported = this.#observed.read(rootPath, 'state')?.value;
    return typeof reported === 'string' ? reported : 'running';
  }

  /** The name of what takes the values; undefined without a device. */
  get target(): string | undefined {
    const id = this.device?.id;
    return id === undefined ? undefined : `stagebox:${id}`;
  }

  /** The ids of the ports with the sound of its sockets, by socket; none where no sound is known, or for playback. */
  portIds(direction: 'input' | 'output'): ReadonlyMap<number, string> {
    const { device } = this;
    const box = this.#audio.boxes.find(({ id }) => id === device?.id);
    const count = this.count(direction);
    const own = box?.ports.filter((port) => port.direction === direction && port.channel <= count) ?? [];
    return new Map(own.map(({ channel, id }) => [channel, id]));
  }

  count(direction: 'input' | 'output'): number {
    return this.device?.ports.filter((port) => port.direction === direction).length ?? 0;
  }

  /** The device has this field. The read is recorded where `observed` records. */
  has(path: string, field: string, observed: ObservedReader): boolean {
    return observed.read(path, field) !== undefined || this.#reported.get(path)?.has(field) === true;
  }

  sockets(direction: 'input' | 'output'): Addresses<SocketAt> {
    const count = () => this.count(direction);
    return {
      has: ({ n }) => n >= 1 && n <= count(),
      list: () => Array.from({ length: count() }, (_, place) => ({ n: place + 1 })),
      watch: (changed) => this.onDevice(changed),
    };
  }

  /** The places of its matrix: those that the device reported. */
  matrix(): Addresses<MixAt> {
    return {
      has: (at) => this.device !== undefined && this.#reported.has(mixPath(at.out, at.in)),
      list: () => this.places,
      watch: (changed) => this.onShape(changed),
    };
  }

  /** Those of the matrix, by output and then source. */
  get places(): readonly MixAt[] {
    return this.device === undefined ? [] : this.#mix;
  }

  /** Paths of all rows with settings of the device, the preamps among them. */
  paths(): readonly string[] {
    const { device } = this;
    if (device === undefined) return [];
    const inputs = Array.from({ length: this.count('input') }, (_, place) => place + 1);
    const outputs = Array.from({ length: this.count('output') }, (_, place) => place + 1);
    return [
      rootPath,
      ...inputs.flatMap((n) => [`/stagebox/${device.id}/inputs/${n}`, inputPath(n)]),
      ...outputs.flatMap((n) => [`/stagebox/${device.id}/outputs/${n}`, outputPath(n)]),
      ...this.places.map((at) => mixPath(at.out, at.in)),
    ];
  }

  /** Calls `changed` when another device is the first, or its sockets are others; a device merely away stays. */
  onDevice(changed: () => void): () => void {
    const shape = () => JSON.stringify([this.device?.id, this.count('input'), this.count('output')]);
    let before = shape();
    return this.#audio.onChange(() => {
      const now = shape();
      if (now === before) return;
      before = now;
      changed();
    });
  }

  /** Beside what `onDevice` tells, when places of the matrix come. */
  onShape(changed: () => void): () => void {
    return stopAll(this.onDevice(changed), this.#listeners.add(changed));
  }

  /** Calls `changed` whenever the device may be another one, or come or go. */
  onChange(changed: () => void): () => void {
    return this.#audio.onChange(changed);
  }

  #note(path: string, field: string): void {
    if (!path.startsWith(rootPath)) return;
    this.#forgetOther();
    // A device that goes takes its reports along: only what it says counts.
    if (this.#observed.read(path, field) === undefined) return;
    const fields = this.#reported.get(path);
    if (fields === undefined) this.#reported.set(path, new Set([field]));
    else fields.add(field);
  }

  /** Another device has other fields. */
  #forgetOther(): void {
    const id = this.device?.id;
    if (id === undefined || id === this.#deviceId) return;
    this.#deviceId = id;
    this.#reported.clear();
  }

  #places(): readonly MixAt[] {
    return [...this.#reported.keys()]
      .flatMap((path) => {
        const [, out, source] = places.exec(path) ?? [];
        return out === undefined || source === undefined ? [] : [{ out: Number(out), in: Number(source) }];
      })
      .sort((a, b) => a.out - b.out || a.in - b.in);
  }
}
