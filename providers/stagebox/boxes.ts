// The stageboxes there are: of drivers or of the configuration, whether they are plugged in or not. A box may be two devices,
// one with the sound and one with the preamps. What the device with the sound alone can do has rows of its own.
import { type Addresses, type Audio, type Box, type Drivers, stopAll } from 'rowdesk/provider';
import { groupAt, hasPreamps, type InputGroup, type OutputGroup, type StageboxModel, socketCount } from './model.ts';
import type { StageboxModels } from './models.ts';
import { socketOfPort } from './sockets.ts';

export type BoxAt = { readonly id: string };
export type SocketAt = { readonly id: string; readonly n: number };
export type Side = 'inputs' | 'outputs';

/** What has a row: a box, or the device with the sound of a box of two. */
export interface Stagebox extends Box {
  /** The id of that box; '' for a box. */
  readonly partOf: string;
}

export const directions = { inputs: 'input', outputs: 'output' } as const;

const nothing: Drivers['found'] = [];
/** What is known of the sockets of a model that has no file: that they are there, as many as the device has ports. */
const plain = [{ connector: 'unknown', count: 256 }];

export class Boxes {
  readonly #audio: Audio;
  readonly #models: StageboxModels;
  readonly #drivers: Pick<Drivers, 'found' | 'onChange'> | undefined;
  /** What `#byId` was made of: the lists are replaced when they change. */
  #seen: Pick<Audio & Drivers, 'boxes' | 'devices' | 'found'> | undefined;
  #byId: ReadonlyMap<string, Stagebox> = new Map();

  /** `drivers` know the USB ids of cards: without them no box lacks preamps. */
  constructor(audio: Audio, models: StageboxModels, drivers?: Pick<Drivers, 'found' | 'onChange'>) {
    this.#audio = audio;
    this.#models = models;
    this.#drivers = drivers;
  }

  list(): readonly Stagebox[] {
    return this.withHalves().filter(({ partOf }) => partOf === '');
  }

