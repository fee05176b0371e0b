// What a hand has done meanwhile stands, when the desk answers late.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { type OpenedPage, openMixPage } from './opened-page.ts';

const missing = missingBrowser();
if (missing !== undefined) process.stdout.write(`skipped: ${missing}\n`);

describe.skipIf(missing !== undefined)('answers that come late', () => {
  let opened: OpenedPage;
  const go = (hash: string) => opened.page.evaluate(`void (location.hash = '${hash}')`);

  /** Writes to a row wait until the returned function lets them go. */
  async function heldUp(path: string): Promise<{ asked: Promise<void>; letGo(): void }> {
    let letGo = () => {};
    const gone = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let note = () => {};
    const asked = new Promise<void>((resolve) => {
      note = resolve;
    });
    await opened.page.route(`**/api${path}`, async (route) => {
      if (route.request().method() === 'PATCH') {
        note();
        await gone;
      }
      await route.continue();
    });
    return { asked, letGo };
  }

  beforeAll(async () => {
    opened = await openMixPage('screen');
    await opened.page.locator('.strip .meter-slot').first().waitFor({ state: 'attached' });
  }, 120_000);
  afterAll(() => opened?.close());

  test('a scene that is stored leads to its notes, and not the hand that has gone back to the faders', async () => {
    const { page, service } = opened;
    const store = async (name: string) => {
      await go('show/scenes');
      await page.getByRole('textbox', { name: 'Name of a new scene' }).fill(name);
      await page.getByRole('button', { name: 'Store new' }).click();
    };
    await store('Opener');
    await page.waitForURL(/#show\/scenes\/.+\/edit$/);
    const { asked, letGo } = await heldUp('/scene/store');
    await store('Ballad');
    await asked;
    await go('bank/input/1');
    letGo();
    await service.until('/scenes', ({ items }) => items.length === 2);
    await expect.poll(async () => (await service.get('/scene/store')).body.running).toBe(false);
    await page.locator('.scene-name').filter({ hasText: 'Ballad' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#bank/input/1');
  });

  test('keys of a list pressed while the first one waits for its answer are all in the list', async () => {
    const { page, service } = opened;
    await go('show/listen');
    const talkback = page.getByRole('region', { name: 'Talkback 1' });
    const key = (mix: number) =>
      talkback.locator('.record-kind button', {
        has: page.locator('small', { hasText: new RegExp(`^\\s*Mix ${mix}$`) }),
      });
    await key(1).waitFor();
    const { asked, letGo } = await heldUp('/talkback/1');
    await key(1).click();
    await asked;
    // Longer than a fader that was let go shows what was written.
    await page.waitForTimeout(1200);
    await key(2).click();
    letGo();
    await service.until('/talkback/1', ({ destinations }) => destinations.length > 0);
    await expect
      .poll(async () => (await service.get('/talkback/1')).body.destinations)
      .toEqual([1, 2].map((index) => ({ kind: 'mix', index })));
  });

  test('faders that set sends ask for the sends that there are: a DCA beside them keeps its own level', async () => {
    const { page, service, faults } = opened;
    await go('bank/input/1');
    await page.locator('.bank-dcas .strip').first().waitFor();
    const demanded: string[] = [];
    page.on('request', (request) => {
      const { targets = [] } = (request.postDataJSON() as { targets?: readonly string[] } | null) ?? {};
      demanded.push(...targets);
    });
    await page.locator('.faders-bus').first().click();
    await page.locator('.fader.of-send').nth(8).waitFor();
    expect(demanded.filter((target) => /^\/channel\/dca\/.*sends/.test(target))).toEqual([]);
    const fader = page.locator('.bank-dcas .strip').first().getByRole('slider', { name: /level/ });
    await fader.focus();
    await page.keyboard.press('End');
    await service.until('/channel/dca/1', ({ levelDb }) => levelDb === 0);
    expect(await page.locator('.bank-dcas .fader.of-send').count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
