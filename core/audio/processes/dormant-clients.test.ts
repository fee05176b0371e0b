import { expect, test } from 'vitest';
import type { DriverPackage } from '../discovery/package.ts';
import { DormantClients } from './dormant-clients.ts';
import type { Greeting } from './process-client.ts';
import type { ProcessesOptions } from './processes-options.ts';

const greeting = {} as Greeting;
const driver = (name: string, manifest: object) =>
  ({ name, folder: `/${name}`, manifest: { audio: false, matches: [], ...manifest } }) as unknown as DriverPackage;
const byPlugin = { by: 'value', field: 'uri', title: 'a plugin' };
const packages = [
  driver('mixer', { kind: 'mixer', audio: true }),
  driver('host', { kind: 'plugins', activation: [byPlugin] }),
  driver('tape', { kind: 'recorder' }),
];

class Client {
  readonly name: string;
  readonly starts: boolean[] = [];
  isHeld = true;
  isLinked = false;

  constructor(name: string) {
    this.name = name;
  }

  get isDormant(): boolean {
    return this.isHeld && !this.isLinked;
  }

  start(_greeting: Greeting, mayLaunch = true): void {
    this.starts.push(mayLaunch);
    if (mayLaunch) this.isHeld = false;
  }
}

function begun() {
  const options = { packages, stateFolder: '/state', config: { devices: [] }, attached: () => [] };
  const dormant = new DormantClients(
    options as unknown as ProcessesOptions,
    { of: () => ({}) },
    { mayLaunch: () => true },
  );
  const [audio, host, tape] = ['audio', 'driver-host', 'driver-tape'].map((name) => new Client(name)) as [
    Client,
    Client,
    Client,
  ];
  dormant.begin([audio, host, tape], greeting);
  const desire = (value: unknown) =>
    dormant.demand.take('plugins', { path: '/a', field: 'uri', value, schema: undefined });
  return { dormant, audio, host, tape, desire };
}

test('a process with nothing to do is attached to, and started once, with its first need', () => {
  const { dormant, audio, host, tape, desire } = begun();
  expect([audio.starts, host.starts, tape.starts]).toEqual([[true], [false], [true]]);
  expect([...dormant.waiting]).toEqual([['host', 'a plugin']]);
  desire('');
  expect(host.starts).toEqual([false]);
  desire('urn:squeeze');
  desire('urn:other');
  dormant.startDue();
  expect(host.starts).toEqual([false, true]);
  expect(dormant.waiting.size).toBe(0);
  expect([audio.starts, tape.starts]).toEqual([[true], [true]]);
});

test('a process that another started waits for nothing, and is started again by the desk once it has something to do', () => {
  const { dormant, host, desire } = begun();
  host.isLinked = true;
  expect(dormant.waiting.size).toBe(0);
  dormant.startDue();
  expect(host.starts).toEqual([false]);
  desire('urn:squeeze');
  expect(host.starts).toEqual([false, true]);
  // It ends in order, by whoever started it: the supervisor waits for the next one.
  host.isLinked = false;
  dormant.startDue();
  expect(host.starts).toEqual([false, true]);
});

test('a desk that ends starts nothing any more', () => {
  const { dormant, host, desire } = begun();
  dormant.end();
  desire('urn:squeeze');
  dormant.startDue();
  expect(host.starts).toEqual([false]);
});
