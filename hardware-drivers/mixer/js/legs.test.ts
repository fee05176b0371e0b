import { expect, test } from 'vitest';
import { stripKinds } from '../../../providers/console/index.ts';
import * as patch from '../../../providers/patch/legs.ts';
import { type Leg, legInTurn, portOfLeg } from './legs.ts';

const all: readonly Leg[] = ['left', 'right', 'mono'];

test('a strip with two legs has a port of each and one of both, a strip with one leg has one port', () => {
  expect(all.map((leg) => portOfLeg({ path: '/channel/main/1', legs: 2 }, leg))).toEqual([
    'mixer:main-1-left',
    'mixer:main-1-right',
    'mixer:main-1-mono',
  ]);
  expect(new Set(all.map((leg) => portOfLeg({ path: '/channel/mix/4', legs: 1 }, leg)))).toEqual(
    new Set(['mixer:mix-4']),
  );
});

test('ports take left and right in turn, and a last one alone takes both', () => {
  const legs = (ports: number) => Array.from({ length: ports }, (_, place) => legInTurn(place, ports));
  expect(legs(4)).toEqual(['left', 'right', 'left', 'right']);
  expect(legs(3)).toEqual(['left', 'right', 'mono']);
  expect(legs(1)).toEqual(['mono']);
});

test('the patch, which names legs while no mixer runs too, gives them the same names', () => {
  const twoLegged = new Set(['aux', 'fxReturn', 'cue', 'main']);
  for (const kind of stripKinds) {
    const strip = { path: `/channel/${kind}/12`, legs: twoLegged.has(kind) ? 2 : 1 };
    for (const leg of all) expect(patch.portOfLeg({ kind, index: 12 }, leg)).toBe(portOfLeg(strip, leg));
  }
  for (let ports = 1; ports < 5; ports += 1) {
    for (let n = 0; n < ports; n += 1) expect(patch.legInTurn(n, ports)).toBe(legInTurn(n, ports));
  }
});
