import { expect, test } from 'vitest';
import { inOrderOfUse } from './bundle-order.ts';
import type { BundleOnDisk } from './folders.ts';

const bundleOf = (path: string, bytes: number): BundleOnDisk => {
  return { format: 'lv2', path, bytes, timeMs: 0, stamp: '', fault: '' };
};

test('what is used most comes first, then the small ones; equal ones stay in their order', () => {
  const sizes: readonly (readonly [string, number])[] = [
    ...([
      ['/a/large.lv2', 900],
      ['/a/small.lv2', 10],
      ['/a/ZamEQ2.lv2', 700],
      ['/b/small.lv2', 10],
    ] as const),
    ...([['/a/fil4.lv2', 800]] as const),
  ];
  const bundles = sizes.map(([path, bytes]) => bundleOf(path, bytes));
  expect(inOrderOfUse(bundles).map(({ path }) => path)).toEqual([
    ...['/a/fil4.lv2', '/a/ZamEQ2.lv2', '/a/small.lv2', '/b/small.lv2', '/a/large.lv2'],
  ]);
});
