import { expect, test } from 'vitest';
import { Type } from '../base/typebox.ts';
import { documentCheck } from './document-check.ts';

const isLamp = documentCheck(Type.Object({ name: Type.String(), watts: Type.Number() }));

test('a document fits with members that another version wrote besides, and not without its own', () => {
  expect(isLamp({ name: 'Desk lamp', watts: 5, colour: 'red' })).toBe(true);
  expect(isLamp({ name: 'Desk lamp' })).toBe(false);
  expect(isLamp({ name: 'Desk lamp', watts: '5' })).toBe(false);
});

test('a document is looked through once, however often it is asked for', () => {
  let reads = 0;
  const lamp = {
    watts: 5,
    get name() {
      reads++;
      return 'Desk lamp';
    },
  };
  expect(isLamp(lamp)).toBe(true);
  const once = reads;
  expect(once).toBeGreaterThan(0);
  expect(isLamp(lamp)).toBe(true);
  expect(reads).toBe(once);
});
