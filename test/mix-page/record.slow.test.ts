// The record key, and arming, in a real browser.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import type { Service } from '../harness/service.ts';
import { type OpenedPage, openMixPage, sizes } from './opened-page.ts';
import { withRecorderDouble } from './recorder-double.ts';

const missing = missingBrowser();

/** Whether the page is wider than the screen, and its targets under 44 px or outside of it. */
const crowding = `(() => {
  const controls = [...document.querySelectorAll('.top-bar button, .bank-bar button, .notice button, .show button')];
  const small = controls.filter((control) => {
    const { left, right, width, height } = control.getBoundingClientRect();
    return width > 0 && (width < 43.9 || height < 43.9 || left < 0 || right > innerWidth + 0.5);
  });
  return { isWide: document.documentElement.scrollWidth > innerWidth, small: small.map((each) => each.outerHTML) };
})()`;
const fits = { isWide: false, small: [] };

async function hold(page: Page, name: RegExp) {
  await page.getByRole('button', { name }).hover();
  await page.mouse.down();
  await page.waitForTimeout(900);
  await page.mouse.up();
}

describe.skipIf(missing !== undefined)('recording on the mix page', () => {
  let opened: OpenedPage;
  let service: Service;
  let page: Page;

  beforeAll(async () => {
    opened = await openMixPage('tablet', '/mix', withRecorderDouble());
    ({ service, page } = opened);
    await page.locator('.strip').first().waitFor();
  });
  afterAll(() => opened?.close());

  const recorder = (fields: object) => service.patch('/recorderDouble', fields);

  test('a press starts a take, and only a hold ends it', async () => {
    await recorder({ state: 'ready', remainingS: 5000, elapsedS: 0 });
    await page.getByRole('button', { name: 'Start recording' }).click();
    await service.until('/record/start', ({ startedAt }) => startedAt !== '');
    await recorder({ state: 'recording', elapsedS: 3754 });
    const stop = page.getByRole('button', { name: /1:02:34.*Recording, hold to stop/ });
    await stop.waitFor();
    expect(await stop.textContent()).toBe('■ 1:02:34 1:23:20 left Recording, hold to stop');
    const before = (await service.get('/record/stop')).body.startedAt;
    await stop.dblclick();
    await page.getByRole('button', { name: 'Mark' }).click();
    await service.until('/record/mark', ({ startedAt }) => startedAt !== '');
    expect((await service.get('/record/stop')).body.startedAt).toBe(before);
    await hold(page, /hold to stop/);
    await service.until('/record/stop', ({ startedAt }) => startedAt !== before);
  });

  test('what endangers a take is said in words: dropouts, a slow disk, its end, a fault', async () => {
    const warned = (words: string) =>
      page.getByRole('button', { name: new RegExp(`hold to stop.*${words}`) }).waitFor();
    await recorder({ state: 'recording', remainingS: 599 });
    await warned('9:59 left');
    await recorder({ dropouts: 2, bufferFillPercent: 63 });
    await warned('2 dropouts, slow disk 63 %, 9:59 left');
    await recorder({ fault: 'The disk is full.' });
    await warned('The disk is full., 2 dropouts');
    expect(await page.locator('.record-key').textContent()).toContain('▲ The disk is full.');
    for (const size of ['phone', 'tablet', 'screen'] as const) {
      await page.setViewportSize(sizes[size]);
      await expect.poll(() => page.evaluate(crowding)).toEqual(fits);
    }
    await page.setViewportSize(sizes.tablet);
    await recorder({ fault: '', dropouts: 0, bufferFillPercent: 0, remainingS: 5000, state: 'ready' });
  });

  test('nothing armed leads to the settings of recording; there strips are armed by a tap on their plates', async () => {
    await recorder({ state: 'off' });
    await page.getByRole('button', { name: /nothing is armed/ }).click();
    await page.getByRole('button', { name: 'Choose on the faders' }).click();
    const plate = (n: number) => page.locator(`.strip[data-path="/channel/input/${n}"] .plate`);
    await plate(2).click();
    await plate(1).click();
    const armed = (...indices: readonly number[]) => indices.map((index) => ({ kind: 'input', index }));
    await service.until('/record', (row) => JSON.stringify(row.armed) === JSON.stringify(armed(2, 1)));
    expect(await plate(1).getAttribute('aria-pressed')).toBe('true');
    expect(await plate(1).textContent()).toContain('● armed');
    expect(await plate(3).textContent()).toContain('○ not armed');
    await page.getByRole('button', { name: 'All of this bank' }).click();
    await service.until('/record', (row) => row.armed.length === 10 && row.armed[0].index === 2);
    expect(await page.evaluate(crowding)).toEqual(fits);
    await page.getByRole('button', { name: 'All of this bank' }).click();
    await service.until('/record', (row) => row.armed.length === 0);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.poll(() => plate(1).getAttribute('aria-pressed')).toBe(null);
  });

  test('nothing of this made the browser complain', () => {
    expect(opened.faults).toEqual([]);
    expect(opened.foreign).toEqual([]);
  });
});
