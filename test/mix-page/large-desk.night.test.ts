// A desk of 239 inputs on a tablet: what is shown and watched is a bank, whatever the size of the desk.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { type OpenedPage, openMixPage, pageProviders, sizes } from './opened-page.ts';

const missing = missingBrowser();
if (missing !== undefined) process.stdout.write(`skipped: ${missing}\n`);

const one = { aux: 1, fxReturn: 1, matrix: 1, main: 1, cue: 1, fxSend: 1, dca: 1, muteGroup: 1, mixMinus: 1 };
const layout = { ...one, input: 239, mix: 8 };
const providers = pageProviders.map((name) => (name === 'console' ? { name, config: { layout } } : name));
/** A bank, its neighbour and the main. */
const mostStrips = 24;

describe.skipIf(missing !== undefined)('a desk of 239 inputs', () => {
  let opened: OpenedPage;
  /** Addresses that the page asks to follow. */
  let targets: readonly string[] = [];

  beforeAll(async () => {
    opened = await openMixPage('tablet', '/mix', { config: { providers } });
    opened.page.on('request', (request) => {
      const { targets: asked } = (request.postDataJSON() as { targets?: readonly string[] } | null) ?? {};
      if (request.url().endsWith('/demand') && asked !== undefined) targets = asked;
    });
    await opened.page.locator('.strip').first().waitFor();
  });
  afterAll(() => opened?.close());

  test('its last bank is reached by keys, with the strips of a bank in the document and their rows followed', async () => {
    const { page, faults } = opened;
    await page.getByRole('slider', { name: /^input 1, level/ }).focus();
    for (let turns = 0; turns < 60 && !page.url().endsWith('/231'); turns++) {
      const before = page.url();
      await page.keyboard.press(']');
      await expect.poll(() => page.url()).not.toBe(before);
    }
    await page.getByRole('slider', { name: /^input 239, level/ }).waitFor();
    expect(await page.locator('.strip').count()).toBeLessThanOrEqual(mostStrips);
    await expect.poll(() => targets.includes('/channel/input/239')).toBe(true);
    // Banks that were left are followed for a second longer.
    const followed = () => targets.filter((path) => /^\/channel\/input\/\d+$/.test(path)).length;
    await expect.poll(followed).toBeLessThanOrEqual(mostStrips);
    expect(targets).not.toContain('/channel/input/*');
    expect(faults).toEqual([]);
  });

  test('on a 4K screen a bank comes in turns, some strips in each frame, and its meters after them on the same canvases', async () => {
    const { page } = opened;
    await page.setViewportSize({ width: 3840, height: 2160 });
    await page.evaluate(`void (location.hash = 'bank/input/77')`);
    await expect.poll(() => page.locator('.bank-strips .strip').count()).toBeGreaterThanOrEqual(64);
    const metered = page.locator('.bank > .meter-layer canvas:not([hidden])');
    await expect.poll(() => metered.count()).toBe(3);
    await page.evaluate(`{
      window.sized = 0;
      const { get, set } = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'width');
      const counted = function (width) {
        window.sized++;
        set.call(this, width);
      };
      Object.defineProperty(HTMLCanvasElement.prototype, 'width', { get, set: counted, configurable: true });
      window.addedInFrames = [];
      let added = 0;
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const { className } of addedNodes) if (/^strip/.test(className)) added++;
      }).observe(document.querySelector('.bank-strips'), { childList: true });
      const look = () => {
        window.addedInFrames.push(added);
        added = 0;
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }`);
    await page.keyboard.press('[');
    await page.locator('.strip[data-path="/channel/input/1"]').waitFor();
    await expect.poll(() => page.locator('.bank-strips .strip').count()).toBeGreaterThanOrEqual(64);
    const inFrames = await page.evaluate<readonly number[]>('window.addedInFrames');
    expect(Math.max(...inFrames)).toBeLessThanOrEqual(8);
    // A new canvas of this size costs a frame.
    await expect.poll(() => metered.count()).toBe(3);
    expect(await page.evaluate('window.sized')).toBe(0);
    await page.setViewportSize(sizes.tablet);
  });

  test('its patch is a matrix of what is in sight', async () => {
    const { page, service } = opened;
    await page.goto('about:blank');
    await page.goto(`${new URL(service.url).origin}/mix#show/patch`);
    await page.locator('.matrix-cell').first().waitFor();
    expect(await page.locator('*').count()).toBeLessThan(3_000);
  });
});
