import { expect, test } from 'vitest';
import type { DriverManifest } from '../../driver.ts';
import type { Status } from '../link/shapes.ts';
import { arePreampsComing } from './awaited-preamps.ts';

const driver = (name: string, kind: DriverManifest['kind'], audio = false) =>
  ({ name, manifest: { kind, audio } }) as unknown as Parameters<typeof arePreampsComing>[0][number];
const packages = [
  driver('alsa', 'stagebox', true),
  driver('tape', 'recorder'),
  driver('mirror', 'graph'),
  driver('pre', 'stagebox'),
];
const process = (name: string, plan: number | undefined, planNumber = 1, more = {}) => ({
  ...{ name, planNumber, isDormant: false, stopped: '', foreign: undefined },
  status: plan === undefined ? undefined : ({ plan } as Status),
  ...more,
});
const isComing = (...clients: ReturnType<typeof process>[]) => arePreampsComing(packages, new Map(), clients);

test('preamps are awaited until their process has carried out its plan', () => {
  expect(isComing(process('driver-pre', undefined))).toBe(true);
  expect(isComing(process('driver-pre', 0, 0))).toBe(true);
  expect(isComing(process('driver-pre', 1, 2))).toBe(true);
  expect(isComing(process('driver-pre', 2, 2))).toBe(false);
});

test('no other process is awaited, and none that was ended, has nothing to do, or whose driver is out', () => {
  const others = ['audio', 'driver-tape', 'driver-mirror'].map((name) => process(name, undefined));
  expect(isComing(...others, process('driver-pre', 1))).toBe(false);
  expect(isComing(process('driver-pre', undefined, 1, { stopped: 'it crashes too often' }))).toBe(false);
  expect(isComing(process('driver-pre', undefined, 0, { isDormant: true }))).toBe(false);
  expect(arePreampsComing(packages, new Map([['pre', 'it is switched off']]), [process('driver-pre', undefined)])).toBe(
    false,
  );
});
