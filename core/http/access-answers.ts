// What a client may do, and links that open the desk to a page: at /api/access while the desk has keys. A link's secret is
// exchanged for a cookie by POST with a JSON body, which no page of another origin can send.
import type { Access } from '../access/access.ts';
import { linkMs } from '../access/links.ts';
import { apiPath } from '../base/api-path.ts';
import { Refusal } from '../base/refusals.ts';
import type { Fields } from '../rows/definitions.ts';
import { notPermitted, type Permit } from '../rows/permit.ts';
import { readBody } from './body.ts';
import type { Exchange } from './exchange.ts';
import type { HttpLimits } from './limits.ts';
import { queryOf, refuseQuery } from './query.ts';
import type { WriteRates } from './rates.ts';
import { plainAddress } from './remote-address.ts';
import { methodNotAllowed } from './row-answers.ts';

const place = `${apiPath}/access`;
const links = `${place}/links`;
const methods: Readonly<Record<string, readonly string[]>> = {
  [place]: ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'],
  [links]: ['OPTIONS', 'POST'],
};

export interface AccessAnswersNeeds {
  readonly access: Access;
  readonly rates: WriteRates;
  readonly limits: HttpLimits;
}

export class AccessAnswers {
  readonly #needs: AccessAnswersNeeds;

  constructor(needs: AccessAnswersNeeds) {
    this.#needs = needs;
  }

  has(path: string): boolean {
    return this.#needs.access.isOn && Object.hasOwn(methods, path);
  }

  answer(exchange: Exchange): void | Promise<void> {
    const { path, method = '' } = exchange.request;
    const allow = methods[path] as readonly string[];
    exchange.methods = allow;
    refuseQuery(queryOf(exchange.request));
    if (!allow.includes(method)) throw methodNotAllowed(method, allow);
    if (method === 'OPTIONS')
      return exchange.json(JSON.stringify({ path: path.slice(apiPath.length), methods: allow }), [
        'Allow',
        allow.join(', '),
      ]);
    if (method === 'POST') return path === links ? this.#makeLink(exchange) : this.#spendLink(exchange);
    if (method === 'DELETE') exchange.cookie = this.#needs.access.noCookie;
    exchange.json(JSON.stringify(shown(method === 'DELETE' ? undefined : exchange.permit)));
  }

  async #spendLink(exchange: Exchange): Promise<void> {
    const { permit, cookie } = this.#needs.access.spendLink(await this.#textOf(exchange, 'link'), addressOf(exchange));
    exchange.cookie = cookie;
    exchange.json(JSON.stringify(shown(permit)));
  }

  async #makeLink(exchange: Exchange): Promise<void> {
    const { permit } = exchange;
    if (permit?.role === 'none') throw new Refusal('key-needed', 'Links are made with a key that may run the desk.');
    if (permit !== undefined && permit.role !== 'run') throw notPermitted(permit, '/access/links');
    const link = this.#needs.access.makeLink(await this.#textOf(exchange, 'name'));
    exchange.json(JSON.stringify({ link, expiresInS: linkMs / 1000 }));
  }

  /** The only member of the body. */
  async #textOf(exchange: Exchange, name: string): Promise<string> {
    const { rates, limits } = this.#needs;
    rates.admit(addressOf(exchange));
    const body: Fields = await readBody(exchange.request, limits.bodyBytes, limits);
    const text = body[name];
    if (Object.keys(body).length === 1 && typeof text === 'string' && text.length <= 256) return text;
    throw new Refusal('bad-request', `The body is { "${name}": "..." }, and nothing else.`);
  }
}

const shown = (permit: Permit | undefined) => ({
  name: permit?.name ?? '',
  role: permit?.role ?? 'none',
  bus: permit?.bus ?? null,
});

const addressOf = ({ request }: Exchange) => plainAddress(request.socket.remoteAddress);
