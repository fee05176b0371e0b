import { beforeEach, expect, test } from 'vitest';
import { DesiredLinks, wentWords } from './desired-links.ts';
import type { NumberedEnds, ServerEvent } from './native.ts';
import { ServerGraph } from './server-graph.ts';

const wanted = { from: 'a:out', to: 'b:in' };
const key = 'a:out b:in';
const added = (id: number, type: string, properties: Record<string, string>): ServerEvent => ({
  ...{ what: 'added', id, type, isDestroyable: true, properties },
});
const port = (id: number, node: number, name: string, direction: string) =>
  added(id, 'Port', { 'node.id': String(node), 'port.name': name, 'port.direction': direction });

let graph: ServerGraph;
let links: DesiredLinks;
let made: (NumberedEnds & { readonly request: number })[];
let ended: number[];
const requests = {
  link: (request: number, ends: NumberedEnds) => void made.push({ request, ...ends }),
  destroy: (id: number) => void ended.push(id),
};
const keep = (nowMs: number) => links.keep(graph, requests, nowMs);
const add = (id: number, desk = 'desk', error = '') => {
  graph.take(added(id, 'Link', { 'link.output.port': '11', 'link.input.port': '12' }), 0);
  graph.take({ what: 'link', id, error, properties: { 'rowdesk.desk': desk } }, 0);
};
const remove = (id: number) => graph.take({ what: 'removed', id }, 0);

beforeEach(() => {
  graph = new ServerGraph('desk');
  links = new DesiredLinks('desk');
  [made, ended] = [[], []];
  const events = [
    added(1, 'Node', { 'node.name': 'a' }),
    added(2, 'Node', { 'node.name': 'b' }),
    port(11, 1, 'out', 'out'),
    port(12, 2, 'in', 'in'),
    { what: 'ready' } as const,
  ];
  for (const event of events) graph.take(event, 0);
});

test('a wanted link is asked for once, and looked after again when the server does not answer', () => {
  links.want([wanted]);
  expect(keep(0)).toBe(2000);
  expect(made).toEqual([{ request: 1, fromNode: 1, fromPort: 11, toNode: 2, toPort: 12 }]);
  keep(100);
  expect([made.length, links.isAsking(100), links.refusalOf(wanted)]).toEqual([1, true, '']);
  expect(keep(2000)).toBe(2250);
  expect(links.refusalOf(wanted)).toBe('the server does not answer');
  keep(2250);
  expect(made.length).toBe(2);
});

test('what the server refuses is asked for again after 0.25, 0.5 ... 60 s, and anew with other ports', () => {
  links.want([wanted]);
  const pauses: number[] = [];
  let nowMs = 0;
  for (let tries = 1; tries <= 12; tries++) {
    keep(nowMs);
    expect(made.length).toBe(tries);
    links.refused(tries, 'no such format', nowMs);
    const nextMs = keep(nowMs) ?? 0;
    pauses.push(nextMs - nowMs);
    nowMs = nextMs;
  }
  expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000, 60000, 60000]);
  expect(links.refusalOf(wanted)).toBe('the server refused it: no such format');
  remove(12);
  keep(nowMs - 1);
  graph.take(port(13, 2, 'in', 'in'), 0);
  keep(nowMs - 1);
  expect(made.at(-1)).toMatchObject({ toPort: 13 });
});

test('what another client ends at once each time is made later and later; what stayed is made at once', () => {
  links.want([wanted]);
  const madeAtMs: number[] = [];
  let nowMs = 0;
  const makeAndEnd = (staysMs: number) => {
    const before = made.length;
    for (; made.length === before; nowMs += 50) keep(nowMs);
    madeAtMs.push(nowMs - 50);
    add(20);
    keep(nowMs - 50);
    nowMs += staysMs - 50;
    remove(20);
  };
  for (let times = 0; times < 6; times++) makeAndEnd(0);
  const pausesMs = madeAtMs.slice(1).map((atMs, n) => atMs - (madeAtMs[n] ?? 0));
  expect(pausesMs).toEqual([0, 250, 500, 1000, 2000]);
  makeAndEnd(6000);
  const wentMs = nowMs;
  makeAndEnd(0);
  expect(madeAtMs.at(-1)).toBe(wentMs);
});

test('a link that went is told as gone once, though it is there again', () => {
  links.want([wanted]);
  keep(0);
  add(20);
  keep(1);
  expect(links.look()).toEqual({ held: [wanted], went: new Set() });
  remove(20);
  keep(2);
  expect(links.refusalOf(wanted)).toBe(wentWords);
  add(21);
  keep(3);
  expect(links.hasReturned).toBe(true);
  expect(links.look()).toEqual({ held: [], went: new Set([key]) });
  expect(links.look()).toEqual({ held: [wanted], went: new Set() });
});

test('a link of the desk in error ends with its reason, and one of another client stays', () => {
  links.want([wanted]);
  keep(0);
  add(20, 'desk', 'no more buffers');
  keep(1);
  keep(1);
  expect(ended).toEqual([20]);
  expect(links.refusalOf(wanted)).toBe('the server gave it up: no more buffers');
  remove(20);
  keep(100);
  expect(made.length).toBe(1);
  keep(251);
  expect(made.length).toBe(2);
  add(21, 'other', 'no more buffers');
  keep(252);
  expect(ended).toEqual([20]);
});

test('links of the desk that are wanted no more end once; before the desk said anything none does', () => {
  add(20);
  keep(0);
  expect(ended).toEqual([]);
  links.want([]);
  keep(1);
  keep(2);
  expect(ended).toEqual([20]);
  add(21, 'other');
  keep(3);
  expect(ended).toEqual([20]);
});
