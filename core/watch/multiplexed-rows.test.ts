import { beforeEach, describe, expect, it } from 'vitest';
import { nothing, WatchedRows } from './hub-fixture.ts';

let rows: WatchedRows;
let service: WatchedRows['service'];
beforeEach(() => {
  rows = new WatchedRows();
  ({ service } = rows);
});

const watch: WatchedRows['watch'] = (path, sink) => rows.watch(path, sink);
const setLevel: WatchedRows['setLevel'] = (strip, levelDb) => rows.setLevel(strip, levelDb);

describe('a row that multiplexes others', () => {
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
