import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../harness/service.ts';
import { pages, tablesOf } from './x32-table-text.ts';

test.each(pages)('docs/%s has the table that the surface uses (npm run x32:table -- --write)', (name) => {
  const text = readFileSync(join(root, 'docs', name), 'utf8');
  expect(text).toBe(tablesOf(text));
});