  /** With the devices that are a half of a box, after the boxes. */
  withHalves(): readonly Stagebox[] {
    return [...this.#all().values()];
  }

  get(id: string): Stagebox | undefined {
    return this.#all().get(id);
  }

  /** The device with the sound of a box of two; undefined where the box is one device, or its sound a server's. */
  soundOf(id: string): string | undefined {
    const half = this.get(this.get(id)?.audio?.id ?? '');
    return half?.partOf === id ? half.id : undefined;
  }

  /** The socket of a box that has the sound of this socket of a half; undefined for any other one. */
  twinOf(side: Side, at: SocketAt): SocketAt | undefined {
    const { partOf = '' } = this.get(at.id) ?? {};
    const portId = this.portId(side, at);
    if (partOf === '' || portId === undefined) return undefined;
    const socket = socketOfPort(portId, directions[side], this.list());
    return socket && { id: socket.device, n: socket.n };
  }

  /** The socket of the half with the sound that is this socket of its box; undefined where there is none. */
  soundAt(side: Side, at: SocketAt): SocketAt | undefined {
    const half = this.soundOf(at.id);
    const portId = half && this.portId(side, at);
    const port = portId && this.get(half)?.ports.find(({ id }) => id === portId);
    return port ? { id: half, n: port.channel } : undefined;
  }

  modelOf(id: string): StageboxModel | undefined {
    const box = this.get(id);
    return box && this.#models.of(box);
  }

  isVirtual(id: string): boolean {
    return this.modelOf(id)?.transport === 'virtual';
  }

  inputsOf(id: string): number {
    return this.#count(id, 'inputs');
  }

  outputsOf(id: string): number {
    return this.#count(id, 'outputs');
  }

  inputGroup({ id, n }: SocketAt): InputGroup | undefined {
    return groupAt(this.modelOf(id)?.inputs ?? plain, n) ?? groupAt(plain, n);
  }

  outputGroup({ id, n }: SocketAt): OutputGroup | undefined {
    return groupAt(this.modelOf(id)?.outputs ?? plain, n) ?? groupAt(plain, n);
  }

  /** What its halves say of themselves: the serial number of the device with the sound, the address of the one with preamps. */
  identityOf(id: string): { readonly serial: string; readonly address: string } {
    const { audio, control } = this.get(id) ?? {};
    const halves = [audio?.id ?? '', control?.id ?? ''];
    const serials = halves.map((half) => this.#audio.devices.find((device) => device.id === half)?.identity?.serial);
    const found = this.#drivers?.found ?? nothing;
    const addresses = halves.map((half) => found.find((each) => each.id === half)?.address);
    return { serial: serials.find(Boolean) ?? '', address: addresses.reverse().find(Boolean) ?? '' };
  }

  /** The fields of a socket's preamp, as the model has them. */
  preampFields(at: SocketAt): readonly string[] {
    const { controls = [], sens } = this.inputGroup(at) ?? {};
    const gain = sens ? [this.modelOf(at.id)?.preamp ?? 'sensDb'] : [];
    return [...gain, ...controls.filter((control) => control !== 'sens')];
  }

  /** Of the port with the socket's sound, as the patch names it; undefined for a socket without one. */
  portId(side: Side, { id, n }: SocketAt): string | undefined {
    const direction = directions[side];
    return this.get(id)?.ports.find((port) => port.direction === direction && port.channel === n)?.id || undefined;
  }

  /** Boxes come and go with their drivers. */
  addresses(): Addresses<BoxAt> {
    return {
      has: ({ id }) => this.get(id) !== undefined,
      list: () => this.withHalves().map(({ id }) => ({ id })),
      watch: (changed) => this.#watch(changed),
    };
  }

  sockets(side: Side): Addresses<SocketAt> {
    return {
      has: ({ id, n }) => n >= 1 && n <= this.#count(id, side),
      list: () =>
        this.withHalves().flatMap(({ id }) =>
          Array.from({ length: this.#count(id, side) }, (_, place) => ({ id, n: place + 1 })),
        ),
      watch: (changed) => this.#watch(changed),
    };
  }

  onChange(changed: () => void): () => void {
    return stopAll(this.#audio.onChange(changed), this.#drivers?.onChange(changed) ?? (() => {}));
  }

  #all(): ReadonlyMap<string, Stagebox> {
    const { boxes, devices } = this.#audio;
    const found = this.#drivers?.found ?? nothing;
    const seen = this.#seen;
    if (seen?.boxes === boxes && seen.devices === devices && seen.found === found) return this.#byId;
    const all = boxes.map((box): Stagebox => ({ ...box, ...this.#missingAt(box, found), partOf: '' }));
    const halves = boxes.flatMap((box) => this.#halfOf(box) ?? []);
    this.#seen = { boxes, devices, found };
    this.#byId = new Map(
      [...all, ...halves.filter(({ id }) => !all.some((box) => box.id === id))].map((box) => [box.id, box]),
    );
    return this.#byId;
  }

  /** A card that is there, of a model with preamps, without a driver that sets them. */
  #missingAt(box: Box, found: Drivers['found']): Partial<Pick<Box, 'missing' | 'reason'>> {
    if (box.control !== undefined || !box.present || this.#models.of(box) !== undefined) return {};
    const { modelId = '' } = found.find(({ id }) => id === box.id) ?? {};
    const model = this.#models.byUsbId(modelId);
    if (model === undefined || !hasPreamps(model)) return {};
    return {
      missing: 'control',
      reason: `${model.label} has preamps, and no driver for them is there: set them at the device`,
    };
  }

  #halfOf({ id, audio, control }: Box): Stagebox | undefined {
    if (audio === undefined || control === undefined || audio.id === id) return undefined;
    const device = this.#audio.devices.find((each) => each.id === audio.id);
    if (device === undefined) return undefined;
    const { label, model, transport, present, ports } = device;
    const whole = { audio, control: undefined, missing: '', reason: '' } as const;
    return { id: device.id, label, model, transport, present, ports, ...whole, partOf: id };
  }

  #count(id: string, side: Side): number {
    const model = this.modelOf(id);
    const ports = this.get(id)?.ports.filter((port) => port.direction === directions[side]) ?? [];
    if (model === undefined) return ports.length;
    // Behind the sockets of its model a box of two has the channels that only its sound has.
    const last = this.soundOf(id) === undefined ? 0 : Math.max(0, ...ports.map(({ channel }) => channel));
    return Math.max(socketCount(model[side]), last);
  }

  /** A device that is merely plugged in or out keeps its addresses. */
  #watch(changed: () => void): () => void {
    let before = this.#fingerprint();
    return this.#audio.onChange(() => {
      const now = this.#fingerprint();
      if (now === before) return;
      before = now;
      changed();
    });
  }

  /** The halves count: what a row of theirs has depends on the box. */
  #fingerprint(): string {
    return JSON.stringify(
      this.withHalves().map(({ id, partOf, ports }) => {
        const sound = partOf === '' ? ports.map((port) => port.id) : [];
        return [id, partOf, this.#count(id, 'inputs'), this.#count(id, 'outputs'), sound];
      }),
    );
  }
}
