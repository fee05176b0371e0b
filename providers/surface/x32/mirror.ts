// The rows behind the addresses of a model, watched while clients are there: questions are answered from memory, and each
// change is known as such. Rows of boxes and scenes follow the lists of boxes and scenes.
import type { Client, Row, Watched } from 'rowdesk/client';
import type { Book, Entry } from '../../../hardware-drivers/lib/x32/js/book.ts';
import type { Around } from '../../../hardware-drivers/lib/x32/js/conversions.ts';
import { type DeskAccess, deskClient } from '../network/desk-access.ts';

/** Addresses of one stream: its list fits into a request. */
const share = 900;
/** A row is sent at most this often. */
const intervalMs = 20;
/** Questions that wait for rows; what comes beyond gets no answer. */
const mostWaiting = 4096;
const answeredAtOnce = 32;
const answeredEachMs = 4;
const sourceRow = '/source';
const scenesRow = '/scenes';

export interface MirrorNeeds extends DeskAccess {
  readonly book: Book;
  /** A field behind an address has another value, or none any more. */
  readonly changed: (entry: Entry) => void;
}

interface Known {
  readonly row: Row;
  readonly revision: number;
}

export class Mirror {
  readonly around: Around;
  readonly #needs: MirrorNeeds;
  readonly #rows = new Map<string, Known>();
  /** By path as the book has it, also `{head 3}`. */
  readonly #entries = new Map<string, Entry[]>();
  readonly #unknown = new Set<string>();
  #sockets: readonly Socket[] = [];
  /** Undefined before the list is read for the first time. */
  #scenes: readonly Known[] | undefined;
  #clients: Client[] = [];
  #heads: Client | undefined;
  #stopHeads = () => {};
  /** Called once rows are known that were not. */
  #waiting: (() => void)[] = [];
  #isWaking = false;
  #isDue = false;

