import { expect, test } from 'vitest';
import type { HistoryChange } from '../desk/commit.ts';
import { History } from './history.ts';

const change = (path: string, from: unknown, to: unknown): HistoryChange => ({ path, field: 'levelDb', from, to });

/** A history with a clock of its own. */
function begin(bound?: number, bytes?: number) {
  const history = new History(bound, bytes);
  let revision = 0;
  let nowMs = 1_000_000;
  return {
    history,
    pass: (ms: number) => {
      nowMs += ms;
    },
    write: (actor: string, ...changes: HistoryChange[]) =>
      history.add({ atMs: nowMs, monotonicMs: nowMs, actor, label: `by ${actor}`, revision: ++revision, changes }),
  };
}

test('each commit is an entry with what it changed', () => {
  const { history, write, pass } = begin();
  write('a', change('/1', 0, -1), change('/2', 0, -2));
  pass(5000);
  write('b', change('/1', -1, -3));
  expect(history.entries).toEqual([
    {
      id: '1',
      at: 1_000_000,
      label: 'by a',
      actor: 'a',
      revision: 1,
      undone: false,
      changes: [change('/1', 0, -1), change('/2', 0, -2)],
    },
    { id: '2', at: 1_005_000, label: 'by b', actor: 'b', revision: 2, undone: false, changes: [change('/1', -1, -3)] },
  ]);
});

test('a fader ride is one entry, from where it began to where it is', () => {
  const { history, write, pass } = begin();
  for (let level = 0; level > -20; level--) {
    write('a', change('/1', level, level - 1));
    pass(20);
  }
  expect(history.entries).toMatchObject([{ id: '1', revision: 20, changes: [change('/1', 0, -20)] }]);
});

test('added and removed entries differ from entries written again', () => {
  const { history, write } = begin(2);
  const versions = [history.idsVersion];
  const note = () => versions.push(history.idsVersion);
  write('a', change('/1', 0, -1));
  note();
  write('a', change('/1', -1, -2));
  note();
  write('a', change('/1', -2, 0));
  note();
  const [before, came, again, back] = versions;
  expect([came !== before, again === came, back !== again]).toEqual([true, true, true]);
});

test('a gap of a second, another actor or another set of fields begins a new entry', () => {
  const { history, write, pass } = begin();
  write('a', change('/1', 0, -1));
  pass(999);
  write('a', change('/1', -1, -2));
  pass(1000);
  write('a', change('/1', -2, -3));
  write('b', change('/1', -3, -4));
  write('b', change('/1', -4, -5), change('/2', 0, -1));
  expect(history.entries.map(({ changes }) => changes.map(({ to }) => to))).toEqual([[-2], [-3], [-4], [-5, -1]]);
});

test('two riders at once make two entries, not one for every step', () => {
  const { history, write, pass } = begin();
  for (let step = 0; step < 10; step++) {
    write('a', change('/1', -step, -step - 1));
    write('b', change('/2', -step, -step - 1));
    pass(20);
  }
  expect(history.entries.map(({ actor, changes }) => [actor, changes[0]?.to])).toEqual([
    ['a', -10],
    ['b', -10],
  ]);
});

test('what is no number keeps its place: nothing is joined past it, nor it past others', () => {
  const { history, write } = begin();
  const swap = (from: string, to: string): HistoryChange => ({ path: '/plugin', field: 'plugin', from, to });
  write('a', change('/1', 0, -1));
  write('a', swap('reverb', 'delay'));
  write('a', change('/1', -1, -2));
  write('a', swap('delay', 'reverb'));
  write('a', swap('reverb', 'gate'));
  expect(history.entries.map(({ changes }) => changes.map(({ to }) => to))).toEqual([[-1], ['delay'], [-2], ['gate']]);
});

test('a ride is not joined across a write of another to the same field', () => {
  const { history, write } = begin();
  write('a', change('/1', 0, -1));
  write('b', change('/1', -1, -2));
  write('a', change('/1', -2, -3));
  expect(history.entries.map(({ actor }) => actor)).toEqual(['a', 'b', 'a']);
});

test('a ride back to where it began leaves nothing to undo', () => {
  const { history, write } = begin();
  write('a', change('/1', 0, -1));
  const delta = write('a', change('/1', -1, 0));
  expect(history.entries).toEqual([]);
  expect(delta).toEqual({ entries: [], droppedEntries: ['1'] });
});

test('a new commit drops what was undone, and goes on from nothing that was', () => {
  const { history, write } = begin();
  write('a', change('/1', 0, -1));
  write('a', change('/2', 0, -1));
  expect(history.mark(['2'], true, 3).entries).toMatchObject([{ id: '2', undone: true, revision: 3 }]);
  expect(history.undone).toBe(1);
  const delta = write('a', change('/2', 0, -5));
  expect(delta.droppedEntries).toEqual(['2']);
  expect(history.entries.map(({ id, undone }) => [id, undone])).toEqual([
    ['1', false],
    ['3', false],
  ]);
});

test('after an undo a write is an entry of its own, however fast it comes', () => {
  const { history, write } = begin();
  write('a', change('/1', 0, -1));
  write('b', change('/1', -1, -2));
  history.mark(['2'], true, 3);
  write('a', change('/1', -1, -3));
  history.mark(['3'], true, 5);
  history.mark(['3'], false, 6);
  write('a', change('/1', -3, -4));
  expect(history.entries.map(({ id, changes: [only] }) => [id, only?.from, only?.to])).toEqual([
    ['1', 0, -1],
    ['3', -1, -3],
    ['4', -3, -4],
  ]);
});

test('redo makes an entry done again', () => {
  const { history, write } = begin();
  write('a', change('/1', 0, -1));
  history.mark(['1'], true, 2);
  history.mark(['1'], false, 3);
  expect(history.entries).toMatchObject([{ id: '1', undone: false, revision: 3 }]);
  expect(history.undone).toBe(0);
});

test('the oldest entries go when there are too many or they weigh too much', () => {
  const few = begin(3);
  for (let n = 1; n <= 5; n++) few.write('a', change(`/${n}`, 0, -n));
  expect(few.history.entries.map(({ id }) => id)).toEqual(['3', '4', '5']);

  const light = begin(1000, 10_000);
  for (let n = 1; n <= 20; n++) light.write('a', change(`/${n}`, '', 'x'.repeat(2000)));
  expect(light.history.entries.map(({ id }) => id)).toEqual(['17', '18', '19', '20']);
});

test('ids go on after a restart', () => {
  const before = begin();
  before.write('a', change('/1', 0, -1));
  before.write('a', change('/2', 0, -1));
  const { history, write } = begin();
  history.load([...before.history.entries].reverse());
  write('a', change('/3', 0, -1));
  expect(history.entries.map(({ id }) => id)).toEqual(['1', '2', '3']);
});
