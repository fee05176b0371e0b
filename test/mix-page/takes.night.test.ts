// Takes in a real browser: the list, words, waveforms, jobs, deleting.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import type { Service } from '../harness/service.ts';
import { type OpenedPage, openMixPage, sizes } from './opened-page.ts';
import { withRecorderDouble } from './recorder-double.ts';
import { writeTakes } from './written-takes.ts';

const missing = missingBrowser();
const first = '20260801-181500';

const crowding = `(() => {
  const controls = [...document.querySelectorAll('.show button, .show input, .show select, .show summary')];
  const small = controls.filter((control) => {
    const { left, right, width, height } = control.getBoundingClientRect();
    return width > 0 && (width < 43.9 || height < 43.9 || left < 0 || right > innerWidth + 0.5);
  });
  return { isWide: document.documentElement.scrollWidth > innerWidth, small: small.map((each) => each.outerHTML) };
})()`;
const fits = { isWide: false, small: [] };

/** How many pixels of the canvas have the colour of a token. */
const painted = (token: string) => `(() => {
  const canvas = document.querySelector('.waves canvas');
  const hex = getComputedStyle(document.documentElement).getPropertyValue('--${token}').match(/[0-9a-f]{2}/g);
  const [r, g, b] = hex.map((each) => parseInt(each, 16));
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  for (let n = 0; n < data.length; n += 4) if (data[n] === r && data[n + 1] === g && data[n + 2] === b) count++;
  return count;
})()`;

async function hold(page: Page, name: RegExp) {
  await page.getByRole('button', { name }).hover();
  await page.mouse.down();
  await page.waitForTimeout(900);
  await page.mouse.up();
}

describe.skipIf(missing !== undefined)('takes on the mix page', () => {
  let opened: OpenedPage;
  let service: Service;
  let page: Page;

  beforeAll(async () => {
    const options = withRecorderDouble();
    writeTakes(options.state);
    opened = await openMixPage('tablet', '/mix#show/takes', options);
    ({ service, page } = opened);
  });
  afterAll(() => opened?.close());

  test('the newest take is the first of the list, with its length, its tracks, its size and what it lacks', async () => {
    await page.getByRole('listitem').nth(2).waitFor();
    const words = (await page.getByRole('listitem').allTextContents()).map((text) => text.replace(/^.*?20/, ''));
    expect(words.map((text) => /\d:\d\d\d tracks · [\d.]+ MB(▲ recovered)?$/.exec(text)?.[0])).toEqual([
      expect.stringMatching(/1:304 tracks/),
      expect.stringMatching(/3:004 tracks/),
      expect.stringMatching(/0:304 tracks · .* MB▲ recovered/),
    ]);
  });

  test('a take is renamed and kept in its place, and a kept one is not deleted', async () => {
    await page.getByRole('button', { name: /^Friday, second set/ }).click();
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Encore <b>');
    await name.press('Enter');
    await service.until('/takes/20260801-201500', (row) => row.name === 'Encore <b>');
    await page.getByRole('heading', { level: 1, name: 'Encore <b>' }).waitFor();
    await page.getByRole('textbox', { name: 'Notes' }).fill('Maria was early');
    await page.getByRole('textbox', { name: 'Notes' }).blur();
    await service.until('/takes/20260801-201500', (row) => row.notes === 'Maria was early');
    await page.getByRole('switch', { name: /^Keep/ }).click();
    await service.until('/takes/20260801-201500', (row) => row.keep === true);
    expect(await page.getByRole('button', { name: /^Kept/ }).isDisabled()).toBe(true);
  });

  test('only holding the key deletes a take', async () => {
    await page.getByRole('button', { name: /^Rehearsal/ }).click();
    await page.getByRole('button', { name: /^Delete/ }).click();
    expect((await service.get('/takes')).body.takes).toHaveLength(3);
    await hold(page, /^Delete/);
    await service.until('/takes', ({ takes }) => takes.length === 2);
    expect(existsSync(join(service.state, 'recordings/takes/20260731-190000'))).toBe(false);
    await expect.poll(() => page.getByRole('listitem').count()).toBe(2);
  });

  test('waveforms are drawn at every zoom; markers, gaps and dropouts are drawn, and stand there in words', async () => {
    await page.getByRole('button', { name: /^Friday, first set/ }).click();
    await expect.poll(() => page.evaluate(painted('meter'))).toBeGreaterThan(5000);
    expect(await page.evaluate(painted('danger'))).toBeGreaterThan(20);
    expect(await page.evaluate(painted('accent'))).toBeGreaterThan(30);
    const positions = page.getByRole('list', { name: 'Markers and dropouts' }).getByRole('listitem');
    expect(await positions.allTextContents()).toEqual([
      '⚑ 0:30 Chorus',
      '⚑ 1:30 Marker 2',
      '▧ part 2 begins 4.0 s later',
      '▲ 1:01 dropout of 240 ms the disk was too slow',
    ]);
    for (let times = 0; times < 8; times++) await page.getByRole('button', { name: 'Show less' }).click();
    const range = page.locator('.waves-range');
    expect(await range.textContent()).toBe('1:29 – 1:30');
    await expect.poll(() => page.evaluate(painted('meter'))).toBeGreaterThan(2000);
    await page.locator('.waves-box').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'All' }).click();
    expect(await range.textContent()).toBe('0:00 – 3:00');
  });

  test('an export has the choices of OPTIONS, and says how it ended', async () => {
    await page.getByText('Export', { exact: true }).first().click();
    const form = page.locator('.record-job').first();
    await form.getByRole('combobox', { name: 'File format' }).selectOption('wav');
    const contract = (await fetch(`${service.url}/takes/${first}/export`, { method: 'OPTIONS' }).then((answer) =>
      answer.json(),
    )) as { fields: Record<string, { enum?: readonly unknown[] }> };
    const rates = await form.getByRole('combobox', { name: 'Sample rate' }).getByRole('option').allTextContents();
    expect(rates).toEqual(
      (contract.fields.rate?.enum ?? []).map((rate) => (rate === 0 ? 'as recorded' : `${rate} Hz`)),
    );
    await form.getByRole('button', { name: '2 Snare' }).click();
    const before = (await service.get(`/takes/${first}/export`)).body.startedAt;
    await form.getByRole('button', { name: 'Export' }).click();
    // The files of this take are no sound: the job says so.
    await service.until(`/takes/${first}/export`, (row) => row.startedAt !== before && row.running === false);
    await expect.poll(() => form.getByRole('status').textContent()).not.toBe('');
  });

  test.each(['phone', 'tablet', 'screen'] as const)('nothing is too small or too wide on a %s', async (size) => {
    await page.setViewportSize(sizes[size]);
    for (const view of ['show/takes', `show/takes/${first}`, 'show/record']) {
      await page.evaluate(`location.hash = ${JSON.stringify(view)}`);
      await page.locator('.show-panel >> visible=true').first().waitFor();
      await expect.poll(() => page.evaluate(crowding)).toEqual(fits);
    }
  });

  test('nothing of this made the browser complain, but of the refusal', () => {
    expect(opened.faults.filter((fault) => !/40[0-9]|42[0-9]/.test(fault))).toEqual([]);
    expect(opened.foreign).toEqual([]);
  });
});
