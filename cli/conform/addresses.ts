// Where the rows of a template are on this server: found from the server itself.

import { isRow, type Row, type Server } from './server.ts';
import { kinds } from './spec/spec.ts';

const parameter = /\{([^}]+)\}/;

/** Where the values of a parameter are shown: the row (its own parameters filled in), the field, and the members. */
interface ListField {
  readonly row: string;
  readonly field: string;
  readonly members: readonly string[];
}

/** By the template up to the parameter. */
const places: Readonly<Record<string, ListField>> = {
  '/channel/{kind}/{index}/chain/processors/': {
    row: '/channel/{kind}/{index}/chain',
    field: 'order',
    members: ['processorId', 'id'],
  },
  '/patchbay/external/': { row: '/patchbay/external', field: 'edges', members: ['edgeId', 'id'] },
  '/patchbay/ignored/': { row: '/patchbay/ignored', field: 'policies', members: [] },
  '/channelConfigs/': { row: '/channelConfigs', field: 'items', members: ['id'] },
  '/history/entries/': { row: '/history', field: 'entries', members: ['id'] },
  '/sessions/': { row: '/sessions', field: 'items', members: ['id'] },
  '/scenes/': { row: '/scenes', field: 'items', members: ['id'] },
  '/patches/': { row: '/patches', field: 'items', members: ['id'] },
  '/takes/': { row: '/takes', field: 'items', members: ['id'] },
};

export class SampleAddresses {
  readonly #server: Server;
  readonly #rows = new Map<string, Promise<Row | undefined>>();
  readonly #found = new Map<string, Promise<string | undefined>>();

  constructor(server: Server) {
    this.#server = server;
  }

  /** An address of this template at which a row answers, or the template itself; undefined where none could be found. */
  of(template: string): Promise<string | undefined> {
    if (!parameter.test(template)) return Promise.resolve(template);
    let found = this.#found.get(template);
    if (found === undefined) {
      found = this.#find(template);
      this.#found.set(template, found);
    }
    return found;
  }

  /** A strip of this kind, as `{kind}/{index}`: the first that /channel shows, else number 1. */
  async strip(kind: string): Promise<string> {
    const { strips } = (await this.#row('/channel')) ?? {};
    const shown = Array.isArray(strips) ? strips.find((strip) => isRow(strip) && strip.kind === kind) : undefined;
    return `${kind}/${Number.isInteger(shown?.index) ? shown.index : 1}`;
  }

  async #find(template: string): Promise<string | undefined> {
    for (const address of await this.#candidates(template)) {
      if ((await this.#row(address)) !== undefined) return address;
    }
    return undefined;
  }

  /** At most a handful for each parameter: this is a search for one example. */
  async #candidates(template: string): Promise<readonly string[]> {
    if (/\{kind\}\/\{index\}/.test(template)) {
      const strips = await Promise.all(kinds.map((kind) => this.strip(kind)));
      const filled = strips.map((strip) => template.replace('{kind}/{index}', strip));
      return (await Promise.all(filled.map((each) => this.#candidates(each)))).flat();
    }
    const [name] = parameter.exec(template) ?? [];
    if (name === undefined) return [template];
    const begin = template.slice(0, template.indexOf(name));
    const ids = await this.#ids(begin);
    const filled = ids.slice(0, 8).map((id) => template.replace(name, encodeURIComponent(id)));
    return (await Promise.all(filled.map((each) => this.#candidates(each)))).flat();
  }

  async #ids(begin: string): Promise<readonly string[]> {
    const known = Object.entries(places).find(([template]) => patternOf(template).test(begin));
    if (known === undefined) return this.#idsBelow(begin);
    const [, { row, field, members }] = known;
    const holder = fillFrom(begin, row);
    const shown = (await this.#row(holder))?.[field];
    const ids = Array.isArray(shown)
      ? shown.map((item) => idOf(item, members))
      : isRow(shown)
        ? Object.keys(shown)
        : [];
    const sources = begin === '/patchbay/ignored/' ? await this.#sources() : [];
    return [...ids, ...sources].filter((id) => id !== undefined && id !== '') as string[];
  }

  /** Nothing lists them: a sibling row whose fields have their names, as `values` beside `params/`. */
  async #idsBelow(begin: string): Promise<readonly string[]> {
    const home = begin.replace(/\/(params|properties)\/$/, '');
    if (home === begin || begin.endsWith('/properties/')) return [];
    return Object.keys((await this.#row(`${home}/values`)) ?? {});
  }

  async #sources(): Promise<readonly (string | undefined)[]> {
    const { sources } = (await this.#row('/patchbay/nodes')) ?? {};
    return Array.isArray(sources) ? sources.map((source) => idOf(source, ['id'])) : [];
  }

  #row(path: string): Promise<Row | undefined> {
    let row = this.#rows.get(path);
    if (row === undefined) {
      row = this.#server.get(path).then(({ status, json }) => (status === 200 && isRow(json) ? json : undefined));
      this.#rows.set(path, row);
    }
    return row;
  }
}

function idOf(item: unknown, members: readonly string[]): string | undefined {
  if (typeof item === 'string') return item;
  const member = members.find((name) => isRow(item) && ['string', 'number'].includes(typeof item[name]));
  return member === undefined ? undefined : String((item as Row)[member]);
}

/** A template as the beginning of addresses. */
function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`);
}

/** The row's template with the segments that an address has at the same places. */
function fillFrom(address: string, template: string): string {
  const segments = address.split('/');
  return template
    .split('/')
    .map((segment, place) => (parameter.test(segment) ? (segments[place] ?? segment) : segment))
    .join('/');
}
