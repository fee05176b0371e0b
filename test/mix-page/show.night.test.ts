// The show in a real browser: scenes, patch, history, and what is absent.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { quietConfig, type Service } from '../harness/service.ts';
import { type OpenedPage, openMixPage } from './opened-page.ts';

const missing = missingBrowser();
if (missing !== undefined) process.stderr.write(`${missing}\n`);

const [box, tone] = ['virtual-32x16', '/stagebox/virtual-32x16/inputs/7'];

/** Whether the page is wider than the screen, and its targets under 44 px. */
const crowding = `(() => {
  const controls = [...document.querySelectorAll('.show button, .show select, .show input, .matrix-cell')];
  const small = controls.filter((control) => {
    const { width, height } = control.getBoundingClientRect();
    return width > 0 && (width < 43.9 || height < 43.9);
  });
  const isWide = document.documentElement.scrollWidth > innerWidth;
  return { isWide, small: small.map(({ outerHTML }) => outerHTML.slice(0, 120)) };
})()`;

async function run({ patch, until }: Service, path: string, extra: object = {}) {
  const { body } = await patch(path, { running: true, ...extra });
  return until(path, (row) => row.running === false && row.startedAt >= body.startedAt);
}

const go = (page: Page, hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);

/** Presses for as long as a held button wants. */
async function hold(page: Page, name: RegExp) {
  await page.getByRole('button', { name }).hover();
  await page.mouse.down();
  await page.waitForTimeout(900);
  await page.mouse.up();
}

describe.skipIf(missing !== undefined)('the show of the mix page', () => {
  let opened: OpenedPage;
  let service: Service;
  let page: Page;

  beforeAll(async () => {
    opened = await openMixPage('tablet', '/mix');
    ({ service, page } = opened);
    await page.getByRole('main').waitFor();
  });
  afterAll(() => opened?.close());

  test('a recall changes what its preview has said, and undo at the same place takes it back', async () => {
    const { patch, get, until } = service;
    await patch('/channel/input/1', { name: 'Maria', levelDb: -6, muted: true });
    await run(service, '/scene/store', { name: '<img src=x onerror=alert(1)>Verse' });
    await patch('/channel/input/1', { levelDb: 2.5, muted: false });
    const [{ id }] = (await get('/scenes')).body.items;
    const { changes } = await until(`/scenes/${id}/recallKeeps`, (row) => row.changes.length === 2);
    await go(page, `show/scenes/${id}`);
    const rows = page.locator('.show-detail [role="listitem"]');
    await rows.nth(1).waitFor();
    expect((await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')).sort()).toEqual([
      'Maria Level +2.5 dB → −6.0 dB at once',
      'Maria Mute open → muted at once',
    ]);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('<img src=x onerror=alert(1)>Verse');
    expect(await page.locator('img').count()).toBe(0);
    await page.getByRole('button', { name: /^Recall 01 2 changes/ }).click();
    await until('/channel/input/1', (row) => row.levelDb === -6 && row.muted === true);
    const [entry] = (await get('/history')).body.entries;
    const done = (await get(`/history/entries/${entry.id}`)).body.changes as readonly { readonly path: string }[];
    expect(done.filter(({ path }) => path !== '/scene/position')).toEqual(changes);
    await page
      .getByRole('button', { name: /Undo Scene/ })
      .first()
      .click();
    await until('/channel/input/1', (row) => row.levelDb === 2.5 && row.muted === false);
  });

  test('a fade has a button that ends it, and levels stay where they are', async () => {
    const { patch, get, until } = service;
    const [{ id }] = (await get('/scenes')).body.items;
    await patch(`/scenes/${id}`, { fadeMs: 60_000 });
    await patch('/channel/input/1', { levelDb: 10 });
    await go(page, `show/scenes/${id}`);
    await page.getByRole('button', { name: /^Recall 01 \d/ }).click();
    await page.getByRole('button', { name: /press to stop/ }).click();
    const ended = await until(`/scenes/${id}/recall`, (row) => row.running === false && row.report !== null);
    expect(ended.report.outcome).toBe('cancelled');
    await page.getByRole('button', { name: /^Recall 01 \d/ }).waitFor();
    await patch(`/scenes/${id}`, { fadeMs: 0 });
  });

  test('a scene is stored by its name, and deleted only by a held button', async () => {
    const { get, until } = service;
    await page.getByRole('textbox', { name: 'Name of a new scene' }).fill('Encore');
    await page.getByRole('button', { name: 'Store new' }).click();
    await until('/scenes', ({ items }) => items.length === 2);
    const button = page.getByRole('button', { name: /^Delete/ });
    await button.click();
    expect((await get('/scenes')).body.items).toHaveLength(2);
    await hold(page, /^Delete/);
    await until('/scenes', ({ items }) => items.length === 1);
  });

  test('a tap on a cell of the matrix makes a source heard in the main, the next one ends it', async () => {
    const { patch, until } = service;
    await patch(tone, { signal: 'sine', levelDbfs: -20 });
    await patch('/channel/main/1', { levelDb: 0 });
    await patch('/channel/input/2', { levelDb: 0, sourceId: '' });
    await go(page, 'show/patch/inputs');
    const cell = page.getByRole('gridcell', { name: `In 2, Input 7 · ${box}, ` });
    await cell.click();
    await until('/channel/input/2', (row) => row.sourceId === `${box}:in-7`);
    await until('/channel/main/1/meter', ({ postDb }) => Math.max(...postDb) > -30);
    await page.locator('[role="gridcell"][aria-selected="true"][aria-label^="In 2,"]').click();
    await until('/channel/input/2', (row) => row.sourceId === '');
    await until('/channel/main/1/meter', ({ postDb }) => Math.max(...postDb) < -100);
  });

  test('the matrix is used by keys alone', async () => {
    const { until } = service;
    await page.getByRole('gridcell', { name: `In 3, Input 3 · ${box}, ` }).focus();
    await page.getByRole('gridcell', { name: `In 3, Input 3 · ${box}, ` }).click();
    await until('/channel/input/3', (row) => row.sourceId === `${box}:in-3`);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await until('/channel/input/4', (row) => row.sourceId === `${box}:in-4`);
  });

  test('a source that is not there stands first in the list, with its reason; one that nothing hears has an action', async () => {
    const { patch, until } = service;
    await patch('/channel/input/5', { name: 'Tom', sourceId: 'stageleft:in-5' });
    const { missing: lost } = await until('/patch', (row) => row.missing.length === 1);
    const items = page.locator('.patch-list [role="listitem"]');
    await items.first().filter({ hasText: 'Tom' }).filter({ hasText: lost[0].reason }).waitFor();
    await items
      .filter({ hasText: `Input 7 · ${box}` })
      .getByRole('button')
      .click();
    await until('/channel/input/1', (row) => row.sourceId === `${box}:in-7`);
  });

  test('an entry of the history is taken back alone, and undone and redone by one press', async () => {
    const { patch, get, until } = service;
    await patch('/channel/input/6', { levelDb: -12 });
    await patch('/channel/input/7', { levelDb: -13 });
    const first = (await get('/history')).body.entries[1];
    await go(page, `show/history/${first.id}`);
    await page.getByRole('button', { name: /Take back this entry/ }).click();
    await until('/channel/input/6', (row) => row.levelDb === -144);
    expect((await get('/channel/input/7')).body.levelDb).toBe(-13);
    await page.getByRole('main').getByRole('button', { name: /^Undo/ }).click();
    await until('/channel/input/6', (row) => row.levelDb === -12);
    await page.getByRole('main').getByRole('button', { name: /^Redo/ }).click();
    await until('/channel/input/6', (row) => row.levelDb === -144);
  });

  test('what somebody else did is undone with the words of the desk and a held button', async () => {
    const { patch, until } = service;
    await patch('/channel/input/8', { levelDb: -9 }, { 'Rowdesk-Actor': 'Jo' });
    const undo = page.getByRole('main').getByRole('button', { name: /^Undo Input 8/ });
    await undo.click();
    await hold(page, /^Do it all the same/);
    await until('/channel/input/8', (row) => row.levelDb === -144);
  });

  test('no part scrolls sideways or has a target under 44 px, at three sizes', async () => {
    for (const size of ['phone', 'tablet', 'screen'] as const) {
      const other = await opened.another(size);
      for (const part of ['scenes', 'patch', 'names', 'listen', 'boxes', 'history', 'sessions', 'warnings', 'clock']) {
        await go(other, `show/${part}`);
        await other.locator('.show-tabs [aria-current="page"]').waitFor();
        await other.waitForTimeout(300);
        const found = await other.evaluate<object>(crowding);
        expect({ size, part, ...found }).toEqual({ size, part, isWide: false, small: [] });
      }
      await other.close();
    }
  });
});

