// Values of a node of an X32 as fields of this desk, through the laws and conversions that the surface X32 uses.
import type { Book, Entry } from '../../../hardware-drivers/lib/x32/js/book.ts';
import type { Around } from '../../../hardware-drivers/lib/x32/js/conversions.ts';
import { type LostPart, shortened } from '../read-show.ts';
import { type Found, joined, left, nothing } from './found.ts';
import { pairedPan } from './pairs.ts';
import { reasonOf } from './reasons.ts';
import type { NodeWords } from './routing.ts';

/** Q has no effect on shelves and cuts of that console; here theirs is that of a flat one. */
const flatQ = 0.7;
/** Values that this desk has one of: what it does stands in the report beside what the file has. */
const fixedHere = /\/(gate\/mode|dyn\/(mode|env|pos|auto))$/;

export class Values {
  readonly #book: Book;
  readonly #words: NodeWords;
  readonly #around: Around;

  constructor(book: Book, words: NodeWords) {
    this.#book = book;
    this.#words = words;
    this.#around = {
      ...{ sockets: [], scenes: [] },
      addressOf: (path) => book.addressOf(path),
      rowOf: (address) => book.rowOf(address),
    };
  }

  /** Of a node or of one of its addresses. */
  at(address: string, words: readonly string[]): Found {
    const entry = this.#book.entry(address);
    const entries = entry === undefined ? this.#book.node(address) : [entry];
    if (entries.length === 0) return left('line', words.join(' '), 'it is no line of an X32 that is known');
    return joined(entries.map((each, n) => this.#value(each, words[n], address)));
  }

  #value(entry: Entry, word: string | undefined, address: string): Found {
    // Where a channel hears is found through the routing.
    if (word === undefined || /\/config\/source$/.test(entry.address)) return nothing;
    const { law, conversion, path, field } = entry;
    const part = entry.address.slice(entry.address.lastIndexOf('/') + 1);
    const value = law.read(word);
    if (value === undefined) return left(part, word, `it is none of: ${law.words}`);
    if (part === 'pan') return this.#pan(entry, word, address);
    const isDefault = value === entry.otherwise || this.#isIdle(address, part);
    const why = reasonOf(entry.address);
    if (path === undefined && fixedHere.test(entry.address) && !isDefault) {
      return { values: [], lost: [{ part, from: word, to: law.text(entry.otherwise), why }] };
    }
    if (path === undefined) return isDefault ? nothing : left(part, word, why);
    // A bus of effects is never heard in the main by itself.
    if (field === 'mainAssigned' && path.startsWith('/channel/fxSend/') && word === 'OFF') return nothing;
    // What the field has now tells conversions its type: a switch, a list of members, a number.
    const now = law.words === 'OFF, ON' ? false : law.size === undefined ? 0 : [];
    const written = conversion.write(value, { ...this.#around, now, size: law.size ?? 0 });
    if (written === undefined || 'run' in written) return isDefault ? nothing : left(part, word, why);
    const back = conversion.read(written.value, this.#around);
    const text = back === undefined ? undefined : law.text(back);
    const lost: readonly LostPart[] =
      text === undefined || text === law.text(value) ? [] : [{ part, from: word, to: text, why: 'the nearest here' }];
    const ofBand = /\/eq\/\d\/q$/.test(entry.address) && this.#bandType(entry.address) !== 'bell';
    const own = { part, from: shortened(word), value: ofBand ? flatQ : written.value, isDefault };
    const pair = entry.pairPath === undefined ? [] : [{ ...own, path: entry.pairPath, field }];
    return { values: [{ ...own, ...canonical(path, field) }, ...pair], lost };
  }

  #bandType(address: string): 'bell' | 'flat' {
    const node = address.slice(0, address.lastIndexOf('/'));
    const type = this.#words(node)?.[0] ?? this.#words(`${node}/type`)?.[0] ?? 'PEQ';
    return type === 'PEQ' || type === 'VEQ' ? 'bell' : 'flat';
  }

  /** Without effect as it is set: a band without gain, the level of a send to the mono bus that is off. */
  #isIdle(address: string, part: string): boolean {
    const words = this.#words(address) ?? [];
    if (/\/eq\/\d$/.test(address)) return Number(words[2]) === 0 && !/^(LCut|HCut)$/.test(words[0] ?? '');
    return part === 'mlevel' && words[4] === 'OFF';
  }

  /** Of a linked pair, its balance: the middle of both pans. */
  #pan({ path, field, law }: Entry, word: string, address: string): Found {
    if (path === undefined) return nothing;
    const pans = pairedPan(address, this.#words);
    const value = pans === undefined ? Number(law.read(word)) : Math.round((pans[0] + pans[1]) / 2);
    const own = { path, field, value, part: 'pan', from: word, isDefault: value === 0 };
    const isExact = pans === undefined || pans[0] === pans[1] || (pans[0] === -100 && pans[1] === 100);
    const from = `${pans?.[0]} and ${pans?.[1]}`;
    return {
      values: [own],
      lost: isExact ? [] : [{ part: 'pan', from, to: String(value), why: 'a pair has one balance' }],
    };
  }
}

/** The row in which a field is kept: bands of an equaliser are shown under addresses of their own. */
function canonical(path: string, field: string): { readonly path: string; readonly field: string } {
  const [, strip, band] = /^(\/channel\/[^/]+\/\d+)\/eq\/bands\/(\d+)$/.exec(path) ?? [];
  if (strip === undefined) return { path, field };
  const symbol = `band${band}${field.charAt(0).toUpperCase()}${field.slice(1)}`;
  return { path: `${strip}/chain/processors/eq/values`, field: symbol };
}
