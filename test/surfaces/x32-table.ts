// `npm run x32:table`: what the addresses of an X32 and an XR18 stand for, as tables for docs/x32-addresses.md and
// docs/xr18-addresses.md. `-- --write` puts them into these pages.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../harness/service.ts';
import { pages, tablesOf } from './x32-table-text.ts';

for (const name of pages) {
  const page = join(root, 'docs', name);
  const text = tablesOf(readFileSync(page, 'utf8'));
  if (process.argv.includes('--write')) writeFileSync(page, text);
  else process.stdout.write(text);
}
