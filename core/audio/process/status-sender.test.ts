import { expect, test } from 'vitest';
import type { Status } from '../link/shapes.ts';
import { StatusSender } from './status-sender.ts';

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

const sent: string[] = [];
let now = statusWith('running');
const sender = new StatusSender(
  () => now,
  ({ mixer }) => sent.push(mixer.clock),
);
const turn = () => new Promise((resolve) => setImmediate(resolve));
const after = async (act: () => void) => {
  sent.length = 0;
  act();
  await turn();
  return [...sent];
};

test('all changes of a tick are sent once, as they are at its end', async () => {
  const changes = () => {
    sender.changed();
    now = statusWith('lost');
    sender.changed();
    now = statusWith('running');
  };
  expect(await after(changes)).toEqual(['running']);
});

test('a look compares with the last sent status, also where that lasted for less than the time between two looks', async () => {
  expect(await after(() => sender.look())).toEqual([]);
  now = statusWith('lost');
  expect(await after(() => sender.changed())).toEqual(['lost']);
  now = statusWith('running');
  expect(await after(() => sender.look())).toEqual(['running']);
  expect(await after(() => sender.look())).toEqual([]);
});
