// Values of addresses: read from the rows behind them, written to them, and told to clients that follow changes.
import { type Contract, Refused } from 'rowdesk/client';
import type { SurfaceRole } from 'rowdesk/surface';
import type { OscArgument } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import type { Entry } from '../../../hardware-drivers/lib/x32/js/book.ts';
import type { Written } from '../../../hardware-drivers/lib/x32/js/conversions.ts';
import type { Value } from '../../../hardware-drivers/lib/x32/js/laws.ts';
import type { Assignment } from '../../../hardware-drivers/lib/x32/js/lines.ts';
import { mayWrite } from '../network/roles.ts';
import { valueFor } from '../network/values.ts';
import type { X32Client } from './client.ts';
import type { Mirror } from './mirror.ts';

/** Lines of the table that the log has named. */
const mostSaid = 512;

export interface ValuesNeeds {
  readonly mirror: Mirror;
  readonly role: () => SurfaceRole;
  readonly contract: (path: string) => Promise<Contract>;
  readonly followers: () => readonly X32Client[];
  readonly say: (message: string) => void;
}

export class Values {
  readonly #needs: ValuesNeeds;
  /** By address, what a client wrote, finer than the desk keeps it; it counts while the desk has the value beside it. */
  readonly #fine = new Map<string, { readonly desk: string; readonly value: Value }>();
  /** By the path with # for numbers: rows of one shape have the same steps. */
  readonly #contracts = new Map<string, Promise<Contract>>();
  readonly #said = new Set<string>();

  constructor(needs: ValuesNeeds) {
    this.#needs = needs;
  }

  of(entry: Entry, client: X32Client): Value {
    const { mirror } = this.#needs;
    const { address, field, otherwise, conversion } = entry;
    const known = mirror.row(entry);
    const desk = known?.row[field];
    if (known === undefined || desk === undefined) return client.remembered(address) ?? otherwise;
    const pending = client.pending.get(address);
    if (pending !== undefined && pending.revision > known.revision) return pending.value;
    client.pending.delete(address);
    const fine = this.#fine.get(address);
    if (fine?.desk === JSON.stringify(desk)) return fine.value;
    return conversion.read(desk, mirror.around) ?? otherwise;
  }

  argument(entry: Entry, client: X32Client): OscArgument {
    return entry.law.argument(this.of(entry, client));
  }

  text(entry: Entry, client: X32Client): string {
    return entry.law.text(this.of(entry, client));
  }

  /** Does nothing for an argument that the law of the address does not have; never rejects. */
  async assign(client: X32Client, { entry, argument }: Assignment): Promise<void> {
    const value = entry.law.read(argument);
    if (value !== undefined) await this.write(client, entry, value);
  }

  /** Never rejects: what the desk refuses is shown to the client as it is. */
  async write(client: X32Client, entry: Entry, value: Value): Promise<void> {
    const path = this.#needs.mirror.path(entry);
    const known = this.#needs.mirror.row(entry);
    const { conversion, field, law, line, address } = entry;
    if (path === undefined || (!conversion.isAction && known?.row[field] === undefined)) {
      client.remember(address, value);
      this.#say(line);
      return;
    }
    const { mirror } = this.#needs;
    const writing = { now: known?.row[field], size: law.size ?? 0 };
    const written = conversion.write(value, { ...mirror.around, ...writing });
    try {
      if (written === undefined) throw new RangeError(line);
      await this.#writeTo(client, entry, path, written, value);
      if (entry.pairPath !== undefined && 'value' in written) {
        await client.writes.move(entry.pairPath, field, written.value);
      }
    } catch (error) {
      if (error instanceof RangeError) this.#say(line);
      else if (!(error instanceof Refused)) this.#needs.say(`${address}: ${(error as Error).message}`);
      client.knows.delete(address);
      client.pending.delete(address);
      this.show(client, entry);
    }
  }

  /** Sends what is so. */
  show(client: X32Client, entry: Entry): void {
    if (client.getsChanges) client.push(entry.address, this.argument(entry, client));
  }

  /** The field behind an entry has another value. A client that wrote it is not told. */
  changed(entry: Entry): void {
    const { mirror, followers } = this.#needs;
    const { address, field } = entry;
    const desk = JSON.stringify(mirror.row(entry)?.row[field] ?? null);
    for (const client of followers()) {
      const path = mirror.path(entry);
      if (client.knows.get(address) === desk || (path !== undefined && client.writes.isMoving(path, field))) continue;
      client.knows.set(address, desk);
      client.push(address, this.argument(entry, client));
    }
  }

  async #writeTo(client: X32Client, entry: Entry, path: string, written: Written, value: Value): Promise<void> {
    const { address, field } = entry;
    if ('run' in written) {
      const task = written.run === '' ? path : written.run;
      if (!mayWrite(this.#needs.role(), task, 'running')) throw new RangeError(entry.line);
      await client.writes.patch(task, { running: true });
      return;
    }
    if (!mayWrite(this.#needs.role(), path, field)) throw new RangeError(entry.line);
    // A client may ask right behind its write.
    client.pending.set(address, { value, revision: Number.POSITIVE_INFINITY });
    const stepped = await this.#stepped(path, field, written.value);
    const desk = JSON.stringify(stepped);
    this.#fine.set(address, { desk, value });
    client.knows.set(address, desk);
    const revision = await client.writes.move(path, field, stepped);
    if (client.pending.get(address)?.value === value) client.pending.set(address, { value, revision });
    const now = this.#needs.mirror.rowAt(path);
    if (now === undefined || now.revision < revision || client.writes.isMoving(path, field)) return;
    const isSo = JSON.stringify(now.row[field] ?? null);
    if (client.knows.get(address) === isSo) return;
    client.knows.set(address, isSo);
    this.show(client, entry);
  }

  /** The nearest step of the field. */
  async #stepped(path: string, field: string, value: unknown): Promise<unknown> {
    if (typeof value !== 'number') return value;
    const shape = path.replace(/\d+/g, '#');
    const contract = this.#contracts.get(shape) ?? this.#needs.contract(path);
    this.#contracts.set(shape, contract);
    contract.catch(() => this.#contracts.delete(shape));
    const schema = (await contract).fields[field];
    return schema === undefined ? value : valueFor(schema, [value]);
  }

  #say(line: string): void {
    if (this.#said.has(line) || this.#said.size >= mostSaid) return;
    this.#said.add(line);
    this.#needs.say(`${line} is written, and has no effect here`);
  }
}
