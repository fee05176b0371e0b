import { expect, test } from 'vitest';
import type { DiscoveredModel, DriverKind, DriverMatch } from '../../driver.ts';
import { choose, scoreOf } from './choice.ts';
import type { DriverPackage } from './package.ts';

const box: DiscoveredModel = {
  id: 'usb-7',
  transport: 'usb',
  modelId: '0582:01a6',
  model: 's-1608',
  label: 'Stage',
  address: '',
};

function driver(name: string, matches: DriverMatch[], kind: DriverKind = 'stagebox'): DriverPackage {
  const manifest = { api: 1 as const, kind, audio: true, matches, module: './index.js' };
  return {
    name,
    version: '1.0.0',
    isInTree: true,
    manifest,
    folder: `/${name}`,
    module: `/${name}/index.js`,
    config: {},
    processors: [],
    fields: {},
  };
}
const none = () => false;

test.each<[string, DriverMatch, number | undefined]>([
  ['the exact id', { transport: 'usb', id: '0582:01a6' }, 3],
  ['id and model', { transport: 'usb', id: '0582:01a6', model: 's-1608' }, 3],
  ['the model', { transport: 'usb', model: 's-1608' }, 2],
  ['the transport', { transport: 'usb' }, 1],
  ['a wildcard for the id', { transport: 'usb', id: '0582:*' }, 0],
  ['a wildcard for everything', { transport: '*' }, 0],
  ['another id', { transport: 'usb', id: '0582:01a7' }, undefined],
  ['the id on another transport', { transport: 'pci', id: '0582:01a6' }, undefined],
  ['the id of another model', { transport: 'usb', id: '0582:01a6', model: 's-0808' }, undefined],
  ['a dot that is no wildcard', { transport: 'usb', model: 's.1608' }, undefined],
])('%s scores as it should', (_name, match, score) => {
  expect(scoreOf([match], box)).toBe(score);
});

test('the best of several matches counts', () => {
  expect(scoreOf([{ transport: '*' }, { transport: 'usb', model: 's-1608' }, { transport: 'usb' }], box)).toBe(2);
  expect(scoreOf([], box)).toBeUndefined();
});

test('the best is chosen, whatever the order of the configuration, and the rest follow by score', () => {
  const packages = [
    driver('any', [{ transport: '*' }]),
    driver('exact', [{ transport: 'usb', id: '0582:01a6' }]),
    driver('usb', [{ transport: 'usb' }]),
    driver('mixer', [{ transport: '*' }], 'mixer'),
  ];
  for (const order of [packages, [...packages].reverse()]) {
    const { chosen, candidates, tied } = choose(box, order, none);
    expect(chosen?.driver).toBe('exact');
    expect(candidates.map((candidate) => candidate.driver)).toEqual(['exact', 'usb', 'any']);
    expect(tied).toEqual([]);
  }
});

test('what is set aside gives way to the next best', () => {
  const packages = [driver('exact', [{ transport: 'usb', id: '0582:01a6' }]), driver('usb', [{ transport: 'usb' }])];
  expect(choose(box, packages, (name) => name === 'exact').chosen?.driver).toBe('usb');
  expect(choose(box, packages, () => true).chosen).toBeUndefined();
});

test('of two that match equally well none is guessed, and both are named', () => {
  const packages = [driver('one', [{ transport: 'usb' }]), driver('two', [{ transport: 'usb' }])];
  const { chosen, tied } = choose(box, packages, none);
  expect(chosen).toBeUndefined();
  expect(tied).toEqual(['one', 'two']);
  expect(choose(box, packages, none, ['two']).chosen?.driver).toBe('two');
});

test('a preference decides ties only: a better match still wins', () => {
  const packages = [driver('exact', [{ transport: 'usb', id: '0582:01a6' }]), driver('usb', [{ transport: 'usb' }])];
  expect(choose(box, packages, none, ['usb']).chosen?.driver).toBe('exact');
});
