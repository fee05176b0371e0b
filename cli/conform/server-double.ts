// A small server that holds the interface, as far as it goes, for the tests of this folder; and it can be told to fail.
import type { ServerResponse } from 'node:http';
import { type TSchema, Value } from '../../core/base/typebox.ts';
import { answerJson, type FakeService, fakeService, type ReceivedRequest } from '../service-double.ts';

type Row = Record<string, unknown>;
type Words = Readonly<Record<string, unknown>>;

interface DoubleRow {
  row: Row;
  readonly fields: Readonly<Record<string, Words>>;
}

const rw = (words: Words): Words => ({ access: 'rw', ...words });
const ro = (words: Words = {}): Words => ({ access: 'ro', ...words });

/** What it answers when all is well. */
function rightRows(): Map<string, DoubleRow> {
  const task = { params: ro(), progress: ro(), refusal: ro(), report: ro(), startedAt: ro() };
  const idle = { params: null, progress: null, refusal: null, report: null, running: false, startedAt: null };
  const item = { family: 'drums', id: 'kick', name: 'Kick', nameKey: 'template.kick' };
  const continuous = ['/telemetry/convergence', '/telemetry/subscription', '/telemetry/process'].concat(
    ['/clock', '/clock/force', '/history/cursor', '/history/cursor/undo', '/channelConfigs', '/channelConfigs/{id}'],
    ['/channelConfigs/{id}/apply/{kind}/{index}'],
  );
  const counters = ['convergence', 'latency', 'meters', 'process', 'rt', 'rtaInstances', 'spectrum'];
  const cursor = { canRedo: false, canUndo: true, depth: 1, redoDepth: 0, undoId: '1', undoLabel: 'Level' };
  return new Map<string, DoubleRow>([
    [
      '/channel',
      { row: { strips: [], clipped: [] }, fields: { strips: rw({ type: 'array' }), clipped: rw({ type: 'array' }) } },
    ],
    [
      '/channel/input/1/align',
      {
        row: { delayMs: 2, reference: '' },
        fields: {
          delayMs: rw({ type: 'number', minimum: 0, maximum: 100, multipleOf: 0.01 }),
          reference: rw({ type: 'string' }),
        },
      },
    ],
    [
      '/clock',
      {
        row: { quantum: 64, rate: 48_000, supportedRates: [48_000] },
        fields: { quantum: ro(), rate: ro(), supportedRates: ro() },
      },
    ],
    [
      '/clock/force',
      {
        row: { rate: null, rateNotApplied: false },
        fields: { rate: rw({ enum: [null, 0, 44_100, 48_000] }), rateNotApplied: ro() },
      },
    ],
    ['/safety/panic', { row: { scope: null }, fields: { scope: rw({ enum: [null, 'mains', 'all'] }) } }],
    ['/channelConfigs', { row: { items: [item, { ...item, id: 'snare', name: 'Snare' }] }, fields: { items: ro() } }],
    ['/channelConfigs/kick', { row: { moves: [] }, fields: { moves: ro() } }],
    [
      '/channelConfigs/kick/apply/input/1',
      {
        row: { ...idle, confirm: false },
        fields: { ...task, running: rw({ type: 'boolean' }), confirm: rw({ type: 'boolean' }) },
      },
    ],
    ['/history/cursor', { row: cursor, fields: Object.fromEntries(Object.keys(cursor).map((name) => [name, ro()])) }],
    [
      '/history/cursor/undo',
      {
        row: { ...idle, override: false },
        fields: { ...task, running: rw({ type: 'boolean' }), override: rw({ type: 'boolean' }) },
      },
    ],
    [
      '/telemetry/convergence',
      { row: { continuous, barrier: 1, corrections: 0, heartbeatMs: 1000, revision: 1 }, fields: { continuous: ro() } },
    ],
    ['/telemetry/subscription', { row: Object.fromEntries(counters.map((name) => [name, 0])), fields: {} }],
    ['/openapi.json', { row: { info: { version: '2026-09-02' } }, fields: {} }],
  ]);
}

/** A fault: it answers in place of the right server and returns true, or does nothing. */
export type Misbehaviour = (
  heard: ReceivedRequest & { readonly path: string },
  response: ServerResponse,
  rows: Map<string, DoubleRow>,
) => unknown;

/** One that is wrong in one thing, and what is to be said of it. */
export type WrongServer = readonly [string, Misbehaviour, readonly (string | RegExp)[]];

export interface ServerDouble extends FakeService {
  readonly rows: Map<string, DoubleRow>;
}

export async function serverDouble(fault: Misbehaviour = () => false): Promise<ServerDouble> {
  const rows = rightRows();
  const watching = new Map<ServerResponse, string>();
  const publish = (path: string, event: string, only?: ServerResponse) => {
    for (const [response, watched] of watching) {
      if (watched !== path || (only !== undefined && only !== response)) continue;
      response.write(`event: ${event}\ndata: ${JSON.stringify(rows.get(path)?.row)}\n\n`);
    }
  };
  const count = (path: string, more: number) => {
    const counts = (rows.get('/telemetry/subscription') as DoubleRow).row as Record<string, number>;
    const counter = path.slice('/telemetry/'.length);
    if (counter in counts) counts[counter] = (counts[counter] as number) + more;
  };
  const service = await fakeService((heard, response) => {
    const { pathname, search } = new URL(heard.url, 'http://desk');
    const path = pathname.replace(/^\/api/, '');
    if (fault({ ...heard, path }, response, rows)) return;
    const there = rows.get(path);
    if (there === undefined) return refuse(response, 404);
    if (search === '?watch=1') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      watching.set(response, path);
      count(path, 1);
      response.once('close', () => watching.delete(response) && count(path, -1));
      return publish(path, 'snapshot', response);
    }
    if (heard.method === 'OPTIONS') return answerJson(response, { fields: there.fields });
    if (heard.method === 'GET') return answerJson(response, there.row);
    if (!write(there, heard.body)) return refuse(response, 422);
    answerJson(response, there.row);
    publish(path, 'change');
  });
  return Object.assign(service, { rows });
}

export function refuse(response: ServerResponse, status: number): true {
  answerJson(response, { code: 'refused', status }, status);
  return true;
}

/** False when the row does not take it. */
function write(there: DoubleRow, body: string): boolean {
  if (body === '') return false;
  const change: unknown = JSON.parse(body);
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return false;
  const members = Object.entries(change);
  const fits = ([name, value]: [string, unknown]) =>
    there.fields[name]?.access === 'rw' && Value.Check(there.fields[name] as TSchema, value);
  if (members.length === 0 || !members.every(fits)) return false;
  there.row = { ...there.row, ...change };
  return true;
}
