import { beforeEach, describe, expect, it } from 'vitest';
import { nothing, turn, WatchedRows } from './hub-fixture.ts';

let rows: WatchedRows;
let time: WatchedRows['time'];
let service: WatchedRows['service'];
let pulse: WatchedRows['pulse'];
let later: WatchedRows['later'];
let evaluations: WatchedRows['evaluations'];
beforeEach(() => {
  rows = new WatchedRows();
  ({ time, service, pulse, later, evaluations } = rows);
});

const watch: WatchedRows['watch'] = (path, sink) => rows.watch(path, sink);
const setLevel: WatchedRows['setLevel'] = (strip, levelDb) => rows.setLevel(strip, levelDb);

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

  it('that refuses is stopped, and has no watcher', () => {
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
