import { expect, test } from 'vitest';
import type { DriverContext, Mixer } from '../../driver.ts';
import { CallMarkers } from './call-markers.ts';
import { MixerHost } from './mixer-host.ts';
import type { DriverModules } from './modules.ts';
import { LocalTargets } from './targets.ts';

const peak = { name: 'peak', legs: 2, fold: 'max' };

/** A host of a mixer with these columns. */
function hostOf(meterColumns: unknown) {
  let closed = 0;
  const mixer = {
    ...{ target: 'mixer', linkFields: [], meterPaths: ['/channel/input/1'], meterLegs: [1], meterColumns },
    state: () => ({ isOpen: false, clock: 'running', faultyStrips: [], dspLoadPercent: 0, dspLoadMaxPercent: 0 }),
    close: () => {
      closed += 1;
    },
  } as unknown as Mixer;
  const modules = { mixerDriver: () => ({ open: () => mixer }), order: () => undefined } as unknown as DriverModules;
  const targets = new LocalTargets(() => {});
  const host = new MixerHost(modules, targets, CallMarkers.none());
  host.open('acme', { input: 1 }, { warn: () => {} } as unknown as DriverContext);
  return { host, targets, closed: () => closed };
}

test('an open mixer is a target, and has one format of its meters until it is closed', () => {
  const { host, targets, closed } = hostOf([peak]);
  expect(host.status).toMatchObject({ driver: 'acme', state: 'open', reason: '' });
  expect(host.meterFormat).toEqual({ paths: ['/channel/input/1'], legs: [1], columns: [peak] });
  expect(host.meterFormat).toBe(host.meterFormat);
  expect(targets.list().map(({ name }) => name)).toEqual(['mixer']);
  host.close();
  expect([host.meterFormat, targets.list(), closed()]).toEqual([undefined, [], 1]);
});

test('a mixer whose columns are nonsense is closed again, and its status has the reason', () => {
  const { host, targets, closed } = hostOf([peak, { ...peak, name: 'mean', fold: 'mean' }]);
  expect(host.status).toMatchObject({
    ...{ driver: 'acme', state: 'failed' },
    reason: 'its meter column mean must have one of the folds max, min, last, and has mean',
  });
  expect([host.mixer, host.meterFormat, targets.list(), closed()]).toEqual([undefined, undefined, [], 1]);
});
