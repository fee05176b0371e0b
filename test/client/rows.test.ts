// The generated types of rowdesk/client are those of the contracts.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWholeDesk, type WholeDesk } from '../harness/whole-desk.ts';
import { rowTypesText } from './row-types-text.ts';

let desk: WholeDesk;
beforeAll(async () => {
  desk = await startWholeDesk();
});
afterAll(() => desk.close());

test('core/client/rows.ts is what the contracts say', async () => {
  const { body } = await desk.get('/openapi.json');
  await expect(rowTypesText(body)).toMatchFileSnapshot('../../core/client/rows.ts');
});
