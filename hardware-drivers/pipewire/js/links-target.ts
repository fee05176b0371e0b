// The field `links` of a server: what the desk wants (core/driver/graph.ts), and what of it is there.
import type { LinkEnds, Reading, Value } from 'rowdesk/driver';
import { DesiredLinks, linkKey, wentWords } from './desired-links.ts';
import type { NativeConnection } from './native.ts';
import type { ServerGraph } from './server-graph.ts';

/** More than any desk has ports. */
const mostLinks = 4096;

export class LinksTarget {
  readonly links: DesiredLinks;
  #row: Omit<Value, 'value' | 'fadeMs'> | undefined;
  #reading: Reading | undefined;

  constructor(desk: string) {
    this.links = new DesiredLinks(desk);
  }

  /** Returns why the value is refused, '' where it is taken. */
  take({ path, field, value }: Value): string {
    if (field !== 'links') return 'an audio server has no such field';
    const fault = faultOf(value);
    if (fault !== '') return fault;
    this.#row = { path, field };
    this.links.want((value as LinkEnds[]).map(({ from, to }) => ({ from, to })));
    return '';
  }

  /**
   * The wanted links that are there; refused, with the first that is not, unless it is only under way. The same object
   * while it says the same.
   */
  read(graph: ServerGraph): Reading | undefined {
    const wanted = this.links.wanted;
    if (this.#row === undefined || wanted === undefined) return undefined;
    const { held: value, went } = this.links.look();
    const held = new Set(value);
    let reason = '';
    for (const link of wanted) {
      if (reason === '' && !held.has(link)) reason = this.#whyMissing(link, graph, went);
    }
    const reading: Reading =
      reason === '' ? { ...this.#row, value, state: 'applied' } : { ...this.#row, value, state: 'refused', reason };
    if (JSON.stringify(reading) !== JSON.stringify(this.#reading)) this.#reading = reading;
    return this.#reading;
  }

  /** '' for a link that is being made. */
  #whyMissing(link: LinkEnds, graph: ServerGraph, went: ReadonlySet<string>): string {
    const { from, to } = link;
    if (graph.reason !== '') return `the server is not there: ${graph.reason}`;
    const fault = faultOfEnd(from, 'source', graph) || faultOfEnd(to, 'sink', graph);
    if (fault !== '') return fault;
    const reason = went.has(linkKey(link)) ? wentWords : this.links.refusalOf(link);
    return reason === '' ? '' : `the link from ${from} to ${to}: ${reason}`;
  }
}

/** Ends links of any client. Throws Error when one is not there, or may not be ended: the others are not ended, then. */
export function disconnect(value: unknown, graph: ServerGraph, connection: NativeConnection | undefined): void {
  const fault = faultOf(value);
  if (fault !== '') throw new Error(fault);
  if (graph.reason !== '' || connection === undefined) throw new Error(`the server is not there: ${graph.reason}`);
  const links = [...graph.objects.links.values()];
  const numbers = (value as LinkEnds[]).map(({ from, to }) => {
    const link = links.find((each) => graph.ports.ids.get(each.from) === from && graph.ports.ids.get(each.to) === to);
    if (link === undefined) throw new Error(`there is no link from ${from} to ${to}`);
    if (!link.isDestroyable) throw new Error(`the server does not let the desk end the link from ${from} to ${to}`);
    return link.number;
  });
  for (const number of numbers) connection.destroy(number);
}

function faultOfEnd(id: string, direction: 'source' | 'sink', { ports: { byId, nodes } }: ServerGraph): string {
  const port = byId.get(id);
  if (port !== undefined) {
    return port.direction === direction ? '' : `${id} ${direction === 'source' ? 'gives' : 'takes'} no sound`;
  }
  const colon = id.lastIndexOf(':');
  const node = id.slice(0, Math.max(0, colon));
  return nodes.has(node) ? `${node} has no port ${id.slice(colon + 1)}` : `${node || id} is not there`;
}

function faultOf(value: unknown): string {
  const isLink = (each: unknown) => {
    const { from, to } = (each ?? {}) as Partial<Record<keyof LinkEnds, unknown>>;
    return typeof from === 'string' && typeof to === 'string';
  };
  if (!Array.isArray(value) || !value.every(isLink)) return 'links must be a list of { from, to }';
  return value.length > mostLinks ? `links must be at most ${mostLinks}, and there are ${value.length}` : '';
}
