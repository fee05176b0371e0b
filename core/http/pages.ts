// The pages for people, and what stands at `/` and `/api`: links to them for a browser, links for a program.
import { base } from '../base/base.ts';
import { interfaceVersion } from '../rows/interface-version.ts';
import { styleSheet } from './docs.ts';
import type { RowDoor } from './door.ts';
import type { Exchange } from './exchange.ts';
import type { Page } from './page.ts';
import { queryOf, refuseQuery } from './query.ts';

const homes: ReadonlySet<string> = new Set(['/', base, `${base}/`]);

export class Pages {
  readonly #rows: Pick<RowDoor, 'addresses'>;
  readonly #pages: readonly Page[];

  constructor(rows: Pick<RowDoor, 'addresses'>, pages: readonly Page[]) {
    this.#rows = rows;
    this.#pages = pages;
  }

  has(path: string): boolean {
    return homes.has(path) || this.#pageAt(path) !== undefined;
  }

  /** For paths that are there. */
  answer(exchange: Exchange): void {
    const page = this.#pageAt(exchange.request.path);
    if (page !== undefined) {
      page.answer(exchange);
      return;
    }
    refuseQuery(queryOf(exchange.request));
    if (wantsPage(exchange.request.headers.accept)) exchange.page('text/html; charset=utf-8', this.#html());
    else exchange.json(JSON.stringify(this.#links()));
  }

  #pageAt(path: string): Page | undefined {
    return this.#pages.find((page) => path === page.path || path.startsWith(`${page.path}/`));
  }

  #links(): object {
    return {
      title: 'Rowdesk',
      version: interfaceVersion,
      description: 'Every piece of this desk is a row at a path: GET, OPTIONS, PATCH, and GET with ?watch=1.',
      openapi: `${base}/openapi.json`,
      pages: this.#pages.map(({ path, title, about }) => ({ path, title, about })),
      rows: this.#rows.addresses
        .next('/')
        .filter((path) => !path.endsWith('/'))
        .map((path) => base + path),
    };
  }

  #html(): string {
    const links = [
      ...this.#pages,
      { path: `${base}/openapi.json`, title: 'OpenAPI description', about: 'for programs that make clients' },
    ];
    const items = links.map(({ path, title, about }) => `<li><a href="${path}">${title}</a> ${about}</li>`);
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
      <p>This is a mixing desk, and it runs. Every piece of it is a row at a path below ${base}.</p>
    </header>
    <main>
      <ul>
        ${items.join('\n        ')}
      </ul>
    </main>
  </body>
</html>
`;
  }
}

/** Whether a request names HTML before it names everything, as browsers do. */
function wantsPage(accept = ''): boolean {
  return accept.split(',').some((range) => range.trim().startsWith('text/html'));
}
