import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { alias, type Fields, Refusal, type Row, setting, Type, task, view } from '../provider.ts';
import { DeskDouble, LogDouble } from '../rows/desk-double.ts';
import { Registry } from '../rows/registry.ts';
import { RowService } from '../rows/service.ts';
import { FakeTime } from '../testing/fake-time.ts';
import type { Publication, Sink } from './publication.ts';

const someone = { actor: 'ann', address: '127.0.0.1' };
const index = Type.Integer({ minimum: 1 });
const level = { levelDb: Type.Number({ default: 0 }) };

class Recording implements Sink {
  readonly publications: Publication[] = [];

  publish(publication: Publication): void {
    this.publications.push(publication);
  }

  /** `snapshot 0, change 1`: names and what `pick` finds. */
  story(pick: (row: Fields) => unknown): string {
    return this.publications.map(({ name, row }) => `${name} ${pick(row)}`).join(', ');
  }
}

let strips: number[];
let tellStrips: () => void;
let time: FakeTime;
let log: LogDouble;
let desk: DeskDouble;
let service: RowService;
/** What the view at /test/pulse shows, and what happened to it. */
let pulse: {
  value: unknown;
  changed: () => void;
  drop: (path: string) => void;
  started: number;
  stopped: number;
  asked: number;
};
let later: { readonly n: number; readonly resolve: (row: Fields) => void; readonly reject: (error: unknown) => void }[];
let evaluations: Record<string, number>;

const count = (what: string) => {
  evaluations[what] = (evaluations[what] ?? 0) + 1;
};
const addresses = {
  has: ({ index }: { index: number }) => strips.includes(index),
  list: () => strips.map((each) => ({ index: each })),
  watch: (changed: () => void) => {
    tellStrips = changed;
    return () => {};
  },
};

const rows: readonly Row[] = [
  setting('/test/strip/{index}', {
    params: { index },
    addresses,
    fields: { ...level, mutedBy: Type.Array(Type.String()) },
    writable: ['levelDb'],
    computed: (at, _desk, seen) => {
      count('strip');
      return { mutedBy: (seen.read(`/test/strip/${at.index}`, 'mutedBy')?.value ?? []) as string[] };
    },
  }),
  alias('/test/all', {
    fields: { levels: Type.Array(Type.Number()) },
    get: (_at, desk) => {
      count('all');
      const there = strips.filter((each) => desk.has(`/test/strip/${each}`));
      return { levels: there.map((each) => desk.read(`/test/strip/${each}`).levelDb as number) };
    },
  }),
  alias('/test/large', {
    fields: { total: Type.Number() },
    atMostEveryMs: 100,
    get: (_at, desk) => {
      count('large');
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
      pulse.asked++;
      return { value: pulse.value };
    },
    watch: (_at, changed) => {
      pulse.started++;
      pulse.changed = changed;
      return () => {
        pulse.stopped++;
      };
    },
  }),
  view('/test/slow', {
    fields: { n: Type.Number() },
    get: (_at, desk) => {
      count('slow');
      const { levelDb } = desk.read('/test/strip/1');
      return new Promise((resolve, reject) =>
        later.push({ n: levelDb as number, resolve, reject } as (typeof later)[number]),
      );
    },
  }),
  view('/test/refusing', {
    fields: { value: Type.Number() },
    get: () => {
      throw new Refusal('device-absent', 'gone');
    },
    watch: () => () => {
      pulse.stopped++;
    },
  }),
  view('/test/stream', {
    fields: { targets: Type.Array(Type.String()) },
    get: () => ({ targets: [] }),
    watch: (_at, changed) => {
      pulse.changed = changed;
      return () => {};
    },
    carries: (_at, send, _watcher, drop) => {
      pulse.drop = drop;
      return service.watch('/test/strip/1', (_name, row, encoded) => send('/test/strip/1', row, encoded));
    },
  }),
  task('/test/task', { run: () => new Promise(() => {}) }),
];

beforeEach(() => {
  strips = [1, 2, 3];
  time = new FakeTime();
  log = new LogDouble();
  pulse = { value: 0, changed: () => {}, drop: () => {}, started: 0, stopped: 0, asked: 0 };
  later = [];
  evaluations = {};
  const registry = new Registry([{ provider: { name: 'test', roots: ['test'] }, rows }]);
  expect(registry.faults).toEqual([]);
  desk = new DeskDouble(registry);
  service = new RowService({ registry, desk, time, log });
});

