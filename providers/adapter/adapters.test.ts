import type { Audio, Convergence, Correction, Drivers } from 'rowdesk/provider';
import { FakeTime } from 'rowdesk/testing';
import { expect, test } from 'vitest';
import { Adapters } from './adapters.ts';

const common = { version: '1.0.0', chosen: true, score: 2, reason: '', state: 'running', restarts: 0 } as const;

test('what the devices of a driver have had to be corrected is counted once, whatever list of it is kept', () => {
  const beats = new Set<() => void>();
  let total = 0;
  let entries: Correction[] = [];
  const correct = (...targets: string[]) => {
    const fresh = targets.map(
      (target): Correction => ({
        ...{ at: '', path: '/p', field: 'f', wanted: 1, observed: 0, outcome: 'corrected' },
        target,
      }),
    );
    entries = [...fresh, ...entries].slice(0, 3);
    total += fresh.length;
    for (const beat of beats) beat();
  };
  const convergence: Convergence = {
    ...{ heartbeatMs: 1000, barrier: 0, entries: () => entries, askedMs: () => undefined },
    own: { has: () => false, onChange: () => () => {} },
    get corrections() {
      return total;
    },
    onBeat: (listener) => {
      beats.add(listener);
      return () => beats.delete(listener);
    },
  };
  const devices = [
    { id: 'left', driver: 'usb' },
    { id: 'right', driver: 'usb' },
    { id: 'far', driver: 'net' },
  ];
  const drivers = {
    choices: [
      { ...common, name: 'usb', kind: 'stagebox' },
      { ...common, name: 'net', kind: 'stagebox' },
    ],
    onChange: () => () => {},
  };
  const adapters = new Adapters(
    drivers as unknown as Drivers,
    { devices } as unknown as Audio,
    convergence,
    new FakeTime(),
  );
  const counts = () => adapters.list().map(({ id, corrections }) => [id, corrections]);
  const stop = adapters.start();
  correct('stagebox:left', 'mixer');
  correct('stagebox:right', 'stagebox:far');
  correct();
  expect(counts()).toEqual([
    ['usb', 2],
    ['net', 1],
  ]);
  stop();
  expect(beats.size).toBe(0);
});

test.each([
  ['building', 'starting'],
  ['waiting', 'absent'],
] as const)('a driver that is %s is %s here, and its reason says what it waits for', (state, shown) => {
  const reason = 'it is being built (1 of 2); the desk then takes it without a restart';
  const drivers = {
    choices: [{ ...common, name: 'lv2', kind: 'plugins', state, reason }],
    onChange: () => () => {},
  };
  const nothing = { devices: [], corrections: 0, entries: () => [], onBeat: () => () => {} };
  const adapters = new Adapters(
    drivers as unknown as Drivers,
    nothing as unknown as Audio,
    nothing as unknown as Convergence,
    new FakeTime(),
  );
  expect(adapters.list()).toMatchObject([{ id: 'lv2', state: shown, reason }]);
});
