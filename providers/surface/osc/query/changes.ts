// Says what becomes of the tree: addresses that come and go, and rows whose contract becomes another one.
import { setImmediate } from 'node:timers/promises';
import type { Row, Watched } from 'rowdesk/client';
import type { AddressLists, TemplateRow } from '../address-lists.ts';
import type { DeskRows } from '../desk-rows.ts';
import type { Command } from './sockets.ts';

/** More addresses of one template at once are said as a change of what they have in common. */
const mostSingle = 64;
/** Addresses of one turn of the event loop. */
const share = 2000;
/** A program that has read the tree may listen so much later. */
const lingerMs = 60_000;

export interface ChangesNeeds {
  readonly rows: DeskRows;
  readonly lists: AddressLists;
  readonly tell: (command: Command, address: string) => void;
}

export class Changes {
  readonly #needs: ChangesNeeds;
  readonly #known = new Map<string, { readonly changes: number; readonly paths: readonly string[] }>();
  /** One state of the row after the other; the newest wins. */
  #next: Row | undefined;
  #turn: Promise<void> | undefined;
  #contracts: number | undefined;
  #stopWatching: (() => void) | undefined;
  #lingering: NodeJS.Timeout | undefined;
  #isListened = false;

  constructor(needs: ChangesNeeds) {
    this.#needs = needs;
  }

  /** Somebody listens, or nobody any more. */
  listened(isListened: boolean): void {
    this.#isListened = isListened;
    this.browsed();
  }

  /** Changes are followed from now on for a while, so that none is missed between reading and listening. */
  browsed(): void {
    this.#stopWatching ??= this.#needs.rows.watch('/surface/addresses', (watched) => this.#take(watched));
    clearTimeout(this.#lingering);
    this.#lingering = this.#isListened ? undefined : setTimeout(() => this.close(), lingerMs);
  }

  close(): void {
    clearTimeout(this.#lingering);
    this.#stopWatching?.();
    this.#stopWatching = undefined;
    this.#known.clear();
    this.#contracts = undefined;
    this.#next = undefined;
  }

  #take({ row, life }: Watched): void {
    if (life !== 'live') return;
    this.#next = row;
    this.#turn ??= this.#compare().finally(() => {
      this.#turn = undefined;
    });
  }

  async #compare(): Promise<void> {
    for (let row = this.#next; row !== undefined; row = this.#next) {
      this.#next = undefined;
      this.#tellContracts(row.contracts as readonly { readonly path: string; readonly change: number }[]);
      this.#needs.lists.renew();
      for (const template of row.templates as readonly TemplateRow[]) {
        if (this.#known.get(template.template)?.changes === template.changes) continue;
        // The list may be asked for again by the next state.
        await this.#tellAddresses(template).catch(() => {});
      }
    }
  }

  #tellContracts(contracts: readonly { readonly path: string; readonly change: number }[]): void {
    const before = this.#contracts;
    this.#contracts = contracts.at(-1)?.change ?? 0;
    if (before === undefined) return;
    const newer = contracts.filter(({ change }) => change > before);
    const [first] = newer;
    if (first !== undefined && first.change > before + 1) this.#needs.tell('PATH_CHANGED', '/');
    else for (const path of new Set(newer.map(({ path }) => path))) this.#needs.tell('PATH_CHANGED', path);
  }

  async #tellAddresses(template: TemplateRow): Promise<void> {
    const { lists, tell } = this.#needs;
    const before = this.#known.get(template.template)?.paths;
    const paths = await lists.paths(template);
    if (this.#stopWatching === undefined) return;
    this.#known.set(template.template, { changes: template.changes, paths });
    if (before === undefined) return;
    const removed = await without(before, paths);
    const added = await without(paths, before);
    if (removed.length + added.length > mostSingle) tell('PATH_CHANGED', common([...removed, ...added]));
    else {
      for (const path of removed) tell('PATH_REMOVED', path);
      for (const path of added) tell('PATH_ADDED', path);
    }
  }
}

/** Those of the first that are none of the others. */
async function without(paths: readonly string[], others: readonly string[]): Promise<readonly string[]> {
  const known = new Set(others);
  const left: string[] = [];
  for (const [n, path] of paths.entries()) {
    if (!known.has(path)) left.push(path);
    if (n % share === share - 1) await setImmediate();
  }
  return left;
}

/** The longest address above all of these. */
function common(paths: readonly string[]): string {
  let segments = (paths[0] ?? '').split('/');
  for (const path of paths) {
    const own = path.split('/');
    const differs = segments.findIndex((each, n) => each !== own[n]);
    if (differs >= 0) segments = segments.slice(0, differs);
  }
  return segments.join('/') || '/';
}