const watch = (path: string, sink = new Recording()) => {
  const stop = service.subscribe(path, sink, someone);
  return Object.assign(sink, { stop });
};
const setLevel = (strip: number, levelDb: number) => desk.set(`/test/strip/${strip}`, { levelDb });
const turn = () => new Promise((resolve) => setImmediate(resolve));
const nothing = { rows: 0, reads: 0, touched: 0 };

describe('what a client holds by watching', () => {
  const path = '/test/strip/1';
  const held = (actor = 'ann', address = '192.0.2.1') => {
    const hold = { drops: 0, giveUp: undefined as (() => void) | undefined };
    hold.giveUp = service.watching.hold(path, { actor, address }, () => hold.drops++);
    return hold;
  };

  it('falls once, when the last of his streams of this row ends, whoever else watches it', () => {
    const [first, second] = [watch(path), watch(path)];
    const others = service.subscribe(path, new Recording(), { actor: 'bob', address: '' });
    const hold = held();
    others();
    second.stop();
    const third = watch(path);
    first.stop();
    expect(hold.drops, 'one that came later holds it too').toBe(0);
    third.stop();
    expect(hold.drops).toBe(1);
  });

  it('may be held from his address by a stream that names nobody, and by none that names another', () => {
    const from = (actor: string, address: string) => service.subscribe(path, new Recording(), { actor, address });
    const [here, named, there] = [
      from('192.0.2.1', '192.0.2.1'),
      from('bob', '192.0.2.1'),
      from('192.0.2.2', '192.0.2.2'),
    ];
    const hold = held();
    here();
    expect(hold.drops).toBe(1);
    expect(held().giveUp).toBeUndefined();
    named();
    there();
    service.subscribe(path, new Recording(), { actor: '', address: '' });
    expect(held('desk', '').giveUp, 'the service watches for nobody').toBeUndefined();
  });

  it('may be held by a stream that carries the row', () => {
    const other = watch('/test/strip/2');
    expect(held().giveUp).toBeUndefined();
    const stream = watch('/test/stream');
    const hold = held();
    other.stop();
    expect(hold.drops).toBe(0);
    stream.stop();
    expect(hold.drops).toBe(1);
  });

  it('falls when the last stream that carried the row carries it no more, and not before', () => {
    const streams = [watch('/test/stream'), watch('/test/stream')];
    pulse.drop(path);
    const hold = held();
    streams[0]?.stop();
    expect(hold.drops).toBe(1);
    const again = watch('/test/stream');
    const kept = held();
    pulse.drop('/test/strip/9');
    expect(kept.drops).toBe(0);
    pulse.drop(path);
    expect([kept.drops, held().giveUp]).toEqual([1, undefined]);
    again.stop();
    expect(kept.drops).toBe(1);
  });

  it('is held by nobody who does not watch, can be given up, and does not fall with the service', async () => {
    expect(held().giveUp).toBeUndefined();
    const sink = watch(path);
    expect(held('bob').giveUp).toBeUndefined();
    const hold = held();
    hold.giveUp?.();
    sink.stop();
    watch(path);
    const kept = held();
    await service.stop();
    expect([hold.drops, kept.drops]).toEqual([0, 0]);
  });
});

