// What a message asks for: a question, a write, or a subscription.
import type { Contract, Row } from 'rowdesk/client';
import type { SurfaceRole } from 'rowdesk/surface';
import { integer, text } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import type { OscValue, ReadMessage } from '../../../hardware-drivers/lib/osc/js/parcel.ts';
import { OscRefusal, refusalOf } from '../network/refusal.ts';
import { mayWrite } from '../network/roles.ts';
import { valueFor } from '../network/values.ts';
import { fieldPattern, splitAddress } from './address.ts';
import type { AddressLists } from './address-lists.ts';
import type { DeskRows } from './desk-rows.ts';
import { isGlob } from './glob.ts';
import type { Peer } from './peer.ts';

/** Fields that one pattern writes, and that one question shows. */
const mostWritten = 256;
const mostShown = 1024;

export interface DispatchNeeds {
  readonly rows: DeskRows;
  readonly lists: AddressLists;
  readonly role: () => SurfaceRole;
}

/** A field, or with `field` '' a whole row. */
export interface Place {
  readonly path: string;
  readonly field: string;
  readonly contract: Contract;
}

/** A write that a message means. */
export interface FieldWrite extends Place {
  readonly value: unknown;
}

export class Dispatch {
  readonly #needs: DispatchNeeds;

  constructor(needs: DispatchNeeds) {
    this.#needs = needs;
  }

  /** Answers `/refusal` for what it can't do; never rejects. */
  async take(peer: Peer, message: ReadMessage): Promise<void> {
    try {
      if (message.unreadable !== '') throw new OscRefusal('unreadable-type', 400);
      if (message.values.length === 0) await this.#ask(peer, message.address);
      else await Promise.all((await this.writesOf(message)).map((write) => this.write(peer, write)));
    } catch (error) {
      refuse(peer, message.address, error);
    }
  }

  /** The fields that a message writes. Rejects with what `refusalOf` knows. */
  async writesOf({ address, values, unreadable }: ReadMessage): Promise<readonly FieldWrite[]> {
    if (unreadable !== '') throw new OscRefusal('unreadable-type', 400);
    const places = isGlob(address) ? await this.#placesOf(address, mostWritten) : [await this.#place(address)];
    return places.flatMap((place) => this.#fieldsOf(place, values));
  }

  /** Answers `/refusal` where the desk refuses it, and shows the peer what is so. */
  async write(peer: Peer, { path, field, value }: FieldWrite): Promise<void> {
    const { rows } = this.#needs;
    if (!peer.echoes) peer.feedback.has(path, field, value);
    try {
      peer.feedback.correct(path, field, await peer.writes.move(path, field, value));
    } catch (error) {
      rows.forget(path);
      refuse(peer, `${path}/${field}`, error);
      peer.feedback.doubt(path, field);
    }
  }

  /** The fields of a message for a whole row are JSON in a text. */
  #fieldsOf(place: Place, values: readonly OscValue[]): readonly FieldWrite[] {
    const { path, contract } = place;
    if (place.field !== '') return [this.#allowed(place, valueFor(contract.fields[place.field] as never, values))];
    const fields = objectIn(values[0]);
    if (fields === undefined) throw new OscRefusal('wrong-type', 422);
    return Object.entries(fields).map(([field, value]) => this.#allowed({ path, field, contract }, value));
  }

  #allowed(place: Place, value: unknown): FieldWrite {
    if (!mayWrite(this.#needs.role(), place.path, place.field)) throw new OscRefusal('role', 403);
    return { ...place, value };
  }

  async #ask(peer: Peer, address: string): Promise<void> {
    const { rows } = this.#needs;
    const places = isGlob(address) ? await this.#placesOf(address, mostShown) : [await this.#place(address)];
    const read = new Map<string, Promise<Row>>();
    for (const { path } of places) read.set(path, read.get(path) ?? rows.read(path));
    for (const { path, field } of places) {
      const row = (await read.get(path)) as Row;
      if (field !== '') peer.show(path, field, row[field] ?? null);
      else for (const [name, value] of Object.entries(row)) peer.show(path, name, value);
    }
  }

  async #place(address: string): Promise<Place> {
    const { rows } = this.#needs;
    const { path, field } = splitAddress(address);
    fieldPattern(`${address}/x`);
    const contract = path === '' ? undefined : await rows.contract(path);
    if (contract !== undefined && Object.hasOwn(contract.fields, field)) return { path, field, contract };
    const own = await rows.contract(address);
    if (own !== undefined) return { path: address, field: '', contract: own };
    throw contract === undefined ? new OscRefusal('unknown-row', 404) : new OscRefusal('unknown-field', 422);
  }

  async #placesOf(address: string, most: number): Promise<readonly Place[]> {
    const { rows, lists } = this.#needs;
    const pattern = fieldPattern(address);
    const paths = await lists.list(pattern);
    const contracts = await Promise.all(paths.slice(0, most).map((path) => rows.contract(path)));
    const places = contracts.flatMap((contract) =>
      contract === undefined
        ? []
        : Object.keys(contract.fields)
            .filter((field) => pattern.matchesField(field))
            .map((field) => ({ path: contract.path, field, contract })),
    );
    if (places.length === 0) throw new OscRefusal('unknown-row', 404);
    if (places.length > most || paths.length > most) throw new OscRefusal('too-many-addresses', 400);
    return places;
  }
}

export function refuse(peer: Peer, address: string, error: unknown): void {
  const { code, status } = refusalOf(error);
  peer.send('/refusal', [text(address), text(code), integer(status)], `/refusal ${address}`);
}

function objectIn(value: OscValue | undefined): Row | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Row) : undefined;
  } catch {
    return undefined;
  }
}
