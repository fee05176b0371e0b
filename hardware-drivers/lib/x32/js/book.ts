// The addresses of a model, one by one, as the lines of its table say, and what the desk's owner has changed.
import { type Conversion, type ConversionName, conversions, plain } from './conversions.ts';
import type { Law, Value } from './laws.ts';
import { laws } from './table/law-names.ts';
import type { Counter, Model, NodeLines } from './table/lines.ts';

export interface Entry {
  readonly address: string;
  readonly law: Law;
  /** Read while no field stands behind it. */
  readonly otherwise: Value;
  /** The line of the table, `/ch/{ch}/mix/fader`: what is said once of all its addresses. */
  readonly line: string;
  /** The row, in which `{head 3}` and `{scene 3}` are the fourth socket and scene; undefined for none. */
  readonly path: string | undefined;
  readonly field: string;
  readonly conversion: Conversion;
  /** The send behind an odd one, which has the tap of both. */
  readonly pairPath: string | undefined;
}

/** What an integrator changes: rows of strips, and fields of addresses; null for none. */
export interface BookChanges {
  readonly strips?: Readonly<Record<string, string | null>>;
  readonly addresses?: Readonly<Record<string, string | null>>;
}

export class Book {
  readonly model: Model;
  readonly #entries = new Map<string, Entry>();
  readonly #nodes = new Map<string, Entry[]>();
  readonly #strips: ReadonlyMap<string, string>;
  readonly #addresses = new Map<string, string>();

  /** Throws Error in words for a change of what is not there. */
  constructor(model: Model, changes: BookChanges = {}) {
    this.model = model;
    this.#strips = stripsOf(model, changes.strips ?? {});
    for (const [address, path] of this.#strips) {
      if (!this.#addresses.has(path)) this.#addresses.set(path, address);
    }
    const changed = new Map(Object.entries(changes.addresses ?? {}));
    const known = new Set<string>();
    for (const lines of model.nodes) {
      const otherwise = lines.leaves.map(([, law, text]) => laws[law].read(text) as Value);
      for (const numbers of combinations(lines.node, model.counters)) {
        this.#add(lines, otherwise, numbers, changed, known);
      }
    }
    for (const address of changed.keys()) {
      if (!known.has(address)) throw new Error(`addresses: ${model.model} has no ${address}`);
    }
  }

  entry(address: string): Entry | undefined {
    return this.#entries.get(address);
  }

  /** The addresses of a node in their order; none for what is no node. */
  node(address: string): readonly Entry[] {
    return this.#nodes.get(address) ?? [];
  }

  entries(): Iterable<Entry> {
    return this.#entries.values();
  }

  get nodes(): Iterable<string> {
    return this.#nodes.keys();
  }

  rowOf(strip: string): string | undefined {
    return this.#strips.get(strip);
  }

  addressOf(path: string): string | undefined {
    return this.#addresses.get(path);
  }

  #add(
    lines: NodeLines,
    otherwise: readonly Value[],
    numbers: Numbers,
    changed: ReadonlyMap<string, string | null>,
    known: Set<string>,
  ): void {
    const nodeAddress = filled(lines.node, numbers, true);
    const entries = this.#nodes.get(nodeAddress) ?? [];
    this.#nodes.set(nodeAddress, entries);
    for (const [n, [name, lawName, , to, as]] of lines.leaves.entries()) {
      const law: Law = laws[lawName];
      const address = `${nodeAddress}/${name}`;
      const line = `${lines.node}/${name}`;
      for (const each of [address, line]) known.add(each);
      const own = changed.get(address) ?? changed.get(line);
      const target = changed.has(address) || changed.has(line) ? own : to;
      const { path, field } = split(this.#target(target ?? undefined, nodeAddress, numbers));
      const entry: Entry = {
        ...{ address, law, line, path, field },
        otherwise: otherwise[n] as Value,
        conversion: as === undefined ? plain : conversions[as satisfies ConversionName],
        pairPath: as === 'tapOfPair' ? this.#pairPath(nodeAddress) : undefined,
      };
      this.#entries.set(address, entry);
      entries.push(entry);
    }
  }

  /** Undefined where a strip in it stands for nothing. */
  #target(to: string | undefined, nodeAddress: string, numbers: Numbers): string | undefined {
    let isWhole = true;
    const row = (strip: string) => {
      const path = this.#strips.get(strip);
      isWhole = isWhole && path !== undefined;
      return path ?? '';
    };
    const stripAddress = stripAt(nodeAddress, this.#strips);
    const target = to
      ?.replace('{strip}', () => row(stripAddress))
      .replace('{send}', () => this.#send(nodeAddress) ?? row(''))
      .replace(/\{(\/[^}]+)\}/, (_, strip: string) => row(strip))
      .replace('{head}', () => `{head ${this.#place('headamp', numbers)}}`)
      .replace('{scene}', () => `{scene ${this.#place('scene', numbers)}}`);
    return isWhole && target !== undefined ? filled(target, numbers, false) : undefined;
  }

  /** From 0, wherever the counter begins. */
  #place(counter: string, numbers: Numbers): number {
    return Number(numbers.get(counter)) - (this.model.counters[counter]?.from ?? 0);
  }

