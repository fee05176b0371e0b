import { FakeTime } from 'rowdesk/testing';
import { expect, test } from 'vitest';
import { warnOfDryPlugins } from './dry-plugins.ts';

const path = '/channel/input/1/chain/processors/insert1';

function rig() {
  const time = new FakeTime();
  const raised = new Map<string, string>();
  const clock = { driving: 'box' };
  const place = { plugin: 'urn:x', enabled: true };
  let commit: (revision: number, paths: readonly string[]) => void = () => {};
  let tell: ((state: string, heard: string) => void) | undefined;
  const needs = {
    inserts: { paths: [path], used: () => new Map(place.plugin === '' ? [] : [[place.plugin, [path]]]) },
    desk: {
      read: () => place,
      onCommit: (taken: typeof commit) => {
        commit = taken;
        return () => {};
      },
    },
    rows: {
      watch: (watched: string, take: (name: string, row: object) => void) => {
        expect(watched).toBe(`${path}/status`);
        tell = (state, heard) => take('row', { state, heard });
        return () => {
          tell = undefined;
        };
      },
    },
    audio: { clock },
    time,
    warnings: {
      raise: ({ id, detail }: { id: string; detail: string }) => raised.set(id, detail),
      clear: (id: string) => raised.delete(id),
    },
  };
  const stop = warnOfDryPlugins(needs as unknown as Parameters<typeof warnOfDryPlugins>[0]);
  return { time, raised, clock, place, stop, commit: () => commit(1, [path]), tell: () => tell };
}

test('a plugin that runs and is dry for over a second is a warning until it is heard', () => {
  const { time, raised, tell } = rig();
  tell()?.('running', 'dry');
  time.advance(900);
  tell()?.('running', 'dry');
  expect(raised.size).toBe(0);
  time.advance(100);
  expect([...raised]).toEqual([
    [
      'plugin-dry-input-1-insert1',
      expect.stringContaining('input/1 insert1: the plugin runs, and the mixer plays on without it'),
    ],
  ]);
  tell()?.('running', 'plugin');
  expect(raised.size).toBe(0);
  tell()?.('running', 'dry');
  tell()?.('running', 'plugin');
  time.advance(5000);
  expect(raised.size).toBe(0);
});

test('a silent effect is one, too; one that is bypassed, loads or has no clock is none, nor is one that is gone', () => {
  const { time, raised, tell, place, clock, commit, stop } = rig();
  for (const [state, heard] of [
    ['loading', 'dry'],
    ['set-aside', 'dry'],
    ['running', 'none'],
  ] as const)
    tell()?.(state, heard);
  place.enabled = false;
  tell()?.('running', 'dry');
  Object.assign(place, { enabled: true });
  clock.driving = '';
  tell()?.('running', 'dry');
  time.advance(5000);
  expect(raised.size).toBe(0);
  clock.driving = 'box';
  tell()?.('running', 'silence');
  time.advance(1000);
  expect(raised.size).toBe(1);
  place.plugin = '';
  commit();
  expect([raised.size, tell()]).toEqual([0, undefined]);
  stop();
});
