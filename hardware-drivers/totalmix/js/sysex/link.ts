// The way to a device: opens its port, again and again while it is not there, cuts what arrives into messages, and keeps what
// the port does not take yet.
import type { Timers } from '../timers.ts';
import type { MidiPort } from './raw-midi.ts';
import { bytesOf, type Message, MessageCutter, messageOf } from './words.ts';

/** The kernel keeps 4096 bytes of what arrives (the default of ALSA's raw MIDI), and a dump of some 15 KB takes a second. */
const lookEveryMs = 10;
const againMs = 1000;
/** Bytes that wait for the port. A device that takes nothing for so long is not there. */
const mostWaiting = 262_144;

export interface LinkEvents {
  opened(): void;
  message(message: Message): void;
  /** Bytes arrived that are no message of the device: something was lost. */
  broken(): void;
  /** The port is gone, or can't be opened; said once until it is open again. */
  lost(reason: string): void;
}

export class Link {
  readonly #open: () => MidiPort;
  readonly #timers: Timers;
  readonly #events: LinkEvents;
  readonly #cutter = new MessageCutter();
  readonly #stopLooking: () => void;
  #port: MidiPort | undefined;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #reason = '';
  #nextTryMs: number;

  /** The first try is a moment later. `open` throws Error in words. */
  constructor(open: () => MidiPort, timers: Timers, events: LinkEvents) {
    this.#open = open;
    this.#timers = timers;
    this.#events = events;
    this.#nextTryMs = timers.nowMs();
    this.#stopLooking = timers.every(lookEveryMs, () => this.#look());
  }

  get isOpen(): boolean {
    return this.#port !== undefined;
  }

  /** Dropped while the port is not open. */
  send(message: Message): void {
    if (this.#port === undefined) return;
    const bytes = bytesOf(message);
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#try((port) => this.#flush(port));
  }

  close(): void {
    this.#stopLooking();
    this.#close();
  }

  #look(): void {
    if (this.#port === undefined) this.#tryToOpen();
    else
      this.#try((port) => {
        this.#read(port);
        this.#flush(port);
      });
  }

  #tryToOpen(): void {
    if (this.#timers.nowMs() < this.#nextTryMs) return;
    this.#nextTryMs = this.#timers.nowMs() + againMs;
    try {
      this.#port = this.#open();
    } catch (error) {
      this.#lose((error as Error).message);
      return;
    }
    this.#reason = '';
    this.#cutter.clear();
    this.#events.opened();
  }

  #read(port: MidiPort): void {
    const ofDevice = (bytes: Uint8Array) => {
      const message = messageOf(bytes);
      if (message === undefined) this.#events.broken();
      else this.#events.message(message);
    };
    for (let bytes = port.read(); bytes !== undefined; bytes = port.read()) {
      this.#cutter.add(bytes, ofDevice, () => this.#events.broken());
      if (this.#port !== port) return;
    }
  }

  #flush(port: MidiPort): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const taken = port.write(first);
      this.#waitingBytes -= taken;
      if (taken < first.length) {
        this.#waiting[0] = first.subarray(taken);
        break;
      }
      this.#waiting.shift();
    }
    if (this.#waitingBytes > mostWaiting) throw new Error('the device takes nothing of what is sent');
  }

  #try(action: (port: MidiPort) => void): void {
    const port = this.#port;
    if (port === undefined) return;
    try {
      action(port);
    } catch (error) {
      this.#close();
      this.#lose((error as Error).message);
    }
  }

  #lose(reason: string): void {
    if (reason === this.#reason) return;
    this.#reason = reason;
    this.#events.lost(reason);
  }

  #close(): void {
    this.#port?.close();
    this.#port = undefined;
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}
