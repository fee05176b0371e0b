// Sends meters and figures to a control process, for as long as it asks for them.
import type { Time } from '../../services.ts';
import type { ProcessMessage } from '../link/messages.ts';
import { encodeMeters, floatsPerStrip, type MeterFormat, type MeterFrame } from '../link/meter-frame.ts';
import type { AudioHost } from './audio-host.ts';

/** The link's reader in `Mixer.readMeters`. The control process folds for each of its own readers. */
const linkReader = 0;

export interface MeterSink {
  readonly isSlow: boolean;
  send(message: ProcessMessage): void;
  sendMeters(body: Uint8Array): void;
}

export class MeterSender {
  readonly #host: AudioHost;
  readonly #time: Time;
  readonly #to: MeterSink;
  #stopMeters = () => {};
  #stopFigures = () => {};
  #sentFormat: MeterFormat | undefined;

  constructor(host: AudioHost, time: Time, to: MeterSink) {
    this.#host = host;
    this.#time = time;
    this.#to = to;
  }

  /** Intervals in ms, null for not at all; they replace the ones before. */
  start(metersMs: number | null, figuresMs: number | null): void {
    this.stop();
    if (metersMs !== null) {
      // The maxima begin now, not when the last reader went.
      this.#takeMeters();
      this.#stopMeters = this.#time.every(metersMs, () => this.#sendMeters());
    }
    if (figuresMs === null) return;
    this.sendFigures();
    this.#stopFigures = this.#time.every(figuresMs, () => this.sendFigures());
  }

  stop(): void {
    this.#stopMeters();
    this.#stopFigures();
  }

  sendFigures(): void {
    const figures = this.#to.isSlow ? undefined : this.#host.figures();
    if (figures) this.#to.send({ type: 'figures', figures });
  }

  /** A slow connection gets no frame; the mixer's next values have what happened meanwhile. */
  #sendMeters(): void {
    const frame = this.#to.isSlow ? undefined : this.#takeMeters();
    if (!frame) return;
    if (frame.format !== this.#sentFormat) {
      const { paths, legs, columns } = frame.format;
      this.#to.send({ type: 'meterFormat', paths: [...paths], legs: [...legs], columns: [...columns] });
    }
    this.#sentFormat = frame.format;
    this.#to.sendMeters(encodeMeters(frame));
  }

  /** Undefined without a mixer. */
  #takeMeters(): MeterFrame | undefined {
    const { mixer, meterFormat: format } = this.#host;
    if (!mixer || !format) return undefined;
    const strips = format.paths.length;
    const values = new Float32Array(strips * floatsPerStrip(format));
    const clips = new Uint32Array(strips);
    mixer.readMeters(linkReader, values, clips);
    return { format, atMs: this.#time.now(), values, clips };
  }
}
