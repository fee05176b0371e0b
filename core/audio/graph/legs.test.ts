import { expect, test } from 'vitest';
import { type Leg, legInTurn, portOfLeg } from './legs.ts';

const all: readonly Leg[] = ['left', 'right', 'mono'];

test('a strip with two legs has a port of each and one of both, a strip with one leg has that', () => {
  expect(all.map((leg) => portOfLeg('/channel/main/1', leg, 2))).toEqual([
    'mixer:main-1-left',
    'mixer:main-1-right',
    'mixer:main-1-mono',
  ]);
  expect(new Set(all.map((leg) => portOfLeg('/channel/mix/4', leg, 1)))).toEqual(new Set(['mixer:mix-4']));
});

test('ports take left and right in turn, and a last one alone takes both', () => {
  const legs = (ports: number) => Array.from({ length: ports }, (_, place) => legInTurn(place, ports));
  expect(legs(4)).toEqual(['left', 'right', 'left', 'right']);
  expect(legs(3)).toEqual(['left', 'right', 'mono']);
  expect(legs(1)).toEqual(['mono']);
});
