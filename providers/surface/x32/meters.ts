// Levels as blobs: `/meters/1 ,b`. The levels of a moment are encoded once for all clients.
import type { Client } from 'rowdesk/client';
import type { Book } from '../../../hardware-drivers/lib/x32/js/book.ts';
import type { MeterPart, MeterTable } from '../../../hardware-drivers/lib/x32/js/table/meter-parts.ts';
import { type DeskAccess, deskClient } from '../network/desk-access.ts';
import { type Level, Levels } from './levels.ts';
import { pairsBlob, silenceDb } from './meter-blob.ts';
import { MeterPacket, type MeterValue, openDb, restDb } from './meter-packet.ts';
import { namedMessage } from './named-message.ts';
import { tickMs } from './streams.ts';

/** Packets that are kept for other clients. */
const mostKept = 256;

export interface MeterRequest {
  readonly number: string;
  /** What is shown, where there is a choice. */
  readonly choices: readonly number[];
}

export class Meters {
  readonly #book: Book;
  readonly #table: MeterTable;
  readonly #access: DeskAccess;
  readonly #levels = new Levels();
  readonly #packets = new Map<string, { readonly bytes: Uint8Array }>();
  #client: Client | undefined;

  constructor(book: Book, access: DeskAccess) {
    this.#book = book;
    this.#table = book.model.meters;
    this.#access = access;
  }

  /** Levels are watched from now on. */
  open(): void {
    if (this.#client !== undefined) return;
    this.#client = deskClient(this.#access, { intervalMs: tickMs });
    this.#client.subscribe(['/meters'], ({ row, life }) => {
      if (life === 'live') this.#levels.take((row.levels ?? []) as readonly Level[]);
      else this.#levels.clear();
    });
  }

  close(): void {
    this.#client?.close();
    this.#client = undefined;
    this.#levels.clear();
    this.#packets.clear();
  }

  /** How many numbers of a request choose what is shown. */
  choices(number: string): number {
    return this.#table.choices(number);
  }

  has({ number, choices }: MeterRequest): boolean {
    return number in this.#table.pairs || this.#table.parts(number, choices) !== undefined;
  }

  /** A message by the name, whose `bytes` have the levels of the moment. */
  packet(request: MeterRequest, name: string): { readonly bytes: Uint8Array } {
    const key = `${name} ${request.number} ${request.choices.join(' ')}`;
    const known = this.#packets.get(key);
    if (known !== undefined) return known;
    const packet = this.#made(request, name);
    if (this.#packets.size < mostKept) this.#packets.set(key, packet);
    return packet;
  }

  #made({ number, choices }: MeterRequest, name: string): { readonly bytes: Uint8Array } {
    const { pairs, parts, unit } = this.#table;
    const own = pairs[number];
    if (own !== undefined) return { bytes: namedMessage(name, [{ type: 'b', value: pairsBlob(own) }]) };
    const values = (parts(number, choices) ?? []).flatMap((part) => this.#valuesOf(part));
    return new MeterPacket(name, values, unit, this.#levels);
  }

  #valuesOf(part: MeterPart): readonly MeterValue[] {
    if ('count' in part) return Array(part.count).fill(part.always === 'open' ? openDb : silenceDb);
    const path = this.#book.rowOf(part.strip);
    return [path === undefined ? restDb(part.tap) : [this.#levels.strip(path), part.tap]];
  }
}
