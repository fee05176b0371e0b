// Where solo is heard, and talkback, set in a real Chromium; the desk says what it has.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { type OpenedPage, openMixPage } from './opened-page.ts';

const missing = missingBrowser();
if (missing !== undefined) console.warn(missing);

describe.skipIf(missing !== undefined)('monitor and talk', () => {
  let opened: OpenedPage;
  const has = (path: string, fields: object) =>
    expect.poll(async () => (await opened.service.get(path)).body).toMatchObject(fields);

  beforeAll(async () => {
    opened = await openMixPage('tablet', '/mix#show/listen');
    await opened.page.getByRole('heading', { name: 'Monitor: what is soloed' }).waitFor();
  });
  afterAll(() => opened?.close());

  test('a solo that nobody can hear says so, and free outputs are proposed', async () => {
    const { page, service } = opened;
    await service.patch('/channel/input/1', { soloed: true });
    const clear = page.getByRole('button', { name: /^Clear solo/ });
    await clear.filter({ hasText: 'no output' }).waitFor();
    const patched = (await service.get('/patch')).body.outputs.map(({ portId }: { portId: string }) => portId);
    await page.getByRole('button', { name: /^Hear it at/ }).click();
    await expect.poll(async () => (await service.get('/cue')).body.outputs.length).toBe(2);
    const { outputs } = (await service.get('/cue')).body;
    expect(outputs.filter((id: string) => patched.includes(id))).toEqual([]);
    await expect.poll(() => clear.textContent()).not.toContain('no output');
  });

  test('an output of each leg is chosen by name, and taken away', async () => {
    const { page, service } = opened;
    const [left, right] = (await service.get('/cue')).body.outputs as [string, string];
    await page.getByRole('button', { name: /^Right output/ }).click();
    await page.getByRole('button', { name: 'none', exact: true }).click();
    await has('/cue', { outputs: [left] });
    await page.getByRole('button', { name: /^Right output/ }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill(right.split(':').at(-1)?.replace('-', ' ') ?? '');
    await page.locator('.found button').first().click();
    await expect.poll(async () => (await service.get('/cue')).body.outputs.length).toBe(2);
    await page.getByRole('switch', { name: 'Dim', exact: true }).click();
    await has('/cue', { dim: true });
  });

  test('a talkback gets its microphone and its destinations', async () => {
    const { page } = opened;
    const talkback = page.getByRole('region', { name: 'Talkback 1' });
    await talkback.getByRole('button', { name: /^Microphone/ }).click();
    await talkback.locator('.found button').nth(1).click();
    await talkback
      .getByRole('button', { name: /^Mix 1\b/ })
      .first()
      .click();
    await has('/talkback/1', {
      sourceId: expect.stringMatching(/./),
      destinations: [{ kind: 'mix', index: 1 }],
    });
    await page.getByRole('button', { name: /^Talk/ }).first().waitFor();
    expect(opened.faults).toEqual([]);
  });
});
