// Levels as blobs: `/meters/1 ,b`. The levels of a tick are encoded once for all clients.
import { Client, type Row } from 'rowdesk/client';
import { encodeMessage } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import type { DeskAccess } from '../network/desk-access.ts';
import type { Book } from './book.ts';
import { meterBlob, pairsBlob, silenceDb } from './meter-blob.ts';
import { tickMs } from './streams.ts';
import { pathOf } from './strip-refs.ts';
import type { MeterPart, MeterTable, MeterTap } from './table/meter-parts.ts';

export interface MeterRequest {
  readonly number: string;
  /** What is shown, where there is a choice. */
  readonly choices: readonly number[];
}

interface Level {
  readonly pre: readonly number[];
  readonly post: readonly number[];
  readonly grDb: number;
}
/** A value in dB that does not change stands for itself. */
type Place = readonly [path: string, tap: MeterTap] | number;
const openDb = 0;

export class Meters {
  readonly #book: Book;
  readonly #table: MeterTable;
  readonly #access: DeskAccess;
  /** By row of a strip. */
  #levels = new Map<string, Level>();
  readonly #places = new Map<string, readonly Place[]>();
  readonly #packets = new Map<string, Uint8Array>();
  #client: Client | undefined;

  constructor(book: Book, access: DeskAccess) {
    this.#book = book;
    this.#table = book.model.meters;
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

  /** How many numbers of a request choose what is shown. */
  choices(number: string): number {
    return this.#table.choices(number);
  }

  has({ number, choices }: MeterRequest): boolean {
    return number in this.#table.pairs || this.#table.parts(number, choices) !== undefined;
  }

  /** A message to `address`. */
  packet(request: MeterRequest, address: string): Uint8Array {
    const key = `${address} ${request.number} ${request.choices.join(' ')}`;
    const known = this.#packets.get(key);
    if (known !== undefined) return known;
    const packet = encodeMessage({ address, args: [{ type: 'b', value: this.#blob(request) }] });
    this.#packets.set(key, packet);
    return packet;
  }

  #blob(request: MeterRequest): Uint8Array {
    const pairs = this.#table.pairs[request.number];
    if (pairs !== undefined) return pairsBlob(pairs);
    return meterBlob(
      this.#placesOf(request).map((place) => this.#db(place)),
      this.#table.unit,
    );
  }

  #placesOf({ number, choices }: MeterRequest): readonly Place[] {
    const key = `${number} ${choices.join(' ')}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const places = (this.#table.parts(number, choices) ?? []).flatMap((part) => this.#placesIn(part));
    if (this.#places.size < 256) this.#places.set(key, places);
    return places;
  }

  #placesIn(part: MeterPart): readonly Place[] {
    if ('count' in part) return Array(part.count).fill(part.always === 'open' ? openDb : silenceDb);
    const path = this.#book.rowOf(part.strip);
    return [path === undefined ? restDb(part.tap) : [path, part.tap]];
  }

  #db(place: Place): number {
    if (typeof place === 'number') return place;
    const [path, tap] = place;
    const level = this.#levels.get(path);
    return level === undefined ? restDb(tap) : levelDb(level, tap);
  }
}

/** Of a strip that is not there. */
const restDb = (tap: MeterTap): number => (tap === 'dynamics' ? openDb : silenceDb);

function levelDb({ pre, post, grDb }: Level, tap: MeterTap): number {
  if (tap === 'dynamics') return grDb;
  const all = tap.startsWith('pre') ? pre : post;
  const [left = silenceDb, right = left] = all;
  if (tap.endsWith('Left')) return left;
  return tap.endsWith('Right') ? right : Math.max(silenceDb, ...all);
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
