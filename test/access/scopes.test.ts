// Who may write what: every writable field of every row stands in scopes.txt. A new row is not in it, and fails here.
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Row } from '../../core/rows/definitions.ts';
import { startTestHost, type TestHost } from '../../core/testing.ts';
import { root } from '../harness/service.ts';
import { shippedProviders } from '../harness/whole-desk.ts';

let desk: TestHost | undefined;
afterAll(() => desk?.close());

test('each writable field of each row has its line, and each line its field', async () => {
  desk = await startTestHost({ providers: shippedProviders });
  const { registry } = desk.host.assembly;
  const lines = registry.rows.flatMap((row) => {
    const fields = writableOf(row);
    if (fields.length === 0) return [];
    const { writers = 'run' } = row;
    if (typeof writers === 'string') return [`${row.template} *=${writers}`];
    return [`${row.template} ${fields.map((field) => `${field}=${writers[field] ?? 'run'}`).join(' ')}`];
  });
  // `npx vitest run test/access/scopes --update` writes it: read each line that is new.
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot(join(root, 'test/access/scopes.txt'));
});

function writableOf(row: Row): readonly string[] {
  if (row.type === 'task') return ['running', ...Object.keys(row.extra)];
  if (row.type === 'setting' && typeof row.fields === 'function') return row.isReadOnly ? [] : ['*'];
  return row.writable;
}
