import { expect, test } from 'vitest';
import { warnOfSilentHardware } from './silent-hardware.ts';

const status = '/channel/input/1/chain/processors/insert1/status';

test('hardware that gives nothing back is a warning, until something comes back or nothing is patched', () => {
  const raised = new Map<string, string>();
  const patch = { inserts: [{ strip: { kind: 'input', index: 1 }, insert: 'insert1' }] as unknown[] };
  let commit: (revision: number, paths: readonly string[]) => void = () => {};
  let show: ((row: object) => void) | undefined;
  const needs = {
    desk: {
      ...{ has: () => true, read: () => patch },
      onCommit: (taken: typeof commit) => {
        commit = taken;
        return () => {};
      },
    },
    rows: {
      watch: (path: string, take: (name: string, row: object) => void) => {
        expect(path).toBe(status);
        show = (row) => take('row', row);
        return () => {
          show = undefined;
        };
      },
    },
    warnings: {
      raise: ({ id, detail }: { id: string; detail: string }) => raised.set(id, detail),
      clear: (id: string) => raised.delete(id),
    },
  };
  const stop = warnOfSilentHardware(needs as unknown as Parameters<typeof warnOfSilentHardware>[0]);
  const lost = { state: 'set-aside', reason: 'nothing comes back' };
  show?.({ state: 'running', reason: '' });
  expect(raised.size).toBe(0);
  show?.(lost);
  expect(raised.get('insert-unanswered-input-1-insert1')).toContain('input/1 insert1: nothing comes back');
  show?.({ state: 'running', reason: '' });
  expect(raised.size).toBe(0);
  show?.(lost);
  patch.inserts = [];
  commit(2, ['/patch/inserts']);
  expect([raised.size, show]).toEqual([0, undefined]);
  stop();
});