describe('a watcher', () => {
  it('has the row before the call returns, and each change in the tick of its commit', () => {
    const sink = watch('/test/strip/1');
    expect(sink.story((row) => row.levelDb)).toBe('snapshot 0');
    setLevel(1, -6);
    expect(sink.story((row) => row.levelDb)).toBe('snapshot 0, change -6');
    expect(sink.publications[1]).toMatchObject({ key: '', revision: 1, json: '{"levelDb":-6,"mutedBy":[]}' });
  });

  it('hears nothing of a change that does not show', () => {
    const sink = watch('/test/strip/1');
    setLevel(1, 0);
    setLevel(2, -6);
    desk.seen.report('/test/strip/2', 'mutedBy', ['mute']);
    desk.seen.report('/test/strip/1', 'levelDb', 0);
    expect(sink.publications).toHaveLength(1);
    expect(evaluations.strip).toBe(2);
  });

  it('hears what a target reported of a field that the row shows', () => {
    const sink = watch('/test/strip/1');
    desk.seen.report('/test/strip/1', 'mutedBy', ['panic']);
    expect(sink.story((row) => row.mutedBy)).toBe('snapshot , change panic');
  });

  it('hears nothing after it left', () => {
    const sink = watch('/test/strip/1');
    sink.stop();
    sink.stop();
    setLevel(1, -6);
    expect(sink.publications).toHaveLength(1);
    expect(service.watched).toEqual(nothing);
  });

  it('that comes later shares the publications of the others', () => {
    const first = watch('/test/strip/1');
    setLevel(1, -6);
    const second = watch('/test/strip/1');
    const third = watch('/test/strip/1');
    expect(second.publications[0]).toBe(third.publications[0]);
    expect(second.publications[0]).toMatchObject({ name: 'snapshot', json: first.publications[1]?.json });
    setLevel(1, -7);
    expect(second.publications[1]).toBe(first.publications[2]);
    expect(evaluations.strip).toBe(3);
  });

  it('that throws harms nobody', () => {
    const bad: Sink = {
      publish: () => {
        throw new Error('broken');
      },
    };
    service.subscribe('/test/strip/1', bad, someone);
    const sink = watch('/test/strip/1');
    setLevel(1, -6);
    expect(sink.story((row) => row.levelDb)).toBe('snapshot 0, change -6');
  });

  it('that writes when it hears of a write sees time go forward only, and so do all others', () => {
    const before = watch('/test/strip/1');
    service.watch('/test/strip/1', (_name, row) => {
      if ((row.levelDb as number) > -3) setLevel(1, (row.levelDb as number) - 1);
    });
    const after = watch('/test/strip/1');
    setLevel(1, 0.5);
    expect(before.story((row) => row.levelDb)).toMatch(
      /, change 0.5, change -0.5, change -1.5, change -2.5, change -3.5$/,
    );
    expect(after.story((row) => row.levelDb)).toMatch(
      /, change 0.5, change -0.5, change -1.5, change -2.5, change -3.5$/,
    );
  });

  it('of a task hears its phases', async () => {
    const sink = watch('/test/task');
    await service.patch('/test/task', { running: true }, { actor: 'ann' });
    expect(sink.story((row) => row.running)).toBe('snapshot false, change true');
  });
});

describe('rows that show other rows', () => {
  it('follow what they read, and only that', () => {
    const sink = watch('/test/all');
    setLevel(2, -3);
    expect(sink.story((row) => row.levels)).toBe('snapshot 0,0,0, change 0,-3,0');
    desk.seen.report('/test/strip/1', 'mutedBy', ['mute']);
    expect(evaluations.all).toBe(2);
  });

  it('are published with all rows of a commit in its tick', () => {
    const strip = watch('/test/strip/1');
    const all = watch('/test/all');
    setLevel(1, -3);
    expect(strip.publications.at(-1)?.revision).toBe(1);
    expect(all.publications.at(-1)?.revision).toBe(1);
  });

  it('recover from a bug with the next change of what they had read', () => {
    const sink = watch('/test/faulty');
    setLevel(1, -1);
    expect(sink.publications).toHaveLength(1);
    expect(log.lines.map(({ level }) => level)).toEqual(['error']);
    setLevel(1, 5);
    expect(sink.story((row) => row.value)).toBe('snapshot 0, change 5');
  });

  it('are refused to a new watcher while they have the bug', () => {
    setLevel(1, -1);
    expect(() => watch('/test/faulty')).toThrowError(expect.objectContaining({ code: 'fault' }));
    expect(service.watched).toEqual(nothing);
  });
});

describe('a large row', () => {
  it('is published at most so often, at once first and with the last value at the end', () => {
    const sink = watch('/test/large');
    for (let step = 1; step <= 20; step++) {
      setLevel(1, step);
      time.advance(10);
    }
    time.advance(100);
    expect(sink.story((row) => row.total)).toBe('snapshot 0, change 1, change 10, change 20');
    expect(evaluations.large).toBe(4);
    expect(time.timers).toBe(0);
  });

  it('shows a newcomer the newest, and the others get it when it is due', () => {
    const sink = watch('/test/large');
    setLevel(1, 1);
    setLevel(1, 2);
    const late = watch('/test/large');
    expect(late.story((row) => row.total)).toBe('snapshot 2');
    expect(sink.story((row) => row.total)).toBe('snapshot 0, change 1');
    time.advance(100);
    expect(sink.story((row) => row.total)).toBe('snapshot 0, change 1, change 2');
    expect(late.publications).toHaveLength(1);
  });

  it('leaves no timer behind', () => {
    const sink = watch('/test/large');
    setLevel(1, 1);
    setLevel(1, 2);
    sink.stop();
    expect(time.timers).toBe(0);
    expect(service.watched).toEqual(nothing);
  });
});

