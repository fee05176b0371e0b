// What stands at `/` and `/api`: links to the pages for a browser, links for a program.
import { apiPath } from '../base/api-path.ts';
import { interfaceVersion } from '../rows/interface-version.ts';
import { styleSheet } from './docs.ts';
import type { Exchange } from './exchange.ts';
import { wantsPage } from './negotiation.ts';
import type { Page } from './page.ts';
import { queryOf, refuseQuery } from './query.ts';
import type { RowApi } from './row-api.ts';

export const homes: readonly string[] = ['/', apiPath];

export class Home {
  readonly #rows: Pick<RowApi, 'addresses'>;
  readonly #pages: readonly Page[];
  readonly #summary: () => readonly string[];

  constructor(rows: Pick<RowApi, 'addresses'>, pages: readonly Page[], summary: () => readonly string[]) {
    this.#rows = rows;
    this.#pages = pages;
    this.#summary = summary;
  }

  answer(exchange: Exchange): void {
    refuseQuery(queryOf(exchange.request));
    const { path, headers } = exchange.request;
    const first = this.#pages.find(({ isThere }) => isThere);
    const isBrowser = wantsPage(headers.accept);
    if (isBrowser && path === '/' && first !== undefined) exchange.redirect(first.path);
    else if (isBrowser) exchange.page('text/html; charset=utf-8', this.#html());
    else exchange.json(JSON.stringify(this.#links()));
  }

  #links(): object {
    return {
      title: 'Rowdesk',
      version: interfaceVersion,
      description: 'Every piece of this desk is a row at a path: GET, OPTIONS, PATCH, and GET with ?watch=1.',
      summary: this.#summary(),
      openapi: `${apiPath}/openapi.json`,
      pages: this.#pages.map(({ path, title, about }) => ({ path, title, about })),
      rows: this.#rows.addresses
        .next('/')
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
    return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Rowdesk</title>
    <link rel="stylesheet" href="${styleSheet}" />
  </head>
  <body class="home">
    <header>
      <h1>Rowdesk</h1>
      <p>This is a mixing desk, and it runs. Every piece of it is a row at a path below ${apiPath}.</p>
    </header>
    <main>
      ${summary.join('\n      ')}
      <ul>
        ${items.join('\n        ')}
      </ul>
    </main>
  </body>
</html>
`;
  }
}

/** Names of devices and titles of pages come from outside. */
function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => entities[character] as string);
}
