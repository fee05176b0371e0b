// One line of a scene of an X32: what its values are here, and which of them are lost.
import type { Book } from '../../../hardware-drivers/lib/x32/js/book.ts';
import { type LostPart, type ShowLine, type ShowValue, shortened } from '../read-show.ts';
import { effectParameters, effectType } from './effects.ts';
import { type Found, joined, left, nothing } from './found.ts';
import { shadowOf } from './pairs.ts';
import type { NodeWords } from './routing.ts';
import type { TextLine } from './scene-text.ts';
import { Sockets } from './sockets.ts';
import { Values } from './values.ts';

/** Of one line; beyond it they are counted. */
const mostLost = 8;
/** What other lines are read by. */
const readElsewhere = /^\/config\/(auxlink|routing|routing\/(IN|PLAY)|userrout\/in)$|^\/fx\/[1-4]\/source$/;

export class Lines {
  readonly #book: Book;
  readonly #words: NodeWords;
  readonly #values: Values;
  readonly #sockets: Sockets;

  constructor(book: Book, words: NodeWords) {
    this.#book = book;
    this.#words = words;
    this.#values = new Values(book, words);
    this.#sockets = new Sockets(book, words);
  }

  /** The devices whose ports lines have named so far. */
  get devices(): readonly string[] {
    return [...this.#sockets.devices].sort();
  }

  of({ line, address, words }: TextLine): ShowLine {
    const { values, lost } = this.#found(address, words);
    const more = lost.length - mostLost;
    const rest: readonly LostPart[] =
      more > 0 ? [{ part: `${more} more`, from: '', to: null, why: 'of the same line' }] : [];
    return { line, key: shortened(address), values, lost: [...lost.slice(0, mostLost), ...rest] };
  }

  #found(address: string, words: readonly string[]): Found {
    const shadow = shadowOf(address, this.#words);
    if (shadow?.kind === 'own') return this.#ownOfPair(address, shadow.odd, words);
    if (shadow !== undefined) return this.#shadowed(address, shadow.odd, words, shadow.kind);
    return this.#single(address, words);
  }

  #single(address: string, words: readonly string[]): Found {
    const [first = ''] = words;
    const head = /^\/headamp\/(\d{3})$/.exec(address)?.[1];
    if (head !== undefined) return this.#sockets.head(Number(head), words);
    const [, output, number] = /^\/outputs\/(main|aux|p16|aes|rec)\/(\d{2})$/.exec(address) ?? [];
    if (output !== undefined) return this.#sockets.output(output, Number(number), words);
    const [, effect, parameters] = /^\/fx\/([1-4])(\/par)?$/.exec(address) ?? [];
    if (parameters !== undefined) return effectParameters(Number(effect), this.#words);
    if (effect !== undefined) return effectType(Number(effect), first, this.#words);
    if (readElsewhere.test(address)) return nothing;
    if (/\/insert$/.test(address)) return this.#insert(words);
    if (/\/automix$/.test(address) && first === 'OFF') return nothing;
    if (/\/delay$/.test(address) && first === 'OFF') return this.#delayOff(address);
    const found = this.#values.at(address, words);
    if (!/^\/(ch|auxin)\/\d{2}\/config$/.test(address) || words[3] === undefined) return found;
    return joined([found, this.#sockets.source(address, Number(words[3]))]);
  }

  #insert([on = '', , chosen = '']: readonly string[]): Found {
    return on === 'OFF' || chosen === 'OFF'
      ? nothing
      : left('sel', chosen, 'effects are not inserted into strips here');
  }

  /** Name, source, trim and polarity are the strip's own; colour and low cut are those of the odd one. */
  #ownOfPair(address: string, odd: string, words: readonly string[]): Found {
    const { values, lost } = this.#single(address, words);
    const names = this.#book.node(address).map((entry) => entry.address.slice(address.length + 1));
    const other = this.#words(odd) ?? words;
    const isShared = ({ field, path }: ShowValue) => field === 'colour' || path.includes('/chain/');
    const shared = values.filter(isShared).flatMap(({ part, from }): readonly LostPart[] => {
      const to = other[names.indexOf(part)] ?? from;
      return to === from ? [] : [{ part, from, to, why: 'a linked pair has what its odd strip has' }];
    });
    return { values: values.filter((value) => !isShared(value)), lost: [...lost, ...shared] };
  }

  /** The even strip of a pair: what it has for itself goes on, the rest must be as the odd one has it. */
  #shadowed(address: string, odd: string, words: readonly string[], kind: 'pair' | 'legs'): Found {
    if (/\/grp$|\/mix|\/eq|\/dyn|\/gate|\/delay|\/insert|\/automix|\/preamp/.test(address)) {
      const other = this.#words(odd) ?? words;
      const isPan = (n: number) => (/\/mix$/.test(address) ? n === 3 : /\/mix\/\d+$/.test(address) && n === 2);
      const why = kind === 'pair' ? 'a linked pair has what its odd strip has' : 'it is a leg of the strip before it';
      return joined(
        words.flatMap((word, n) =>
          isPan(n) || word === other[n]
            ? []
            : [{ values: [], lost: [{ part: `value ${n + 1}`, from: word, to: other[n] ?? null, why }] }],
        ),
      );
    }
    const [name = ''] = words;
    return name === '' || kind === 'pair' ? nothing : left('name', name, 'it is a leg of the strip before it');
  }

  #delayOff(address: string): Found {
    const entry = this.#book.entry(`${address}/on`);
    if (entry?.path === undefined || entry.field !== 'delayMs') return nothing;
    const own = { part: 'on', from: 'OFF', isDefault: true };
    return { values: [{ ...own, path: entry.path, field: 'delayMs', value: 0 }], lost: [] };
  }
}