test.skipIf(missing !== undefined)('a part whose provider is off has no tab', async () => {
  const off = ['scenes', 'sessions', 'history'];
  const providers = quietConfig.providers.filter((name) => !off.includes(name));
  const { page, close } = await openMixPage('tablet', '/mix#show', { config: { providers } });
  try {
    const textsOf = (nav: string) => page.locator(`.${nav} button`).allInnerTexts();
    await page.locator('.show-parts button').first().waitFor();
    await expect
      .poll(() => textsOf('show-tabs'))
      .toEqual(['‹ Faders', 'Patch', 'Tools', expect.stringMatching(/^Desk/)]);
    expect(await textsOf('show-parts')).toEqual(['Patch', 'Names', 'Stageboxes']);
    await page.locator('.show-tabs button').last().click();
    await expect
      .poll(() => textsOf('show-parts'))
      .toEqual([expect.stringMatching(/^Warnings/), 'Clock', 'Packages', 'Log', 'Version and update', 'All rows']);
  } finally {
    await close();
  }
});

test.skipIf(missing !== undefined)(
  'long lists have only some rows in the document, and the last is reached',
  async () => {
    const { service, page, close } = await openMixPage('tablet', '/mix');
    onTestFinished(close);
    await page.getByRole('main').waitFor();
    const { patch, get } = service;
    for (const field of ['pan', 'trimDb', 'levelDb']) {
      for (let n = 1; n <= 32; n++) await patch(`/channel/input/${n}`, { [field]: -3 });
    }
    await go(page, 'show/history');
    const rows = page.locator('.show-list [role="listitem"]');
    await rows.first().waitFor();
    const { entries } = (await get('/history')).body;
    expect(entries.length).toBeGreaterThan(90);
    expect(await rows.count()).toBeLessThan(50);
    // An event may still be on its way.
    await page.locator(`.show-list [aria-setsize="${entries.length}"]`).first().waitFor();
    await page.evaluate(`document.querySelector('.show-list .windowed').scrollTop = 1e6`);
    await page.locator(`.show-list [aria-posinset="${entries.length}"]`).waitFor();
  },
);