describe('a row on demand', () => {
  it('is started by its first watcher and stopped after its last', () => {
    const first = watch('/test/pulse');
    const second = watch('/test/pulse');
    expect([pulse.started, pulse.stopped]).toEqual([1, 0]);
    first.stop();
    expect([pulse.started, pulse.stopped]).toEqual([1, 0]);
    second.stop();
    expect([pulse.started, pulse.stopped]).toEqual([1, 1]);
    pulse.value = 1;
    pulse.changed();
    expect(pulse.asked).toBe(1);
  });

  it('publishes when it says that it changed', () => {
    const sink = watch('/test/pulse');
    pulse.value = 1;
    pulse.changed();
    pulse.changed();
    expect(sink.story((row) => row.value)).toBe('snapshot 0, change 1');
  });

  it('counts its watchers, and that it is watched', () => {
    const heard: Record<string, number>[] = [];
    service.watching.onCounts(() => heard.push({ ...service.watching.counts() }));
    const sinks = [watch('/test/pulse'), watch('/test/pulse')];
    watch('/test/strip/1');
    expect(service.watching.counts()).toEqual({ pulse: 2, pulses: 1 });
    for (const sink of sinks) sink.stop();
    expect(heard.map(({ pulse }) => pulse)).toEqual([1, 2, 1, 0]);
    expect(heard.map(({ pulses }) => pulses)).toEqual([1, 1, 1, 0]);
  });

  it('that refuses has been stopped, and nobody watches', () => {
    expect(() => watch('/test/refusing')).toThrowError(expect.objectContaining({ code: 'device-absent' }));
    expect(pulse.stopped).toBe(1);
    expect(service.watched).toEqual(nothing);
    expect(service.watching.counts()).toEqual({});
  });

  it('gives one sample to a GET', async () => {
    pulse.value = 7;
    expect(await service.get('/test/pulse')).toEqual({ value: 7 });
    expect([pulse.started, pulse.asked]).toEqual([0, 1]);
  });
});

describe('a row that takes time', () => {
  it('sends its snapshot when it has one, to all who came meanwhile', async () => {
    const sinks = [watch('/test/slow'), watch('/test/slow')];
    expect(sinks[0]?.publications).toEqual([]);
    later[0]?.resolve({ n: 1 });
    await turn();
    expect(sinks.map((sink) => sink.story((row) => row.n))).toEqual(['snapshot 1', 'snapshot 1']);
    expect(evaluations.slow).toBe(1);
  });

  it('is evaluated once at a time, and once more where something changed meanwhile', async () => {
    const sink = watch('/test/slow');
    for (const step of [1, 2, 3]) setLevel(1, step);
    expect(later).toHaveLength(1);
    later[0]?.resolve({ n: 0 });
    await turn();
    expect(later.map(({ n }) => n)).toEqual([0, 3]);
    later[1]?.resolve({ n: 3 });
    await turn();
    expect(sink.story((row) => row.n)).toBe('snapshot 0, change 3');
    expect(later).toHaveLength(2);
  });

  it('goes on after a failure', async () => {
    const sink = watch('/test/slow');
    later[0]?.reject(new Error('a bug'));
    await turn();
    expect(sink.publications).toEqual([]);
    setLevel(1, 1);
    later[1]?.resolve({ n: 1 });
    await turn();
    expect(sink.story((row) => row.n)).toBe('snapshot 1');
  });

  it('is left without a trace', async () => {
    const sink = watch('/test/slow');
    sink.stop();
    later[0]?.resolve({ n: 1 });
    await turn();
    expect(sink.publications).toEqual([]);
    expect(service.watched).toEqual(nothing);
  });
});

describe('a row that carries others', () => {
  it('sends its snapshot, then theirs, and shares what it sends', () => {
    const [a, b] = [watch('/test/stream'), watch('/test/stream')];
    setLevel(1, -6);
    expect(a.publications.map(({ name, key }) => [name, key])).toEqual([
      ['snapshot', ''],
      ['change', '/test/strip/1'],
      ['change', '/test/strip/1'],
    ]);
    expect(JSON.parse(a.publications[2]?.json ?? '')).toEqual({
      path: '/test/strip/1',
      row: { levelDb: -6, mutedBy: [] },
    });
    expect(a.publications[2]).toBe(b.publications[2]);
    a.stop();
    setLevel(1, -7);
    expect([a.publications.length, b.publications.length]).toEqual([3, 4]);
    b.stop();
    expect(service.watched).toEqual(nothing);
  });
});

