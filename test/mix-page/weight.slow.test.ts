// What the mix page loads, and when.
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { groups } from '../../providers/mix/page/show/parts.ts';
import { missingBrowser } from '../docs/browser.ts';
import { root } from '../harness/service.ts';
import { type OpenedPage, openMixPage } from './opened-page.ts';
import { limits, weightOf } from './weight.ts';

const inBrowser = test.skipIf(missingBrowser() !== undefined);
vi.setConfig({ testTimeout: 120_000 });

test('the page is light: what /mix loads at first, and all of it', () => {
  const { firstKb, allKb } = weightOf(root);
  expect(firstKb).toBeGreaterThan(20);
  expect(firstKb).toBeLessThan(limits.first);
  expect(allKb).toBeGreaterThan(firstKb);
  expect(allKb).toBeLessThan(limits.all);
});

/** The moments without work come when a test runs them: `rest()` in the page. */
const idleByHand = `(() => {
  const waiting = [];
  window.requestIdleCallback = (call) => waiting.push(call);
  window.rest = async () => {
    for (let quiet = 0; quiet < 20; ) {
      const call = waiting.shift();
      quiet = call === undefined ? quiet + 1 : 0;
      call?.();
      await new Promise((next) => setTimeout(next, 50));
    }
  };
})()`;

const loaded = async (page: Page) =>
  (
    (await page.evaluate(
      'performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /\\/mix\\/.*[.](js|css)$/.test(name))',
    )) as readonly string[]
  ).map((url) => url.split('/').at(-1) as string);

const go = (page: Page, hash: string) => page.evaluate(`void (location.hash = '${hash}')`);

/** The page at its first paint, and what it loaded for it. */
async function firstPaint(): Promise<OpenedPage> {
  const opened = await openMixPage('phone', '/mix#keys');
  onTestFinished(opened.close);
  const { page } = opened;
  await page.addInitScript(idleByHand);
  await page.evaluate(`location.hash = 'bank/input/1'`);
  await page.reload();
  await page.getByRole('slider', { name: /level/i }).first().waitFor();
  const { first } = weightOf(root);
  expect([...new Set(await loaded(page))].sort()).toEqual(first.filter((file) => file !== 'index.html').sort());
  return opened;
}

inBrowser(
  'another view is loaded when it is opened before the page rested, and says so when it can not be',
  async () => {
    const { page, faults } = await firstPaint();
    await go(page, 'show/scenes');
    await page.getByRole('heading', { name: 'Scenes' }).waitFor();
    expect((await loaded(page)).filter((file) => file.startsWith('show-'))).toHaveLength(1);
    expect(await page.evaluate('getComputedStyle(document.querySelector("main.show")).display')).toBe('flex');
    expect(faults).toEqual([]);

    await page.route(/\/mix\/detail-/, (route) => route.abort());
    await go(page, 'strip/input/1');
    await page.getByRole('alert').filter({ hasText: 'This view could not be loaded' }).waitFor();
    await page.unroute(/\/mix\/detail-/);
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await page.locator('main.detail').waitFor();
    expect(new URL(page.url()).hash).toBe('#strip/input/1');
  },
);

const views = ['strip/input/1', ...groups.flatMap(({ parts }) => parts.map(({ id }) => `show/${id}`))];

inBrowser(
  'a view that was never opened opens while the desk is away: it was loaded while the page rested',
  async () => {
    const { page, service } = await firstPaint();
    const { all } = weightOf(root);
    const isOfMix = (file: string) => file.endsWith('.js') && !file.startsWith('musician');
    // One view is asked for after the other has come, which takes longer than a rest on a busy machine.
    const missing = async () => {
      await page.evaluate('rest()');
      const loadedNow = new Set(await loaded(page));
      return all.filter(isOfMix).filter((file) => !loadedNow.has(file));
    };
    await expect.poll(missing).toEqual([]);
    await service.kill();
    await page.locator('.lost-bar').waitFor();
    for (const view of views) {
      await go(page, view);
      await page
        .locator(view.startsWith('show') ? 'main.show [aria-current="page"]' : 'main.detail')
        .first()
        .waitFor();
      expect({ view, busy: await page.locator('.empty[aria-busy], .empty [role="alert"]').count() }).toEqual({
        view,
        busy: 0,
      });
    }
  },
);

inBrowser('the tabs of a phone stand still while the desk has not answered', async () => {
  const opened = await openMixPage('phone', '/mix#keys');
  onTestFinished(opened.close);
  const { page } = opened;
  const tabs = () =>
    page.locator('.tabs > *').evaluateAll((all) => all.map((tab) => [tab.textContent, tab.getBoundingClientRect().x]));
  await page.locator('.tabs .tab:enabled').nth(1).waitFor();
  const answered = await tabs();
  await page.route(/\/api/, () => {});
  await page.reload();
  await page.locator('.tabs .tab').first().waitFor();
  expect(await tabs()).toEqual(answered);
});
