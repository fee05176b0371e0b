// What the mix page loads, and when.
import { expect, onTestFinished, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { root } from '../harness/service.ts';
import { openMixPage } from './opened-page.ts';
import { limits, weightOf } from './weight.ts';

test('the page is light: what /mix loads at first, and all of it', () => {
  const { firstKb, allKb } = weightOf(root);
  expect(firstKb).toBeGreaterThan(20);
  expect(firstKb).toBeLessThan(limits.first);
  expect(allKb).toBeGreaterThan(firstKb);
  expect(allKb).toBeLessThan(limits.all);
});

test.skipIf(missingBrowser() !== undefined)(
  'another view is loaded with its styles and texts when it is opened, and says so when it can not be',
  async () => {
    const opened = await openMixPage('tablet');
    onTestFinished(opened.close);
    const { page, faults } = opened;
    const loaded = async () =>
      (
        (await page.evaluate(
          'performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /\\/mix\\/.*[.](js|css)$/.test(name))',
        )) as readonly string[]
      ).map((url) => url.split('/').at(-1) as string);
    const slider = page.getByRole('slider', { name: /level/i }).first();
    await slider.waitFor();
    const { first } = weightOf(root);
    expect([...new Set(await loaded())].sort()).toEqual(first.filter((file) => file !== 'index.html').sort());
    await page.evaluate('location.hash = "show/scenes"');
    await page.getByRole('heading', { name: 'Scenes' }).waitFor();
    expect((await loaded()).filter((file) => file.startsWith('show-'))).toHaveLength(1);
    expect(await page.evaluate('getComputedStyle(document.querySelector("main.show")).display')).toBe('flex');
    expect(faults).toEqual([]);

    await page.route(/\/mix\/detail-/, (route) => route.abort());
    await page.evaluate('location.hash = "strip/input/1"');
    await page.getByRole('alert').filter({ hasText: 'This view could not be loaded' }).waitFor();
    await page.unroute(/\/mix\/detail-/);
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await page.getByRole('slider', { name: /level/i }).first().waitFor();
    expect(new URL(page.url()).hash).toBe('#strip/input/1');
  },
);
