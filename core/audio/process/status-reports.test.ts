import { expect, test } from 'vitest';
import type { Status } from '../link/shapes.ts';
import { StatusReports } from './status-reports.ts';

const statusWith = (clock: 'running' | 'lost'): Status => ({
  plan: 1,
  devices: [],
  failures: [],
  mixer: { driver: 'mixer', state: 'open', reason: '', isOpen: true, clock, faultyStrips: [] },
  clock: { rate: 48000, quantum: 64, supportedRates: [], driving: 'box' },
  warnings: [],
  packages: [],
  models: [],
  realTime: [],
});

const told: string[] = [];
let now = statusWith('running');
const telling = new StatusReports(
  () => now,
  ({ mixer }) => told.push(mixer.clock),
);
const turn = () => new Promise((resolve) => setImmediate(resolve));
const after = async (act: () => void) => {
  told.length = 0;
  act();
  await turn();
  return [...told];
};

test('all changes of a tick are told once, as they are at its end', async () => {
  const changes = () => {
    telling.changed();
    now = statusWith('lost');
    telling.changed();
    now = statusWith('running');
  };
  expect(await after(changes)).toEqual(['running']);
});

test('a look finds what was told between two looks, though it is as the look before saw it', async () => {
  expect(await after(() => telling.look())).toEqual([]);
  now = statusWith('lost');
  expect(await after(() => telling.changed())).toEqual(['lost']);
  now = statusWith('running');
  expect(await after(() => telling.look())).toEqual(['running']);
  expect(await after(() => telling.look())).toEqual([]);
});
