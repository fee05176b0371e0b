import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitting } from './arbitraries.ts';

test('free values name no member that no row takes, however deep', () => {
  const named: string[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) named.push(...Object.keys(value));
    for (const member of Object.values(value)) look(member);
  };
  for (const schema of [{}, { type: 'object', patternProperties: { '^(prototype|toString)$': {} } }]) {
    named.length = 0;
    for (const value of fc.sample(fitting(fc, schema), { numRuns: 3_000, seed: 3 })) look(value);
    expect(named).toContain('toString');
    for (const name of ['__proto__', 'prototype', 'constructor']) expect(named).not.toContain(name);
  }
});
