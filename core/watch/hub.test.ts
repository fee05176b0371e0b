import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { nothing, type RecordingSink, someone, WatchedRows } from './hub-fixture.ts';
import type { Publication, Sink } from './publication.ts';

let rows: WatchedRows;
let time: WatchedRows['time'];
let log: WatchedRows['log'];
let desk: WatchedRows['desk'];
let service: WatchedRows['service'];
let pulse: WatchedRows['pulse'];
let evaluations: WatchedRows['evaluations'];
beforeEach(() => {
  rows = new WatchedRows();
  ({ time, log, desk, service, pulse, evaluations } = rows);
});

const watch: WatchedRows['watch'] = (path, sink) => rows.watch(path, sink);
const setLevel: WatchedRows['setLevel'] = (strip, levelDb) => rows.setLevel(strip, levelDb);

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
    desk.observed.report('/test/strip/2', 'mutedBy', ['mute']);
    desk.observed.report('/test/strip/1', 'levelDb', 0);
    expect(sink.publications).toHaveLength(1);
    expect(evaluations.strip).toBe(2);
  });

  it('hears what a target reported of a field that the row shows', () => {
    const sink = watch('/test/strip/1');
    desk.observed.report('/test/strip/1', 'mutedBy', ['panic']);
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

  it('that throws does not affect the others', () => {
    const bad: Sink = {
      publish: () => {
        throw new Error('broken');
      },
    };
    service.open('/test/strip/1').watch(bad, someone);
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
    await service.open('/test/task').patch({ running: true }, { actor: 'ann' });
    expect(sink.story((row) => row.running)).toBe('snapshot false, change true');
  });
});

describe('rows that show other rows', () => {
  it('follow what they read, and only that', () => {
    const sink = watch('/test/all');
    setLevel(2, -3);
    expect(sink.story((row) => row.levels)).toBe('snapshot 0,0,0, change 0,-3,0');
    desk.observed.report('/test/strip/1', 'mutedBy', ['mute']);
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

describe('an address that goes', () => {
  it('comes as well where the row can no longer be shown, because its source is absent', () => {
    const sink = watch('/test/preamp');
    setLevel(1, -1);
    expect(sink.story((row) => row.gainDb)).toBe('snapshot 0, gone undefined');
    expect(() => watch('/test/preamp')).toThrowError(expect.objectContaining({ code: 'device-absent' }));
    expect(service.watched).toEqual(nothing);
  });

  it('reaches the watchers of the row, and ends their watching', () => {
    const [gone, stays, all] = [watch('/test/strip/3'), watch('/test/strip/1'), watch('/test/all')];
    rows.strips = [1, 2];
    rows.notifyStrips();
    expect(gone.story((row) => row.levelDb)).toBe('snapshot 0, gone undefined');
    expect(stays.publications).toHaveLength(1);
    expect(all.story((row) => row.levels)).toBe('snapshot 0,0,0, change 0,0');
    expect(service.watched.rows).toBe(2);
    gone.stop();
    rows.strips = [1, 2, 3];
    rows.notifyStrips();
    expect(gone.publications).toHaveLength(2);
    expect(watch('/test/strip/3').story((row) => row.levelDb)).toBe('snapshot 0');
  });

  it('is noticed by a commit, before its provider reports it', () => {
    const sink = watch('/test/strip/3');
    rows.strips = [1, 2];
    setLevel(3, -6);
    expect(sink.story((row) => row.levelDb)).toBe('snapshot 0, gone undefined');
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
      do: fc.constant('observed' as const),
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
  const paths = new Map<RecordingSink, string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const sinks: (RecordingSink & { stop: () => void })[] = [];
      for (const each of steps) {
        if (each.do === 'write') setLevel(each.strip, each.to);
        else if (each.do === 'observed')
          desk.observed.report(`/test/strip/${each.strip}`, 'mutedBy', Array(each.to).fill('mute'));
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
