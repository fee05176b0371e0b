// An answer of HTTP, in one piece or in parts.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Answering } from './answers.ts';

/** Who reads nothing for so long is let go. */
const stalledMs = 30_000;
const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

export class HttpAnswer implements Answering {
  readonly #response: ServerResponse;
  readonly #headers: Readonly<Record<string, string>>;

  /** `origin`: of a page of others that may read the answer. */
  constructor(response: ServerResponse, origin: string | undefined) {
    this.#response = response;
    this.#headers = origin === undefined ? {} : { 'access-control-allow-origin': origin, vary: 'origin' };
  }

  json(value: unknown, status = 200): void {
    this.#response.writeHead(status, { ...json, ...this.#headers });
    this.#response.end(`${JSON.stringify(value)}\n`);
  }

  empty(status: number, more: Readonly<Record<string, string>> = {}): void {
    this.#response.writeHead(status, { ...this.#headers, ...more });
    this.#response.end();
  }

  stream() {
    const response = this.#response;
    response.writeHead(200, { ...json, ...this.#headers });
    response.socket?.setTimeout(stalledMs, () => response.destroy());
    const write = async (text: string) => {
      if (response.destroyed) throw new Error('nobody reads any more');
      if (response.write(text)) return;
      const left = new AbortController();
      await Promise.race([once(response, 'drain', left), once(response, 'close', left)]).finally(() => left.abort());
    };
    return { write, end: () => void response.end('\n') };
  }
}
