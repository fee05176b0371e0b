import { expect } from 'vitest';
import { type Contract, contractOf } from './contract.ts';
import type { Row } from './definitions.ts';
import { DeskDouble } from './desk-double.ts';
import { Registry } from './registry.ts';

/** Of the row at /test. */
export function contract(...rows: Row[]): Contract {
  const registry = new Registry([{ provider: { name: 'test', roots: ['test'] }, rows }]);
  expect(registry.errors).toEqual([]);
  const desk = new DeskDouble(registry);
  const place = registry.locate('/test');
  if (place === undefined) throw new Error('no row');
  return contractOf(place, desk, desk.observed);
}
