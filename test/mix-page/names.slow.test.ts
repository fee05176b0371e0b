// Names and colours of strips, typed and pasted in a real Chromium; after each step the desk says what it has.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { type OpenedPage, openMixPage, sizes } from './opened-page.ts';

const missing = missingBrowser();
if (missing !== undefined) console.warn(missing);

describe.skipIf(missing !== undefined)('names and colours', () => {
  let opened: OpenedPage;
  const row = async (path: string) => (await opened.service.get(`/channel/${path}`)).body;
  const has = (path: string, fields: object) => expect.poll(() => row(path)).toMatchObject(fields);
  const go = (page: Page, hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  const nameOf = (page: Page, path: string) => page.locator(`[data-name-of="/channel/${path}"]`);

  beforeAll(async () => {
    opened = await openMixPage('tablet');
    await opened.page.getByRole('slider', { name: /level/i }).first().waitFor();
  });
  afterAll(() => opened?.close());

  test('a plate is named with two taps, and Enter goes on to the next strip', async () => {
    const { page } = opened;
    const plate = page.locator('.strip[data-path="/channel/input/3"] .plate');
    await plate.click();
    await plate.click();
    await nameOf(page, 'input/3').waitFor();
    await page.keyboard.type('Kick');
    await page.keyboard.press('Enter');
    await has('input/3', { name: 'Kick' });
    await nameOf(page, 'input/4').waitFor();
    await page.keyboard.type('Snare');
    await page.getByRole('button', { name: 'Red', exact: true }).click();
    await has('input/4', { name: 'Snare', colour: 'red' });
    await page.keyboard.press('Escape');
  });

  test.each(Object.keys(sizes) as (keyof typeof sizes)[])(
    'sixteen names are typed one after another, %s',
    async (size) => {
      const page = await opened.another(size);
      await go(page, 'show/names/input');
      await nameOf(page, 'input/1').click();
      for (let n = 1; n <= 16; n++) {
        await page.keyboard.press('Control+A');
        await page.keyboard.type(`${size} ${n}`);
        await page.keyboard.press('Enter');
      }
      for (const n of [1, 9, 16]) await has(`input/${n}`, { name: `${size} ${n}` });
      await page.close();
    },
  );

  test('a column of a spreadsheet is pasted as one step of the history', async () => {
    const { page, service } = opened;
    await go(page, 'show/names/dca');
    const first = nameOf(page, 'dca/1');
    await first.waitFor();
    const before = (await row('dca/1')).name;
    // An expression in the page, whose types are not those of Node.
    await page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'Drums\\tred\\r\\nBand\\tblue\\r\\nVocals\\n');
      document.querySelector('[data-name-of="/channel/dca/1"]')
        .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }`);
    await has('dca/1', { name: 'Drums', colour: 'red' });
    await has('dca/2', { name: 'Band', colour: 'blue' });
    await has('dca/3', { name: 'Vocals' });
    await service.patch('/history/cursor/undo', { running: true, override: true });
    await has('dca/1', { name: before });
    await has('dca/3', { name: '' });
  });

  test('a mute group has a name and a colour of its own, and an input is linked in the list', async () => {
    const { page } = opened;
    await go(page, 'show/names/muteGroup');
    await nameOf(page, 'muteGroup/1').fill('Band');
    await page.keyboard.press('Enter');
    await page.getByLabel('Colour: Mute group 1').selectOption('green');
    await has('muteGroup/1', { name: 'Band', colour: 'green' });
    await go(page, 'show/names/input');
    await page
      .locator('.named', { has: nameOf(page, 'input/5') })
      .getByRole('switch', { name: 'Stereo link' })
      .click();
    await has('input/5', { stereoLink: true });
    expect(opened.faults).toEqual([]);
  });
});