  constructor(needs: MirrorNeeds) {
    const { book } = needs;
    const mirror = this;
    this.#needs = needs;
    this.around = {
      get sockets() {
        return mirror.#sockets.map(({ id }) => id);
      },
      get scenes() {
        return (mirror.#scenes ?? []).map(({ row }) => String(row.id));
      },
      addressOf: (path) => book.addressOf(path),
      rowOf: (address) => book.rowOf(address),
    };
    for (const entry of book.entries()) {
      if (entry.path === undefined || entry.conversion.isAction) continue;
      const entries = this.#entries.get(entry.path);
      if (entries === undefined) this.#entries.set(entry.path, [entry]);
      else entries.push(entry);
    }
  }

  get isOpen(): boolean {
    return this.#clients.length > 0;
  }

  /** Watches from now on. */
  open(): void {
    if (this.isOpen) return;
    const own = [...this.#entries.keys()].filter((path) => !path.startsWith('{'));
    const lists = [sourceRow, scenesRow];
    for (const path of [...own, ...lists]) this.#unknown.add(path);
    for (let at = 0; at < own.length; at += share) {
      this.#client().subscribe(own.slice(at, at + share), (each) => this.#take(each));
    }
    this.#client().subscribe(lists, (each) => this.#takeList(each));
  }

  /** Resolves once the rows behind the entries are known, or known not to be; false when it is not worth waiting. */
  async knows(entries: readonly Entry[]): Promise<boolean> {
    this.open();
    const lacks = (entry: Entry) => {
      const isOfList = entry.path?.startsWith('{') === true || entry.conversion.needsLists === true;
      if (isOfList && (this.#unknown.has(sourceRow) || this.#unknown.has(scenesRow))) return true;
      const path = this.path(entry);
      return path !== undefined && this.#unknown.has(path);
    };
    while (entries.some(lacks)) {
      if (this.#waiting.length >= mostWaiting) return false;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      if (!this.isOpen) return false;
    }
    return true;
  }

  /** Resolves once the sockets and the scenes are known. */
  knowsLists(): Promise<boolean> {
    return this.knows([...(this.#entries.get('{head 0}') ?? []).slice(0, 1)]);
  }

  close(): void {
    this.#stopHeads();
    for (const client of this.#clients) client.close();
    this.#clients = [];
    this.#heads = undefined;
    // What rows had is kept: a change that comes before they are read anew is one, too.
    for (const path of this.#rows.keys()) if (!this.#entries.has(path)) this.#rows.delete(path);
    this.#unknown.clear();
    this.#sockets = [];
    this.#wake();
  }

  /** Undefined where no row stands behind the entry now. */
  row(entry: Entry): Known | undefined {
    const [, scene] = /^\{scene (\d+)\}$/.exec(entry.path ?? '') ?? [];
    if (scene !== undefined) return this.#scenes?.[Number(scene)];
    const path = this.path(entry);
    return path === undefined ? undefined : this.#rows.get(path);
  }

  /** The row behind an entry, and behind the other of its pair. */
  path({ path }: Pick<Entry, 'path'>): string | undefined {
    const [, kind, number] = /^\{(head|scene) (\d+)\}$/.exec(path ?? '') ?? [];
    if (kind === undefined) return path;
    if (kind === 'head') return this.#sockets[Number(number)]?.path;
    const scene = this.#scenes?.[Number(number)];
    return scene === undefined ? undefined : `${scenesRow}/${scene.row.id}`;
  }

  rowAt(path: string): Known | undefined {
    return this.#rows.get(path);
  }

  #client(): Client {
    const client = deskClient(this.#needs, { intervalMs });
    this.#clients.push(client);
    return client;
  }

  #take({ path, row, revision, life }: Watched, entries = this.#entries.get(path) ?? []): void {
    const known = this.#rows.get(path);
    const isFirst = this.#unknown.has(path) && known === undefined;
    const before = known?.row ?? {};
    // What a desk that is away had is told until it is back.
    if (life === 'gone') this.#rows.delete(path);
    else if (life === 'live') this.#rows.set(path, { row, revision });
    this.#found(path);
    // What is known for the first time is no change.
    if (life === 'stale' || isFirst) return;
    this.#compare(entries, before, life === 'gone' ? {} : row);
  }

  #compare(entries: readonly Entry[], before: Row, now: Row): void {
    for (const entry of entries) if (!isSame(before[entry.field], now[entry.field])) this.#needs.changed(entry);
  }

  #found(path: string): void {
    if (this.#unknown.delete(path)) this.#wake();
  }

  /** Once for the many rows of an event, and some questions at a time: their answers would be too many for a socket. */
  #wake(): void {
    this.#isDue = true;
    if (this.#isWaking) return;
    this.#isWaking = true;
    setImmediate(() => this.#wakeSome(0));
  }

  #wakeSome(left: number): void {
    const due = this.#isDue ? this.#waiting.length : left;
    this.#isDue = false;
    const some = this.#waiting.splice(0, Math.min(due, answeredAtOnce));
    for (const resolve of some) resolve();
    if (due > some.length) setTimeout(() => this.#wakeSome(due - some.length), answeredEachMs);
    else this.#isWaking = false;
    if (this.#isDue && !this.#isWaking) this.#wake();
  }

  #takeList({ path, row, revision, life }: Watched): void {
    if (life === 'stale') return;
    if (path === sourceRow) this.#setSockets(socketsIn(row));
    else this.#setScenes((row.items ?? []) as readonly Row[], revision);
    this.#found(path);
  }

  /** The row of a scene has all that it holds: names stand in the list. */
  #setScenes(items: readonly Row[], revision: number): void {
    const before = this.#scenes;
    this.#scenes = items.map((row) => ({ row, revision }));
    if (before === undefined) return;
    for (const [path, entries] of this.#entries) {
      const [, number] = /^\{scene (\d+)\}$/.exec(path) ?? [];
      if (number === undefined) continue;
      this.#compare(entries, before[Number(number)]?.row ?? {}, this.#scenes[Number(number)]?.row ?? {});
    }
  }

  #setSockets(sockets: readonly Socket[]): void {
    if (isSame(sockets, this.#sockets)) return;
    this.#sockets = sockets;
    const entries = new Map<string, Entry[]>();
    for (const [path, all] of this.#entries) {
      const own = path.startsWith('{head') ? this.path({ path }) : undefined;
      if (own !== undefined) entries.set(own, all);
    }
    for (const path of entries.keys()) if (!this.#rows.has(path)) this.#unknown.add(path);
    this.#stopHeads();
    this.#heads ??= this.#client();
    this.#stopHeads = this.#heads.subscribe([...entries.keys()], (each) => this.#take(each, entries.get(each.path)));
  }
}

interface Socket {
  readonly id: string;
  /** The row of its preamp. */
  readonly path: string;
}

function socketsIn(row: Row): readonly Socket[] {
  const sources = (row.sources ?? []) as readonly Row[];
  return sources
    .filter(({ kind, port }) => kind === 'socket' && /^in-\d+$/.test(String(port)))
    .map(({ id, device, port }) => ({
      id: String(id),
      path: `/stagebox/${device}/inputs/${String(port).slice('in-'.length)}`,
    }));
}

const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other);
