// The frame of the mix page: its three sizes, banks, sends on fader, panic, and a desk that goes and comes back.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { quietConfig, type Service, type ServiceOptions, startService } from '../harness/service.ts';
import { type OpenedPage, openMixPage, openPageOf, sizes, startPageDesk } from './opened-page.ts';

const reason = missingBrowser();
const inBrowser = test.skipIf(reason !== undefined);
if (reason !== undefined) console.warn(reason);

/** For all tests that neither end it nor want another one. */
let desk: Service;
beforeAll(async () => {
  if (reason === undefined) desk = await startPageDesk();
});
afterAll(async () => await desk?.stop());

let opened: OpenedPage | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

/** Returns once `shown` is there. */
async function open(
  size: keyof typeof sizes,
  path = '/mix',
  options?: ServiceOptions,
  shown = '.bank-strips .meter-slot',
) {
  opened = options === undefined ? await openPageOf(desk, size, path) : await openMixPage(size, path, options);
  await opened.page.locator(shown).first().waitFor({ state: 'attached' });
  return opened;
}

/** Width of what is there against the window's, and targets of less than 44 px; what is out of sight is no target. */
const measured = (page: Page): Promise<object> =>
  page.evaluate(`(() => {
    const targets = 'button, input, select, a[href], [role="slider"], [role="button"], summary';
    const small = [...document.querySelectorAll(targets)].flatMap((target) => {
      const { width, height: own } = target.getBoundingClientRect();
      // A target may reach above its picture.
      const { position, top } = getComputedStyle(target, '::before');
      const height = own + (position === 'absolute' && parseFloat(top) < 0 ? -parseFloat(top) : 0);
      const isSeen = target.checkVisibility({ visibilityProperty: true }) && !target.matches('.skip, .out-of-sight *');
      return isSeen && (width < 43.9 || height < 43.9) ? [target.outerHTML.slice(0, 120) + width + 'x' + height] : [];
    });
    // The buses of a phone are one row, which a finger moves.
    const sideways = [...document.querySelectorAll('*:not([data-kind="phone"] .faders-keys)')].filter((each) =>
      ['auto', 'scroll'].includes(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth + 1);
    return {
      small,
      sideways: sideways.map(({ className }) => className),
      isWider: document.documentElement.scrollWidth > innerWidth,
    };
  })()`);

