// The documentation page at /docs: files of this package, so that it works without a network, behind the guards of
// rows.
import { readFileSync } from 'node:fs';
import { describePattern } from '../base/pattern-description.ts';
import { Refusal } from '../base/refusals.ts';
import type { Exchange } from './exchange.ts';
import type { Page } from './page.ts';
import { queryOf, refuseQuery } from './query.ts';
import type { RowApi } from './row-api.ts';

const docsBase = '/docs';
/** Of all pages that core brings. */
export const styleSheet = `${docsBase}/page.css`;

const files: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '': { file: 'page.html', type: 'text/html; charset=utf-8' },
  '/': { file: 'page.html', type: 'text/html; charset=utf-8' },
  '/page.css': { file: 'page.css', type: 'text/css; charset=utf-8' },
  ...Object.fromEntries(
    ['page', 'row', 'form', 'fields', 'watch', 'service', 'element'].map((name) => [
      `/${name}.mjs`,
      { file: `${name}.mjs`, type: 'text/javascript; charset=utf-8' },
    ]),
  ),
};
/** More than a person picks from a list. */
const mostAddresses = 500;

export class DocsPage implements Page {
  readonly path = docsBase;
  readonly title = 'All rows';
  /** `/` stays the home of a desk without other pages. */
  readonly isThere = false;
  readonly about = 'to read, to write and to watch, each with what it allows';
  readonly #book: RowApi['addresses'];
  readonly #read = new Map<string, string>();

  constructor({ addresses }: Pick<RowApi, 'addresses'>) {
    this.#book = addresses;
  }

  /**
   * A file of the page; `/docs/addresses?begin=/chan` and `?of=/channel/{kind}/{index}`: addresses that exist now; and
   * `/docs/words?pattern=^[a-z]+$`.
   */
  answer(exchange: Exchange): void {
    const { path } = exchange.request;
    const name = path.slice(docsBase.length);
    const query = queryOf(exchange.request);
    if (name === '/addresses') {
      exchange.json(JSON.stringify({ addresses: this.#addresses(query) }));
      return;
    }
    if (name === '/words') {
      exchange.json(JSON.stringify({ words: this.#words(query) }));
      return;
    }
    const page = Object.hasOwn(files, name) ? files[name] : undefined;
    if (page === undefined) throw new Refusal('unknown-row', `There is nothing at ${path}.`, { path });
    refuseQuery(query);
    exchange.page(page.type, this.#text(page.file));
  }

  #addresses(query: string | null): readonly string[] {
    const [[name, value = ''] = [], ...more] = [...new URLSearchParams(query ?? '')];
    if (more.length === 0 && name === 'begin') return this.#book.next(value).slice(0, mostAddresses);
    if (more.length === 0 && name === 'of') return this.#book.of(value, mostAddresses);
    throw new Refusal('bad-query', 'Addresses are asked for by "begin" or by "of"', { query });
  }

  /** The description of a field's pattern, '' without one. */
  #words(query: string | null): string {
    const [[name, pattern = ''] = [], ...more] = [...new URLSearchParams(query ?? '')];
    if (more.length === 0 && name === 'pattern') return describePattern(pattern) ?? '';
    throw new Refusal('bad-query', 'Words are asked for by "pattern"', { query });
  }

  #text(file: string): string {
    const text = this.#read.get(file) ?? readFileSync(new URL(`./docs/${file}`, import.meta.url), 'utf8');
    this.#read.set(file, text);
    return text;
  }
}
