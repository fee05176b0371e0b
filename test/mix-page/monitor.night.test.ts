// A musician's page on a phone: one mix, and nothing else.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { playBand } from './band.ts';
import { type OpenedPage, openMixPage } from './opened-page.ts';

const missing = missingBrowser();
if (missing !== undefined) process.stdout.write(`skipped: ${missing}\n`);

describe.skipIf(missing !== undefined)('the monitor page', () => {
  let opened: OpenedPage;
  const row = (name: string) => opened.page.locator('.send-row', { hasText: name });
  const slider = (name: string) => row(name).getByRole('slider');
  const sendOf = async (input: number) =>
    (await opened.service.get(`/channel/input/${input}/sends/mix/1`)).body.levelDb;

  beforeAll(async () => {
    opened = await openMixPage('phone', '/mix/monitor');
    await playBand(opened.service);
    await opened.page.getByRole('button', { name: 'Maria wedge' }).click();
    await slider('Kick').waitFor();
  });
  afterAll(() => opened?.close());

  test('the chosen mix stands in the address, and is there again without it', async () => {
    const { page } = opened;
    expect(new URL(page.url()).hash).toBe('#mix/1');
    await page.goto('about:blank');
    await page.goto(`${new URL(opened.service.url).origin}/mix/monitor`);
    await slider('Kick').waitFor();
    expect(new URL(page.url()).hash).toBe('#mix/1');
  });

  test('nothing is seen below the level of the mix', async () => {
    const { page } = opened;
    const beneath = await page.evaluate(`(() => {
      const { left, right, bottom } = document.querySelector('.volume-row').getBoundingClientRect();
      const { bottom: end } = document.querySelector('.monitor > main').getBoundingClientRect();
      const rows = [left + 1, (left + right) / 2, right - 1].map((x) => document.elementFromPoint(x, bottom - 2));
      return { gapPx: Math.round(end - bottom), isAbove: rows.every((each) => each.closest('.volume-row') !== null) };
    })()`);
    expect(beneath).toEqual({ gapPx: 0, isAbove: true });
  });

  test('keys move a send by a decibel, and the desk has what the page says', async () => {
    await slider('Bass DI').focus();
    const before = await sendOf(8);
    await opened.page.keyboard.press('ArrowUp');
    await opened.service.until('/channel/input/8/sends/mix/1', ({ levelDb }) => levelDb === before + 1);
    await expect
      .poll(() => slider('Bass DI').getAttribute('aria-valuetext'))
      .toBe(`−${Math.abs(before + 1).toFixed(1)} dB`);
  });

  test('"more me" raises what is chosen and nothing else; the groups of DCAs move together', async () => {
    const { page, service } = opened;
    const before = await Promise.all([14, 1, 2].map(sendOf));
    await page.getByRole('button', { name: 'Maria is me' }).click();
    await page.getByRole('button', { name: 'More of me' }).click();
    await service.until('/channel/input/14/sends/mix/1', ({ levelDb }) => levelDb === before[0] + 1);
    expect(await Promise.all([1, 2].map(sendOf))).toEqual(before.slice(1));
    await slider('Drums').focus();
    await page.keyboard.press('ArrowDown');
    await service.until('/channel/input/1/sends/mix/1', ({ levelDb }) => levelDb === before[1] - 1);
    await service.until('/channel/input/2/sends/mix/1', ({ levelDb }) => levelDb === before[2] - 1);
  });

  test('a locked page can not be touched', async () => {
    const { page } = opened;
    const lock = page.locator('.monitor header .hold-button');
    await lock.dispatchEvent('pointerdown', { button: 0, pointerId: 1, isPrimary: true });
    await expect.poll(() => page.locator('main[inert]').count()).toBe(1);
    const before = await sendOf(14);
    await page.getByRole('button', { name: 'More of me', includeHidden: true }).click({ force: true });
    await page.keyboard.press('ArrowUp');
    expect(await sendOf(14)).toBe(before);
    await lock.focus();
    await page.keyboard.down('Enter');
    await expect.poll(() => page.locator('main[inert]').count()).toBe(0);
    await page.keyboard.up('Enter');
  });

  test('everything is wide enough for a thumb, and nothing scrolls sideways', async () => {
    const { page, faults, foreign } = opened;
    const small = await page.locator('button:visible, [role=slider]:visible').evaluateAll((all) =>
      all
        .map((each) => [each.textContent, each.getBoundingClientRect()] as const)
        .filter(([, box]) => box.width < 44 || box.height < 44)
        .map(([text]) => text),
    );
    expect(small).toEqual([]);
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(390);
    expect({ faults, foreign }).toEqual({ faults: [], foreign: [] });
  });
});
