// One end of the link on a socket: frames in and out, and the two tables of addresses.
import type { Socket } from 'node:net';
import { encodeFrame, FrameReader, frameKinds } from './frames.ts';
import type { ReadMessage } from './messages.ts';
import { type EncodedEntry, ReceivingTable, SendingTable } from './table.ts';
import { decodeValues, encodeValues, type ValuesFrame } from './values.ts';

export interface WireEvents<M> {
  message(message: M): void;
  values(frame: ValuesFrame): void;
  meters(body: Buffer): void;
  spectrum?(body: Buffer): void;
  /** Called once, at the end; `reason` names the other side's fault, '' for an end without one. */
  closed(reason: string): void;
}

/** Unread bytes of a stopped or hanging other side: the audio process must not grow for it. */
const mostUnsentBytes = 64 * 1024 * 1024;

export class Wire<M, Sent> {
  readonly #socket: Socket;
  readonly #events: WireEvents<M>;
  readonly #read: ReadMessage<M>;
  readonly #frames = new FrameReader();
  readonly #sending = new SendingTable();
  readonly #receiving = new ReceivingTable();
  #fault = '';
  #isDeaf = false;

  constructor(socket: Socket, read: ReadMessage<M>, events: WireEvents<M>) {
    this.#socket = socket;
    this.#read = read;
    this.#events = events;
    socket.on('data', (piece) => this.#take(piece));
    socket.on('error', () => {});
    socket.on('close', () => events.closed(this.#fault));
  }

  send(message: Sent): void {
    this.#write(frameKinds.json, Buffer.from(JSON.stringify(message)));
  }

  sendValues(frame: ValuesFrame): void {
    const body = encodeValues(frame, (path, field) => this.#sending.numberOf(path, field));
    for (let entries = this.takeUnsent(); entries.length > 0; entries = this.takeUnsent()) {
      this.#write(frameKinds.json, Buffer.from(JSON.stringify({ type: 'table', entries })));
    }
    this.#write(frameKinds.values, body);
  }

  sendMeters(body: Uint8Array): void {
    this.#write(frameKinds.meters, body);
  }

  sendSpectrum(body: Uint8Array): void {
    this.#write(frameKinds.spectrum, body);
  }

  /** Numbers addresses ahead of their first value, for the table in `hello`. */
  number(path: string, field: string): void {
    this.#sending.numberOf(path, field);
  }

  /** Unsent numbers, as many as fit into one message; empty after the last. */
  takeUnsent(): EncodedEntry[] {
    return this.#sending.takeUnsent();
  }

  /** The table in the other side's `hello`. */
  addTable(entries: readonly EncodedEntry[]): void {
    this.#receiving.add(entries);
  }

  /** True while the other side does not read: meters and figures are then left out. */
  get isSlow(): boolean {
    return this.#socket.writableNeedDrain;
  }

  /** Ignores all further frames, of another version; `closed` is still called. */
  deafen(): void {
    this.#isDeaf = true;
  }

  /** Sends the queued frames, then closes. */
  end(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #write(kind: (typeof frameKinds)[keyof typeof frameKinds], body: Uint8Array): void {
    if (!this.#socket.writable) return;
    this.#socket.write(encodeFrame(kind, body));
    if (this.#socket.writableLength > mostUnsentBytes) this.#giveUp('it does not read what it is sent');
  }

  #take(piece: Buffer): void {
    if (this.#isDeaf) return;
    try {
      for (const { kind, body } of this.#frames.push(piece)) {
        if (this.#socket.destroyed || this.#isDeaf) return;
        if (kind === frameKinds.json) this.#takeMessage(JSON.parse(body.toString()));
        else if (kind === frameKinds.values) this.#takeValues(body);
        else if (kind === frameKinds.meters) this.#events.meters(body);
        else this.#events.spectrum?.(body);
      }
    } catch (error) {
      this.#giveUp((error as Error).message);
    }
  }

  #giveUp(fault: string): void {
    this.#fault = fault;
    this.#socket.destroy();
  }

  #takeMessage(json: unknown): void {
    const message = this.#read(json);
    if (message === undefined) return;
    const { type, entries } = message as { type: string; entries?: EncodedEntry[] };
    if (type === 'table') this.#receiving.add(entries as EncodedEntry[]);
    else this.#events.message(message);
  }

  #takeValues(body: Buffer): void {
    this.#events.values(decodeValues(body, (number) => this.#receiving.entry(number)));
  }
}