/** A desk, a browser, and what waits for both on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

const go = (page: Page, hash: string) => page.evaluate(`void (location.hash = '${hash}')`);

const fits = { small: [], sideways: [], isWider: false };
const views = ['#bank/input/1', '#menu', '#settings', '#keys'];

inBrowser.each(Object.keys(sizes) as (keyof typeof sizes)[])(
  'a %s has no sideways scrolling and no target under 44 px, in each view of the frame',
  async (size) => {
    const { page, service, faults, foreign } = await open(size);
    await service.patch('/console', { name: 'Grand hall of the state opera and its orchestra, stage left' });
    await service.patch('/scene/store', { running: true, name: 'A scene with a name that has no end at all' });
    for (const view of views) {
      await go(page, view);
      await page.locator('main').first().waitFor();
      expect({ view, ...(await measured(page)) }).toEqual({ view, ...fits });
    }
    await go(page, '#bank/input/1');
    await service.patch('/safety/panic', { scope: 'all' });
    await page.locator('.panic-bar').waitFor();
    expect(await measured(page)).toEqual(fits);
    await service.patch('/safety/panic', { scope: null });
    expect({ faults, foreign }).toEqual({ faults: [], foreign: [] });
  },
);

const shownStrips = (page: Page) =>
  page.locator('.bank-strips .meter-slot').evaluateAll((slots) => slots.map((slot) => slot.dataset.strip));

inBrowser('text of twice the size has fewer strips, and no sideways scrolling', async () => {
  const { page } = await open('tablet');
  await expect.poll(() => shownStrips(page)).toHaveLength(10);
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  await expect.poll(async () => (await shownStrips(page)).length).toBeLessThan(10);
  expect(await measured(page)).toMatchObject({ sideways: [], isWider: false });
});

inBrowser('a custom bank is made by keyboard, and is there after the page is loaded again', async () => {
  const { page } = await open('tablet', '/mix#settings', undefined, '.panel');
  await page.getByRole('button', { name: 'New bank' }).press('Enter');
  // All strips are there before one is chosen: none moves under the key.
  await page.locator('.edited-strips button').nth(31).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Band 👩🏽‍🎤 <b>');
  await page
    .getByRole('button', { name: 'In 3', exact: true })
    .or(page.locator('.edited-strips button').nth(2))
    .first()
    .press('Enter');
  await page.locator('.edited-strips button').nth(0).press('Enter');
  await page.reload();
  await go(page, '#bank/own-1/1');
  await expect.poll(() => shownStrips(page)).toEqual(['/channel/input/3', '/channel/input/1']);
  expect(await page.getByRole('button', { name: '★ Band 👩🏽‍🎤 <b>' }).getAttribute('aria-current')).toBe('true');
});

inBrowser('faders that set sends write the send, not the level', async () => {
  const { page, service } = await open('tablet');
  await service.patch('/channel/input/1', { levelDb: -20 });
  await service.patch('/channel/mix/1', { name: 'Maria wedge' });
  await page.locator('.faders-bus').first().click();
  await page.getByText('Sends to Mix 1 · Maria wedge').waitFor();
  await page.getByText('after the channel fader').waitFor();
  expect(await page.locator('.bank-main .meter-slot').getAttribute('data-strip')).toBe('/channel/mix/1');
  await page.locator('.bank-strips [role="slider"][aria-orientation="vertical"]').first().focus();
  await page.keyboard.press('End');
  await service.until('/channel/input/1/sends/mix/1', ({ levelDb }) => levelDb === 0);
  expect((await service.get('/channel/input/1')).body.levelDb).toBe(-20);
  await service.patch('/channel/input/1/sends/mix/1', { tapPoint: 'Pre-Fader' });
  await page.getByText('some before and some after').waitFor();
  await page.getByRole('button', { name: 'Back to main' }).click();
  expect(await page.locator('.bank-main .meter-slot').getAttribute('data-strip')).toBe('/channel/main/1');
});

const loudest = async (service: Service): Promise<number> =>
  Math.max(...(await service.get('/channel/main/1/meter')).body.postDb);

inBrowser('panic is held, silences the main, and is released by the same hold', async () => {
  const { page, service } = await open('tablet');
  await service.patch('/stagebox/virtual-32x16/inputs/1', { signal: 'sine', levelDbfs: -12 });
  await service.patch('/channel/input/1', { sourceId: 'virtual-32x16:in-1', levelDb: 0 });
  await service.patch('/channel/main/1', { levelDb: 0 });
  await expect.poll(() => loudest(service)).toBeGreaterThan(-40);
  const panic = page.locator('.panic');
  await panic.click();
  expect((await service.get('/safety/panic')).body.scope).toBeNull();

  await panic.hover();
  await page.mouse.down();
  await service.until('/safety/panic', ({ scope }) => scope === 'all');
  await page.mouse.up();
  await expect.poll(() => loudest(service)).toBeLessThan(-100);
  const release = page.locator('.panic-bar').getByRole('button', { name: 'Hold to release panic' });
  const [cause, remedy] = [await panic.boundingBox(), await release.boundingBox()];
  expect((remedy?.width ?? 0) * (remedy?.height ?? 0)).toBeGreaterThanOrEqual(
    (cause?.width ?? 0) * (cause?.height ?? 0),
  );

  await release.focus();
  await page.keyboard.down('Enter');
  await service.until('/safety/panic', ({ scope }) => scope === null);
  await page.keyboard.up('Enter');
  await expect.poll(() => loudest(service)).toBeGreaterThan(-40);

  await page.keyboard.down('Control');
  await page.keyboard.down('Shift');
  await page.keyboard.down('x');
  await service.until('/safety/panic', ({ scope }) => scope === 'all');
  for (const key of ['x', 'Shift', 'Control']) await page.keyboard.up(key);
  await service.patch('/safety/panic', { scope: null });
});

inBrowser('a desk with half of its providers switched off has no control without a row', async () => {
  const off = ['cue', 'talkback', 'safety', 'history', 'scenes', 'sessions', 'warnings', 'telemetry', 'patch'];
  const providers = quietConfig.providers.filter((name) => !off.includes(name));
  const { page, faults } = await open('screen', '/mix', { config: { providers } });
  expect(await page.locator('.panic, .top-undo, .top-warnings, .top-solo, .talk, .scene, .scene-go').count()).toBe(0);
  expect(await page.locator('.top-bar button:disabled, .mute-groups button:disabled').count()).toBe(0);
  expect(faults.filter((fault) => !fault.includes('404') && !fault.includes('422'))).toEqual([]);
});

inBrowser('after a restart of the desk the page is right again without being loaded', async () => {
  const { page, service } = await open('tablet', '/mix', {});
  await service.patch('/channel/input/1', { name: 'Kick' });
  await page.getByText('Kick').first().waitFor();
  await page.evaluate(`window.mark = 'same page'`);
  await service.kill();
  await page.locator('.lost-bar').waitFor();
  expect(await page.locator('.panic').isDisabled()).toBe(true);
  const { port } = new URL(service.url);
  const again = await startService({ strips: 'all', state: service.state, port: Number(port) });
  try {
    await page.locator('.lost-bar').waitFor({ state: 'detached', timeout: 60_000 });
    await again.patch('/channel/input/1', { name: 'Snare' });
    await page.getByText('Snare').first().waitFor();
    expect(await page.locator('.panic').isDisabled()).toBe(false);
    expect(await page.evaluate('window.mark')).toBe('same page');
  } finally {
    await again.stop();
  }
});

inBrowser('theme and language are those of the device, and stay', async () => {
  const { page } = await open('phone');
  await go(page, '#settings');
  await page.getByRole('button', { name: 'Light' }).click();
  await page
    .getByRole('button', { name: 'Deutsch' })
    .or(page.getByRole('button', { name: 'German' }))
    .click();
  await page.reload();
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('light');
});
