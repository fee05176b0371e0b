// Levels as blobs: `/meters/1 ,b`, the count of floats and the floats, each with its lowest byte first. The levels of a tick
// are encoded once for all clients.
import { Client, type Row } from 'rowdesk/client';
import { encodeMessage } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import type { DeskAccess } from '../network/desk-access.ts';
import type { Book } from './book.ts';
import { tickMs } from './streams.ts';
import { pathOf } from './strip-refs.ts';
import { layerParts, type MeterPart, type MeterTap, meterParts, stripParts } from './table/meters.ts';

const silenceDb = -144;
/** `/meters/15` and `/meters/16` have pairs of short whole numbers in place of floats. */
const shorts: Readonly<Record<string, readonly [count: number, value: number]>> = {
  '15': [100, -32_768],
  '16': [96, 32_767],
};

export interface MeterRequest {
  readonly number: string;
  readonly arguments: readonly number[];
}

interface Level {
  readonly pre: readonly number[];
  readonly post: readonly number[];
  readonly grDb: number;
}
type Place = readonly [path: string, tap: MeterTap] | 0 | 1;

export class Meters {
  readonly #book: Book;
  readonly #access: DeskAccess;
  /** By row of a strip. */
  #levels = new Map<string, Level>();
  readonly #places = new Map<string, readonly Place[]>();
  readonly #packets = new Map<string, Uint8Array>();
  #client: Client | undefined;

  constructor(book: Book, access: DeskAccess) {
    this.#book = book;
    this.#access = access;
  }

  /** Levels are watched from now on. */
  open(): void {
    if (this.#client !== undefined) return;
    const { url, key, actor } = this.#access;
    this.#client = new Client(url, { key, actor, intervalMs: tickMs });
    this.#client.subscribe(['/meters'], ({ row, life }) => {
      this.#levels = life === 'live' ? levelsIn(row) : new Map();
    });
  }

  close(): void {
    this.#client?.close();
    this.#client = undefined;
    this.#levels.clear();
    this.#places.clear();
    this.#packets.clear();
  }

  /** What was encoded is of the tick before. */
  tick(): void {
    this.#packets.clear();
  }

  has({ number }: MeterRequest): boolean {
    return number in meterParts || number in shorts || number === '5' || number === '6';
  }

  /** A message to `address`. */
  packet(request: MeterRequest, address: string): Uint8Array {
    const key = `${address} ${request.number} ${request.arguments.join(' ')}`;
    const known = this.#packets.get(key);
    if (known !== undefined) return known;
    const value = request.number in shorts ? shortsOf(request.number) : this.#floats(this.#placesOf(request));
    const packet = encodeMessage({ address, args: [{ type: 'b', value }] });
    this.#packets.set(key, packet);
    return packet;
  }

  #placesOf({ number, arguments: [first = 0, second = 0] }: MeterRequest): readonly Place[] {
    const key = `${number} ${first} ${second}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const parts =
      number === '5' ? layerParts(first, second) : number === '6' ? stripParts(first) : (meterParts[number] ?? []);
    const places = parts.flatMap((part) => this.#placesIn(part));
    if (this.#places.size < 256) this.#places.set(key, places);
    return places;
  }

  #placesIn(part: MeterPart): readonly Place[] {
    if (!('strips' in part)) return Array.from({ length: part.count }, () => part.always);
    const { strips, digits, count, tap } = part;
    const addresses =
      count === undefined
        ? [strips]
        : Array.from({ length: count }, (_, n) => `${strips}/${String(n + 1).padStart(digits ?? 1, '0')}`);
    return addresses.map((address) => {
      const path = this.#book.rowOf(address);
      return path === undefined ? (tap === 'dynamics' ? 1 : 0) : ([path, tap] as const);
    });
  }

  #floats(places: readonly Place[]): Uint8Array {
    const bytes = new Uint8Array(4 + places.length * 4);
    const view = new DataView(bytes.buffer);
    view.setInt32(0, places.length, true);
    for (const [n, place] of places.entries()) view.setFloat32(4 + n * 4, this.#factor(place), true);
    return bytes;
  }

  #factor(place: Place): number {
    if (typeof place === 'number') return place;
    const [path, tap] = place;
    const level = this.#levels.get(path);
    if (level === undefined) return tap === 'dynamics' ? 1 : 0;
    return factorOf(tap === 'dynamics' ? level.grDb : levelDb(level, tap));
  }
}

function levelDb({ pre, post }: Level, tap: MeterTap): number {
  const [left = silenceDb, right = left] = post;
  if (tap === 'left') return left;
  if (tap === 'right') return right;
  return Math.max(silenceDb, ...(tap === 'pre' ? pre : post));
}

const factorOf = (db: number) => (db <= silenceDb ? 0 : 10 ** (db / 20));

function shortsOf(number: string): Uint8Array {
  const [count, value] = shorts[number] ?? [0, 0];
  const bytes = new Uint8Array(4 + count * 2);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, count / 2, true);
  for (let n = 0; n < count; n += 1) view.setInt16(4 + n * 2, value, true);
  return bytes;
}

function levelsIn(row: Row): Map<string, Level> {
  const levels = (row.levels ?? []) as readonly Row[];
  return new Map(
    levels.map(({ kind, index, preDb, postDb, grDb }) => [
      pathOf({ kind: String(kind), index: Number(index) }),
      { pre: preDb as readonly number[], post: postDb as readonly number[], grDb: grDb as number },
    ]),
  );
}