  /** `/ch/01/mix/13` leads to `/bus/13`, `/bus/01/mix/02` to `/mtx/02`. */
  #send(nodeAddress: string): string | undefined {
    const [, from = '', number = ''] = /^(.*)\/mix\/(\d+)$/.exec(nodeAddress) ?? [];
    const [own, to] = [this.#strips.get(from), this.#strips.get(this.model.sendsTo(from, number))];
    return own === undefined || to === undefined ? undefined : `${own}/sends/${to.slice('/channel/'.length)}`;
  }

  #pairPath(nodeAddress: string): string | undefined {
    return this.#send(nodeAddress.replace(/\d+$/, (odd) => String(Number(odd) + 1).padStart(odd.length, '0')));
  }
}

type Numbers = ReadonlyMap<string, string>;

function* combinations(template: string, counters: Model['counters']): Iterable<Numbers> {
  const names = [...template.matchAll(/\{([A-Za-z0-9]+)\}/g)].map(([, name]) => name as string);
  yield* combined(names, counters, new Map());
}

function* combined(names: readonly string[], counters: Model['counters'], chosen: Numbers): Iterable<Numbers> {
  const [name, ...others] = names;
  if (name === undefined) {
    yield chosen;
    return;
  }
  for (const number of counted(counters[name] as Counter)) {
    yield* combined(others, counters, new Map([...chosen, [name, number]]));
  }
}

function counted({ from, to, step = 1, digits }: Counter): readonly string[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, n) =>
    String(from + n * step).padStart(digits, '0'),
  );
}

const filled = (template: string, numbers: Numbers, isPadded: boolean) =>
  template.replace(/\{([A-Za-z0-9]+)\}/g, (whole, name: string) => {
    const number = numbers.get(name);
    return number === undefined ? whole : isPadded ? number : String(Number(number));
  });

function stripsOf(model: Model, changes: Readonly<Record<string, string | null>>): ReadonlyMap<string, string> {
  const strips = new Map<string, string>();
  for (const [template, path] of Object.entries(model.strips)) {
    for (const numbers of combinations(template, model.counters)) {
      strips.set(filled(template, numbers, true), filled(path, numbers, false));
    }
  }
  for (const [address, path] of Object.entries(changes)) {
    if (!strips.has(address)) throw new Error(`strips: ${model.model} has no ${address}`);
    if (path === null) strips.delete(address);
    else strips.set(address, path);
  }
  return strips;
}

/** The strip that an address begins with. */
function stripAt(address: string, strips: ReadonlyMap<string, string>): string {
  const segments = address.split('/');
  const [two, one] = [segments.slice(0, 3).join('/'), segments.slice(0, 2).join('/')];
  return strips.has(one) ? one : two;
}

function split(target: string | undefined): { readonly path: string | undefined; readonly field: string } {
  if (target === undefined) return { path: undefined, field: '' };
  const slash = target.lastIndexOf('/');
  return { path: target.slice(0, slash), field: target.slice(slash + 1) };
}
