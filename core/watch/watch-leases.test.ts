import { beforeEach, describe, expect, it } from 'vitest';
import type { Lease } from '../services.ts';
import { RecordingSink, WatchedRows } from './hub-fixture.ts';

let rows: WatchedRows;
let service: WatchedRows['service'];
let pulse: WatchedRows['pulse'];
beforeEach(() => {
  rows = new WatchedRows();
  ({ service, pulse } = rows);
});

const watch: WatchedRows['watch'] = (path, sink) => rows.watch(path, sink);

describe('a lease bound to watching', () => {
  const path = '/test/strip/1';
  const take = (actor = 'ann', address = '192.0.2.1') => {
    const taken = { ends: 0, lease: undefined as Lease | undefined };
    taken.lease = service.watching.lease(path, { actor, address }, () => taken.ends++);
    return taken;
  };

  it('ends once, when the last stream of its holder with this row ends, whatever other clients watch', () => {
    const [first, second] = [watch(path), watch(path)];
    const others = service.open(path).watch(new RecordingSink(), { actor: 'bob', address: '' });
    const taken = take();
    others();
    second.stop();
    const third = watch(path);
    first.stop();
    expect(taken.ends, 'a later stream keeps the lease too').toBe(0);
    third.stop();
    expect(taken.ends).toBe(1);
  });

  it('belongs to a stream of the address without an actor, never to a stream of another actor', () => {
    const from = (actor: string, address: string) => service.open(path).watch(new RecordingSink(), { actor, address });
    const [here, named, there] = [
      from('192.0.2.1', '192.0.2.1'),
      from('bob', '192.0.2.1'),
      from('192.0.2.2', '192.0.2.2'),
    ];
    const taken = take();
    here();
    expect(taken.ends).toBe(1);
    expect(take().lease).toBeUndefined();
    named();
    there();
    service.open(path).watch(new RecordingSink(), { actor: '', address: '' });
    expect(take('desk', '').lease, 'a stream of the service belongs to no client').toBeUndefined();
  });

  it('may be kept by a stream that multiplexes the row', () => {
    const other = watch('/test/strip/2');
    expect(take().lease).toBeUndefined();
    const stream = watch('/test/stream');
    const taken = take();
    other.stop();
    expect(taken.ends).toBe(0);
    stream.stop();
    expect(taken.ends).toBe(1);
  });

  it('ends when the row leaves the last stream that multiplexed it, and not before', () => {
    const streams = [watch('/test/stream'), watch('/test/stream')];
    pulse.remove(path);
    const taken = take();
    streams[0]?.stop();
    expect(taken.ends).toBe(1);
    const again = watch('/test/stream');
    const kept = take();
    pulse.remove('/test/strip/9');
    expect(kept.ends).toBe(0);
    pulse.remove(path);
    expect([kept.ends, take().lease]).toEqual([1, undefined]);
    again.stop();
    expect(kept.ends).toBe(1);
  });

  it('needs a stream, can be released, and does not end with the service', async () => {
    expect(take().lease).toBeUndefined();
    const sink = watch(path);
    expect(take('bob').lease).toBeUndefined();
    const taken = take();
    taken.lease?.release();
    sink.stop();
    watch(path);
    const kept = take();
    await service.stop();
    expect([taken.ends, kept.ends]).toEqual([0, 0]);
  });
});
