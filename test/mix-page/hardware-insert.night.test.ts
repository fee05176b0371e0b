// Hardware in an insert on the mix page in a real browser: its two ports are found by what is typed, and its latency is measured
// with a key. The rows of the desk are the judge.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { box } from '../harness/desk.ts';
import { type OpenedPage, openMixPage } from './opened-page.ts';

const missing = missingBrowser();
if (missing !== undefined) console.warn(missing);

describe.skipIf(missing !== undefined)('an insert through hardware', () => {
  let opened: OpenedPage;
  beforeAll(async () => {
    opened = await openMixPage('tablet', '/mix#strip/main/1/insert1');
    await opened.service.until('/console', ({ engine }) => engine === 'running');
  });
  afterAll(() => opened?.close());

  const choose = async (button: RegExp, port: string) => {
    const { page } = opened;
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill(port);
    await page.locator('.found').getByRole('button').nth(0).click();
  };

  test('a strip of two legs is patched once all of its ports are chosen', async () => {
    await choose(/^Send L/, `${box}:out-9`);
    await choose(/^Return L/, `${box}:in-9`);
    await choose(/^Send R/, `${box}:out-10`);
    expect((await opened.service.get('/patch')).body.inserts).toEqual([]);
    await choose(/^Return R/, `${box}:in-10`);
    const place = { strip: { kind: 'main', index: 1 }, insert: 'insert1' };
    const { inserts } = await opened.service.until('/patch', (row) => row.inserts.length === 2);
    expect(inserts).toMatchObject([
      { ...place, leg: 'left', sendPortId: `${box}:out-9`, returnPortId: `${box}:in-9` },
      { ...place, leg: 'right', sendPortId: `${box}:out-10`, returnPortId: `${box}:in-10` },
    ]);
  });

  test('a measurement says why it found nothing', async () => {
    const { page, service } = opened;
    await page.getByRole('button', { name: 'Measure by clicks' }).click();
    const { refusal } = await service.until('/patch/inserts/measure', (row) => row.refusal !== null && !row.running);
    await page.locator('.hardware-insert .task-words').getByText(refusal.detail).waitFor();
  });

  test('what is measured is said, and the place is free again without one of its ports', async () => {
    const { page, service } = opened;
    const { inserts, sampleRate } = { ...(await service.get('/patch')).body, ...(await service.get('/console')).body };
    const [{ sendPortId, returnPortId }] = inserts;
    const { quantum } = (await service.get('/clock')).body;
    const place = { strip: { kind: 'main', index: 1 }, insert: 'insert1' };
    const measured = [{ ...place, sendPortId, returnPortId, frames: 321, rate: sampleRate, quantum }];
    expect((await service.patch('/patch/insertLatencies', { measured })).status).toBe(200);
    await page.getByText('321 frames late, measured').waitFor();
    await page.getByRole('button', { name: /^Send L/ }).click();
    await page.locator('.found').getByRole('button', { name: 'no port' }).click();
    await service.until('/patch', (row) => row.inserts.length === 0);
    expect(opened.faults).toEqual([]);
  });
});
