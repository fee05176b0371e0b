// Gains from what is played, on the mix page in a real browser; the desk listens, and its rows are the judge.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { patchThrough } from '../harness/desk.ts';
import type { Service } from '../harness/service.ts';
import { type OpenedPage, openMixPage } from './opened-page.ts';

const missing = missingBrowser();
const strip = '/channel/input/1';

describe.skipIf(missing !== undefined)('gains on the mix page', () => {
  let opened: OpenedPage;
  let service: Service;
  let page: Page;

  beforeAll(async () => {
    opened = await openMixPage('tablet', '/mix#strip/input/1/source');
    ({ service, page } = opened);
    await service.until('/console', ({ engine }) => engine === 'running');
    await patchThrough(service, 1, { signal: 'sine', frequencyHz: 1000, levelDbfs: -40 });
    await service.patch(strip, { name: 'Maria' });
  });
  afterAll(() => opened?.close());

  test('the detail of a strip leads to its gain, and the strip is chosen there', async () => {
    await page.getByRole('button', { name: 'Set gain…' }).click();
    await page.getByRole('button', { name: 'In 1 Maria' }).and(page.locator('[aria-pressed=true]')).waitFor();
    expect(await page.locator('.measure-strips [aria-pressed=true]').count()).toBe(1);
    await page.getByRole('button', { name: /^In 2 / }).click();
    await page.getByRole('button', { name: 'Listen to 2' }).waitFor();
  });

  test('listening proposes and changes nothing; it can be cancelled', async () => {
    const seconds = page.getByRole('spinbutton', { name: 'Listen for, s' });
    await seconds.fill('60');
    await seconds.blur();
    await page.getByRole('button', { name: 'Listen to 2' }).click();
    await page.getByRole('progressbar', { name: 'Listening' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await service.until('/measurement/gain', ({ running }) => running === false);
    await seconds.fill('2');
    await seconds.blur();
    await page.getByRole('button', { name: 'Listen to 2' }).click();
    const proposals = page.getByRole('region', { name: 'Proposals' }).last();
    const heard = proposals.getByRole('row', { name: /^Maria/ });
    // A sine of -40 dBFS; 90 % shall be below -18.
    await expect
      .poll(() => heard.textContent())
      .toMatch(/^Maria−4\d\.\d dB−4\d\.\d dB−4\d\.\d dB.*0\.0 dB → \+2\d\.\d dB/);
    await proposals.getByRole('row', { name: /^In 2.*It hears no source/ }).waitFor();
    expect((await service.get(`${strip}/preamp`)).body.gainDb).toBe(0);
  });

  test('gains are set by holding alone, as one step of the history', async () => {
    const before = (await service.get('/history')).body.entries.length;
    const key = page.getByRole('button', { name: /^Listen again and set/ });
    await key.hover();
    await page.mouse.down();
    await service.until('/measurement/gain', ({ running }) => running === true);
    await page.mouse.up();
    await service.until(`${strip}/preamp`, ({ gainDb }) => gainDb > 15);
    await page.getByText('Set, as one step of the history.').waitFor();
    const { entries } = (await service.get('/history')).body;
    expect(entries.length).toBe(before + 1);
    expect(entries[0].label).toBe('Gain of input/1');
  });

  test('nothing of this made the browser complain', () => {
    expect(opened.faults).toEqual([]);
    expect(opened.foreign).toEqual([]);
  });
});