describe('an address that goes', () => {
  it('is told as well where the row can no longer be shown, because what it shows is absent', () => {
    const sink = watch('/test/preamp');
    setLevel(1, -1);
    expect(sink.story((row) => row.gainDb)).toBe('snapshot 0, gone undefined');
    expect(() => watch('/test/preamp')).toThrowError(expect.objectContaining({ code: 'device-absent' }));
    expect(service.watched).toEqual(nothing);
  });

  it('is told to those who watch it, and they are let go', () => {
    const [gone, stays, all] = [watch('/test/strip/3'), watch('/test/strip/1'), watch('/test/all')];
    strips = [1, 2];
    tellStrips();
    expect(gone.story((row) => row.levelDb)).toBe('snapshot 0, gone undefined');
    expect(stays.publications).toHaveLength(1);
    expect(all.story((row) => row.levels)).toBe('snapshot 0,0,0, change 0,0');
    expect(service.watched.rows).toBe(2);
    gone.stop();
    strips = [1, 2, 3];
    tellStrips();
    expect(gone.publications).toHaveLength(2);
    expect(watch('/test/strip/3').story((row) => row.levelDb)).toBe('snapshot 0');
  });
});

describe('nothing is left behind', () => {
  it('by a thousand watchers that come and go', () => {
    const paths = [
      '/test/strip/1',
      '/test/strip/2',
      '/test/all',
      '/test/large',
      '/test/pulse',
      '/test/stream',
      '/test/slow',
    ];
    for (let round = 0; round < 1000; round++) {
      const sink = watch(paths[round % paths.length] as string);
      setLevel(1, round);
      sink.stop();
    }
    expect(service.watched).toEqual(nothing);
    expect(service.watching.counts()).toEqual({ pulse: 0, pulses: 0 });
    expect([pulse.started, time.timers]).toEqual([pulse.stopped, 0]);
  });

  it('when the service stops', async () => {
    for (const path of ['/test/strip/1', '/test/pulse', '/test/large', '/test/stream']) watch(path);
    await service.stop();
    expect(service.watched).toEqual(nothing);
    expect(pulse.stopped).toBe(1);
  });
});

it('every watcher ends with what GET says, in order, each value once, whatever happens when', async () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant('write' as const),
      strip: fc.integer({ min: 1, max: 3 }),
      to: fc.integer({ min: 0, max: 3 }),
    }),
    fc.record({
      do: fc.constant('seen' as const),
      strip: fc.integer({ min: 1, max: 3 }),
      to: fc.integer({ min: 0, max: 2 }),
    }),
    fc.record({
      do: fc.constant('watch' as const),
      path: fc.constantFrom('/test/strip/1', '/test/strip/2', '/test/all', '/test/large'),
    }),
    fc.record({ do: fc.constant('leave' as const), which: fc.nat() }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 150 }) }),
  );
  const paths = new Map<Recording, string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const sinks: (Recording & { stop: () => void })[] = [];
      for (const each of steps) {
        if (each.do === 'write') setLevel(each.strip, each.to);
        else if (each.do === 'seen')
          desk.seen.report(`/test/strip/${each.strip}`, 'mutedBy', Array(each.to).fill('mute'));
        else if (each.do === 'watch') {
          const sink = watch(each.path);
          paths.set(sink, each.path);
          sinks.push(sink);
        } else if (each.do === 'leave') sinks.splice(each.which % (sinks.length || 1), 1)[0]?.stop();
        else time.advance(each.ms);
      }
      time.advance(1000);
      for (const sink of sinks) {
        const { publications } = sink;
        expect(publications.map(({ name }) => name)).toEqual([
          'snapshot',
          ...publications.slice(1).map(() => 'change'),
        ]);
        expect(publications.at(-1)?.row).toEqual(await service.get(paths.get(sink) as string));
        publications.slice(1).forEach((publication, at) => {
          const before = publications[at] as Publication;
          expect(publication.n).toBeGreaterThan(before.n);
          expect(publication.revision).toBeGreaterThanOrEqual(before.revision);
          expect(publication.json).not.toBe(before.json);
        });
        sink.stop();
      }
      expect(service.watched).toEqual(nothing);
    }),
    { numRuns: 300 },
  );
});
