// The stageboxes there are: devices of drivers or of the configuration, whether they are plugged in or not.
import type { Addresses, Audio, Device } from 'rowdesk/provider';
import { groupAt, type InputGroup, type OutputGroup, type StageboxModel, socketCount } from './model.ts';
import type { StageboxModels } from './models.ts';

export type BoxAt = { readonly id: string };
export type SocketAt = { readonly id: string; readonly n: number };
export type Side = 'inputs' | 'outputs';

const directions = { inputs: 'input', outputs: 'output' } as const;

/** What is known of the sockets of a model that has no file: that they are there, as many as the device has ports. */
const plain = [{ connector: 'unknown', count: 256 }];

export class Boxes {
  readonly #audio: Audio;
  readonly #models: StageboxModels;

  constructor(audio: Audio, models: StageboxModels) {
    this.#audio = audio;
    this.#models = models;
  }

  list(): readonly Device[] {
    return this.#audio.devices;
  }

  get(id: string): Device | undefined {
    return this.#audio.devices.find((device) => device.id === id);
  }

  modelOf(id: string): StageboxModel | undefined {
    const device = this.get(id);
    return device && this.#models.of(device);
  }

  isVirtual(id: string): boolean {
    return this.modelOf(id)?.transport === 'virtual';
  }

  outputsOf(id: string): number {
    return this.#count(id, 'outputs');
  }

  inputGroup({ id, n }: SocketAt): InputGroup | undefined {
    return groupAt(this.modelOf(id)?.inputs ?? plain, n);
  }

  outputGroup({ id, n }: SocketAt): OutputGroup | undefined {
    return groupAt(this.modelOf(id)?.outputs ?? plain, n);
  }

  /** Of the socket's port, as the patch names it; undefined for a socket without one. */
  portId(side: Side, { id, n }: SocketAt): string | undefined {
    const direction = directions[side];
    return this.get(id)?.ports.find((port) => port.direction === direction && port.channel === n)?.id;
  }

  /** Boxes come and go with their drivers. */
  addresses(): Addresses<BoxAt> {
    return {
      has: ({ id }) => this.get(id) !== undefined,
      list: () => this.list().map(({ id }) => ({ id })),
      watch: (changed) => this.#watch(changed),
    };
  }

  sockets(side: Side): Addresses<SocketAt> {
    return {
      has: ({ id, n }) => n >= 1 && n <= this.#count(id, side),
      list: () =>
        this.list().flatMap(({ id }) =>
          Array.from({ length: this.#count(id, side) }, (_, place) => ({ id, n: place + 1 })),
        ),
      watch: (changed) => this.#watch(changed),
    };
  }

  onChange(changed: () => void): () => void {
    return this.#audio.onChange(changed);
  }

  #count(id: string, side: Side): number {
    const model = this.modelOf(id);
    return model ? socketCount(model[side]) : this.#ports(id, side);
  }

  #ports(id: string, side: Side): number {
    return this.get(id)?.ports.filter((port) => port.direction === directions[side]).length ?? 0;
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

  #fingerprint(): string {
    return JSON.stringify(this.list().map(({ id }) => [id, this.#count(id, 'inputs'), this.#count(id, 'outputs')]));
  }
}
