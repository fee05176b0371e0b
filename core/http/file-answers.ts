// Answers of files: bytes out with GET, bytes in with PUT, behind the same guards as rows. A browser asks before it sends a
// PUT across origins, and gets leave for a page of a trusted origin alone.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { apiPath } from '../base/api-path.ts';
import { Refusal } from '../base/refusals.ts';
import { type FilePlace, fileId } from '../rows/file-place.ts';
import { notPermitted } from '../rows/permit.ts';
import type { Time } from '../services.ts';
import type { Exchange } from './exchange.ts';
import type { HttpLimits } from './limits.ts';
import { queryOf, refuseQuery } from './query.ts';
import type { WriteRates } from './rates.ts';
import { plainAddress } from './remote-address.ts';
import { methodNotAllowed } from './row-answers.ts';

const mediaType = 'application/octet-stream';
const octets = /^application\/octet-stream[ \t]*$/i;
const methods = ['GET', 'HEAD', 'OPTIONS', 'PUT'];

export interface FileAnswersNeeds {
  readonly places: readonly FilePlace[];
  readonly rates: WriteRates;
  readonly limits: Pick<HttpLimits, 'watcherStalledMs'>;
  readonly time: Time;
}

export class FileAnswers {
  readonly #needs: FileAnswersNeeds;
  /** Every request of the desk is held against them. */
  readonly #begins: readonly { readonly begin: string; readonly place: FilePlace }[];

  constructor(needs: FileAnswersNeeds) {
    this.#needs = needs;
    this.#begins = needs.places.map((place) => ({ begin: `${apiPath}${place.path}/`, place }));
  }

  /** True for the path of a file, whether or not there is one: `/api/backup/0123456789abcdef`. */
  has(path: string): boolean {
    return this.#found(path) !== undefined;
  }

  answer(exchange: Exchange): void | Promise<void> {
    const { request } = exchange;
    exchange.methods = methods;
    refuseQuery(queryOf(request));
    const { place, id } = this.#found(request.path) as Found;
    // The whole desk is in such a file.
    if (exchange.permit !== undefined && exchange.permit.role !== 'run') {
      throw notPermitted(exchange.permit, request.path.slice(apiPath.length));
    }
    switch (request.method) {
      case 'GET':
      case 'HEAD':
        return this.#send(exchange, place, id);
      case 'PUT':
        return this.#take(exchange, place, id);
      case 'OPTIONS':
        return exchange.json(JSON.stringify(contractOf(place, id)), ['Allow', methods.join(', ')]);
      default:
        throw methodNotAllowed(request.method as string, methods);
    }
  }

  #found(path: string): Found | undefined {
    for (const { begin, place } of this.#begins) {
      if (path.startsWith(begin) && fileId.test(path.slice(begin.length)))
        return { place, id: path.slice(begin.length) };
    }
    return undefined;
  }

  async #send(exchange: Exchange, place: FilePlace, id: string): Promise<void> {
    const file = await place.open(id);
    const { response, request } = exchange;
    exchange.beginFile(file, mediaType);
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const unwatch = this.#leaveStalled(
      () => response.socket?.bytesWritten ?? 0,
      () => response.destroy(),
    );
    try {
      await pipeline(Readable.from(file.read(), { objectMode: false }), response);
    } catch {
      // The client went, or the file did: fewer bytes than were announced say so.
      response.destroy();
    } finally {
      unwatch();
    }
  }

  /** A client that reads nothing for this long is let go, as a watcher is. */
  #leaveStalled(read: () => number, leave: () => void): () => void {
    const { time, limits } = this.#needs;
    let before = -1;
    let stop = () => {};
    const look = () => {
      const now = read();
      if (now === before) return leave();
      before = now;
      stop = time.after(limits.watcherStalledMs, look);
    };
    look();
    return () => stop();
  }

  async #take(exchange: Exchange, place: FilePlace, id: string): Promise<void> {
    const { request, response } = exchange;
    this.#needs.rates.admit(plainAddress(request.socket.remoteAddress));
    const type = request.headers['content-type'];
    const coding = request.headers['content-encoding'];
    if (type === undefined || !octets.test(type) || (coding !== undefined && coding.toLowerCase() !== 'identity')) {
      const words = coding === undefined ? (type ?? 'of no type') : `encoded (${coding})`;
      throw new Refusal('unsupported-media-type', `The body is ${words}; send ${mediaType}`, { accept: mediaType });
    }
    const most = place.mostBytes;
    const tooLarge = () => new Refusal('body-too-large', `The file is larger than ${most} bytes`, { maximum: most });
    if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge();
    if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue();
    exchange.streams();
    async function* source() {
      let bytes = 0;
      try {
        for await (const chunk of request.iterator({ destroyOnReturn: false })) {
          bytes += (chunk as Buffer).length;
          if (bytes > most) throw tooLarge();
          yield chunk as Buffer;
        }
      } catch (error) {
        throw error instanceof Refusal ? error : new Refusal('request-timeout', 'The file did not arrive whole');
      }
    }
    try {
      exchange.json(JSON.stringify(await place.take(id, source())));
    } finally {
      // What is left of a refused file: the client may read the answer only when it has sent all.
      request.resume();
    }
  }
}

interface Found {
  readonly place: FilePlace;
  readonly id: string;
}

function contractOf({ path, summary, mostBytes }: FilePlace, id: string): object {
  return { template: `${path}/{id}`, path: `${path}/${id}`, methods, mediaType, mostBytes, summary };
}
