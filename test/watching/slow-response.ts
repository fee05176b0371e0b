// As much of a response as an event stream needs, with a socket behind it whose reader stalls, goes on and leaves.
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Exchange } from '../../core/http/exchange.ts';

/** As that of node:http. */
const highWaterMark = 16_384;

export class SlowResponse extends EventEmitter {
  /** What the reader has. */
  readonly received: Buffer[] = [];
  readonly #waiting: Buffer[] = [];
  #isReading = true;
  writableLength = 0;
  writableNeedDrain = false;
  destroyed = false;
  /** It didn't read at some time. */
  hasStalled = false;
  /** The most that ever waited here. */
  mostWaited = 0;

  write(chunk: Buffer | string): boolean {
    if (this.destroyed) throw new Error('written after the end');
    const bytes = Buffer.from(chunk as string);
    if (this.#isReading) {
      this.received.push(bytes);
      return true;
    }
    this.#waiting.push(bytes);
    this.writableLength += bytes.length;
    this.mostWaited = Math.max(this.mostWaited, this.writableLength);
    this.writableNeedDrain = this.writableLength >= highWaterMark;
    return !this.writableNeedDrain;
  }

  end(last?: Buffer): void {
    if (last !== undefined) this.write(last);
    this.destroy();
  }

  /** The server closes, or the reader leaves: the same to a socket. */
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  }

  stall(): void {
    this.hasStalled = true;
    this.#isReading = false;
  }

  resume(): void {
    this.#isReading = true;
    while (this.#isReading && !this.destroyed && this.writableLength > 0) {
      this.received.push(...this.#waiting.splice(0));
      this.writableLength = 0;
      if (!this.writableNeedDrain) return;
      this.writableNeedDrain = false;
      this.emit('drain');
    }
  }
}

/** A request whose answer goes there. */
export function exchangeOf(response: SlowResponse): Exchange {
  return { response: response as unknown as ServerResponse, beginStream: () => {} } as unknown as Exchange;
}
