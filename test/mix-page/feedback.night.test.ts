// Protection against howling on the mix page in a real browser; the desk's rows are the judge.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import type { Service } from '../harness/service.ts';
import { type OpenedPage, openMixPage } from './opened-page.ts';

const missing = missingBrowser();
const strip = '/channel/input/14';
const hrp = `${strip}/hrp`;
const fixed = [
  { frequencyHz: 1250, q: 30, gainDb: -9 },
  { frequencyHz: 400, q: 20, gainDb: -6 },
];

describe.skipIf(missing !== undefined)('feedback on the mix page', () => {
  let opened: OpenedPage;
  let service: Service;
  let page: Page;

  beforeAll(async () => {
    opened = await openMixPage('tablet', '/mix#strip/input/14/feedback');
    ({ service, page } = opened);
    await service.until('/console', ({ engine }) => engine === 'running');
  });
  afterAll(() => opened?.close());

  const go = (hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  const listed = (name: string) => page.getByRole('region', { name }).getByRole('listitem');

  test('protection is switched on, and its mode and numbers are set', async () => {
    await page.getByRole('switch', { name: 'Feedback' }).click();
    await service.until(hrp, ({ enabled }) => enabled === true);
    await page.getByRole('button', { name: 'Detect' }).click();
    await service.until(hrp, ({ mode }) => mode === 'detect');
    await page.getByRole('button', { name: 'Suppress' }).click();
    await service.until(hrp, ({ mode }) => mode === 'suppress');
    await page.getByRole('slider', { name: 'Depth at most' }).press('Home');
    await service.until(hrp, ({ maxDepthDb }) => maxDepthDb === -24);
    for (const name of ['Sensitivity', 'Notches at most', 'Lift after']) {
      expect(await page.getByRole('slider', { name }).count()).toBe(1);
    }
    await page.getByText(/^Ring out before the show/).waitFor();
  });

  test('fixed notches of the desk stand in the list and over the spectrum, with their frequencies and what they cost', async () => {
    expect((await service.patch(hrp, { fixed })).status).toBe(200);
    await expect
      .poll(() => listed('Fixed notches').allTextContents())
      .toEqual(['■ 400 Hz−6.0 dBQ 20', '■ 1.25 kHz−9.0 dBQ 30']);
    expect(await page.locator('.eq-plot .notches li').allTextContents()).toEqual(['■ 400 Hz', '■ 1.25 kHz']);
    const places = await page
      .locator('.eq-plot .notches li')
      .evaluateAll((marks) =>
        marks.map((mark) => Number(/left: ([\d.]+)%/.exec(mark.getAttribute('style') ?? '')?.[1])),
      );
    expect(places).toEqual([400, 1250].map((hz) => expect.closeTo((100 * Math.log(hz / 20)) / Math.log(1000), 2)));
    await page.getByText(/^All notches take 0\.\d dB of the sound/).waitFor();
    await go('strip/input/14/eq');
    await expect.poll(() => page.locator('.eq-plot .notches li').count()).toBe(2);
    await go('strip/input/14/feedback');
  });

  test('only holding deletes fixed notches', async () => {
    const key = page.getByRole('button', { name: /^Delete the fixed notches/ });
    await key.click();
    expect((await service.get(hrp)).body.fixed).toHaveLength(2);
    await key.hover();
    await page.mouse.down();
    await service.until(hrp, (row) => row.fixed.length === 0);
    await page.mouse.up();
    await expect.poll(() => listed('Fixed notches').count()).toBe(0);
  });

  test('a strip without sound of its own has no such part', async () => {
    await go('strip/dca/1/feedback');
    await page.locator('.detail h1').filter({ hasText: 'DCA 1' }).waitFor();
    await page.getByRole('button', { name: 'Groups' }).waitFor({ state: 'attached' });
    // The undo key may name feedback too.
    const tabs = page.getByRole('navigation').getByRole('button', { name: 'Feedback' });
    await expect.poll(() => tabs.count()).toBe(0);
  });

  test('nothing of this made the browser complain', () => {
    expect(opened.faults).toEqual([]);
    expect(opened.foreign).toEqual([]);
  });
});
