import { beforeEach, describe, expect, it } from 'vitest';
import { Recording, WatchedRows } from './hub-fixture.ts';

let rows: WatchedRows;
let service: WatchedRows['service'];
let pulse: WatchedRows['pulse'];
beforeEach(() => {
  rows = new WatchedRows();
  ({ service, pulse } = rows);
});

const watch: WatchedRows['watch'] = (path, sink) => rows.watch(path, sink);

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
