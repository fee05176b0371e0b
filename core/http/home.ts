// What stands at `/` and `/api`: the first page for a browser, links for a program, and a search of addresses.
import { apiPath } from '../base/api-path.ts';
import { Refusal } from '../base/refusals.ts';
import { atOnce, inTurns } from '../base/steps.ts';
import { interfaceVersion } from '../rows/interface-version.ts';
import type { Exchange } from './exchange.ts';
import { wantsPage } from './negotiation.ts';
import { plainPage } from './plain-page.ts';
import type { ProvidedPage } from './provided-page.ts';
import { queryOf, refuseQuery } from './query.ts';
import type { RowApi } from './row-api.ts';

export const homes: readonly string[] = ['/', apiPath];
/** More than a person picks from a list. */
const mostAddresses = 500;

export class Home {
  readonly #book: RowApi['addresses'];
  readonly #pages: readonly ProvidedPage[];
  readonly #summary: () => readonly string[];

  constructor(
    { addresses }: Pick<RowApi, 'addresses'>,
    pages: readonly ProvidedPage[],
    summary: () => readonly string[],
  ) {
    this.#book = addresses;
    this.#pages = pages;
    this.#summary = summary;
  }

  /** At `/api` also `?begin=/chan` and `?of=/channel/{kind}/{index}`: addresses that exist now, 500 at most. */
  async answer(exchange: Exchange): Promise<void> {
    const { path, headers } = exchange.request;
    const query = queryOf(exchange.request);
    const first = this.#pages.find(({ isThere }) => isThere);
    const isBrowser = wantsPage(headers.accept);
    const isOpening = isBrowser && path === '/' && first !== undefined;
    // A page asks for a key itself.
    if (!isOpening) exchange.admit();
    if (path !== '/' && query !== null && query !== '') {
      exchange.json(JSON.stringify({ addresses: await this.#addresses(query) }));
      return;
    }
    refuseQuery(query);
    if (isOpening) exchange.redirect(first.path);
    else if (isBrowser) exchange.page(this.#html());
    else exchange.json(JSON.stringify(this.#links(exchange.takesKeys)));
  }

  async #addresses(query: string): Promise<readonly string[]> {
    const [[name, value = ''] = [], ...more] = [...new URLSearchParams(query)];
    if (more.length === 0 && name === 'begin') return (await inTurns(this.#book.next(value))).slice(0, mostAddresses);
    if (more.length === 0 && name === 'of') return this.#book.of(value, mostAddresses);
    throw new Refusal('bad-query', 'Addresses are asked for by "begin" or by "of"', { query });
  }

  #links(hasKeys: boolean): object {
    return {
      title: 'Rowdesk',
      version: interfaceVersion,
      description: 'Every piece of this desk is a row at a path: GET, OPTIONS, PATCH, and GET with ?watch=1.',
      summary: this.#summary(),
      openapi: `${apiPath}/openapi.json`,
      ...(hasKeys ? { access: `${apiPath}/access` } : {}),
      // A URI template (RFC 6570).
      addresses: `${apiPath}{?begin,of}`,
      pages: this.#pages.map(({ path, title, about }) => ({ path, title, about })),
      // Their first segments, which are in templates.
      rows: atOnce(this.#book.next('/'))
        .filter((path) => !path.endsWith('/'))
        .map((path) => apiPath + path),
    };
  }

  #html(): string {
    const links = [
      ...this.#pages,
      { path: `${apiPath}/openapi.json`, title: 'OpenAPI description', about: 'for programs that make clients' },
    ];
    const items = links.map(
      ({ path, title, about }) => `<li><a href="${path}">${escaped(title)}</a> ${escaped(about)}</li>`,
    );
    const summary = this.#summary().map((line) => `<p>${escaped(line)}</p>`);
    const lines = [
      '<h1>Rowdesk</h1>',
      `<p>This is a mixing desk, and it runs. Every piece of it is a row at a path below ${apiPath}.</p>`,
      ...summary,
      `<ul>${items.join('\n')}</ul>`,
    ];
    return plainPage('Rowdesk', lines.join('\n    '));
  }
}

/** Names of devices and titles of pages come from outside. */
function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => entities[character] as string);
}
