// Watchable rows of every kind for tests, controls of them, and a sink that records publications.
import { expect } from 'vitest';
import { alias, type Fields, Refusal, type Row, setting, Type, task, view } from '../provider.ts';
import { DeskDouble, LogDouble } from '../rows/desk-double.ts';
import { Registry } from '../rows/registry.ts';
import { RowService } from '../service/service.ts';
import { FakeTime } from '../testing/fake-time.ts';
import type { Publication, Sink } from './publication.ts';

const index = Type.Integer({ minimum: 1 });
const level = { levelDb: Type.Number({ default: 0 }) };

export const someone = { actor: 'ann', address: '127.0.0.1' };
export const nothing = { rows: 0, reads: 0, touched: 0 };
export const turn = () => new Promise((resolve) => setImmediate(resolve));

export class RecordingSink implements Sink {
  readonly publications: Publication[] = [];

  publish(publication: Publication): void {
    this.publications.push(publication);
  }

  /** `snapshot 0, change 1`: names and what `pick` finds. */
  story(pick: (row: Fields) => unknown): string {
    return this.publications.map(({ name, row }) => `${name} ${pick(row)}`).join(', ');
  }
}

interface Later {
  readonly n: number;
  readonly resolve: (row: Fields) => void;
  readonly reject: (error: unknown) => void;
}

export class WatchedRows {
  readonly time = new FakeTime();
  readonly log = new LogDouble();
  readonly desk: DeskDouble;
  readonly service: RowService;
  /** Which strips there are; `notifyStrips` says that others are. */
  strips = [1, 2, 3];
  notifyStrips = () => {};
  /** What the view at /test/pulse shows, and what happened to it. */
  readonly pulse = {
    value: 0 as unknown,
    changed: () => {},
    remove: (_path: string) => {},
    started: 0,
    stopped: 0,
    asked: 0,
  };
  /** Pending answers of /test/slow. */
  readonly later: Later[] = [];
  readonly evaluations: Record<string, number> = {};

  constructor() {
    const registry = new Registry([{ provider: { name: 'test', roots: ['test'] }, rows: rowsOf(this) }]);
    expect(registry.errors).toEqual([]);
    this.desk = new DeskDouble(registry);
    this.service = new RowService({ registry, desk: this.desk, time: this.time, log: this.log });
  }

  watch(path: string, sink = new RecordingSink()) {
    const stop = this.service.open(path).watch(sink, someone);
    return Object.assign(sink, { stop });
  }

  setLevel(strip: number, levelDb: number): void {
    this.desk.set(`/test/strip/${strip}`, { levelDb });
  }

  count(what: string): void {
    this.evaluations[what] = (this.evaluations[what] ?? 0) + 1;
  }
}

function rowsOf(of: WatchedRows): readonly Row[] {
  const addresses = {
    has: ({ index }: { index: number }) => of.strips.includes(index),
    list: () => of.strips.map((each) => ({ index: each })),
    watch: (changed: () => void) => {
      of.notifyStrips = changed;
      return () => {};
    },
  };

  return [
    setting('/test/strip/{index}', {
      params: { index },
      addresses,
      fields: { ...level, mutedBy: Type.Array(Type.String()) },
      writable: ['levelDb'],
      computed: (at, _desk, observed) => {
        of.count('strip');
        return { mutedBy: (observed.read(`/test/strip/${at.index}`, 'mutedBy')?.value ?? []) as string[] };
      },
    }),
    alias('/test/all', {
      fields: { levels: Type.Array(Type.Number()) },
      get: (_at, desk) => {
        of.count('all');
        const there = of.strips.filter((each) => desk.has(`/test/strip/${each}`));
        return { levels: there.map((each) => desk.read(`/test/strip/${each}`).levelDb as number) };
      },
    }),
    alias('/test/large', {
      fields: { total: Type.Number() },
      atMostEveryMs: 100,
      get: (_at, desk) => {
        of.count('large');
        return { total: desk.read('/test/strip/1').levelDb as number };
      },
    }),
    alias('/test/faulty', {
      fields: { value: Type.Number() },
      get: (_at, desk) => {
        const value = desk.read('/test/strip/1').levelDb as number;
        if (value < 0) throw new TypeError('a bug');
        return { value };
      },
    }),
    alias('/test/preamp', {
      fields: { gainDb: Type.Number() },
      get: (_at, desk) => {
        const gainDb = desk.read('/test/strip/1').levelDb as number;
        if (gainDb < 0) throw new Refusal('device-absent', 'it is plugged out');
        return { gainDb };
      },
    }),
    view('/test/pulse', {
      fields: { value: Type.Unknown() },
      onDemand: true,
      counts: 'pulse',
      countsAddresses: 'pulses',
      get: () => {
        of.pulse.asked++;
        return { value: of.pulse.value };
      },
      watch: (_at, changed) => {
        of.pulse.started++;
        of.pulse.changed = changed;
        return () => {
          of.pulse.stopped++;
        };
      },
    }),
    view('/test/slow', {
      fields: { n: Type.Number() },
      get: (_at, desk) => {
        of.count('slow');
        const { levelDb } = desk.read('/test/strip/1');
        return new Promise((resolve, reject) => of.later.push({ n: levelDb as number, resolve, reject } as Later));
      },
    }),
    view('/test/refusing', {
      fields: { value: Type.Number() },
      get: () => {
        throw new Refusal('device-absent', 'gone');
      },
      watch: () => () => {
        of.pulse.stopped++;
      },
    }),
    view('/test/stream', {
      fields: { targets: Type.Array(Type.String()) },
      get: () => ({ targets: [] }),
      watch: (_at, changed) => {
        of.pulse.changed = changed;
        return () => {};
      },
      multiplex: (_at, send, _watcher, remove) => {
        of.pulse.remove = remove;
        return of.service.watch('/test/strip/1', (_name, row, encoded) => send('/test/strip/1', row, encoded));
      },
    }),
    task('/test/task', { run: () => new Promise(() => {}) }),
  ];
}
