// The virtual soundcheck in a real browser: a take is chosen, engaged, played and ejected.
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
  const controls = [...document.querySelectorAll('.show button, .show input, .show select, .notice button')];
  const small = controls.filter((control) => {
    const { left, right, width, height } = control.getBoundingClientRect();
    return width > 0 && (width < 43.9 || height < 43.9 || left < 0 || right > innerWidth + 0.5);
  });
  return { isWide: document.documentElement.scrollWidth > innerWidth, small: small.map((each) => each.outerHTML) };
})()`;

async function hold(page: Page, name: RegExp) {
  await page.getByRole('button', { name }).last().hover();
  await page.mouse.down();
  await page.waitForTimeout(900);
  await page.mouse.up();
}

describe.skipIf(missing !== undefined)('the soundcheck on the mix page', () => {
  let opened: OpenedPage;
  let service: Service;
  let page: Page;

  beforeAll(async () => {
    const options = withRecorderDouble();
    writeTakes(options.state);
    opened = await openMixPage('tablet', '/mix#show/soundcheck', options);
    ({ service, page } = opened);
    await service.patch('/playerDouble', { lengthS: 180 });
  });
  afterAll(() => opened?.close());

  test('a take is chosen, and engaged by holding alone; a bar then says so on every view', async () => {
    await page.getByRole('combobox', { name: 'Take' }).selectOption({ label: 'Friday, first set' });
    await service.until('/vsc', ({ takeId }) => takeId === first);
    await page.getByRole('button', { name: /^Engage/ }).click();
    expect((await service.get('/vsc')).body.engaged).toBe(false);
    await hold(page, /^Engage/);
    await service.until('/vsc', ({ engaged }) => engaged === true);
    for (const view of ['', 'show/scenes', 'strip/input/1', 'settings', 'show/soundcheck']) {
      await page.evaluate(`location.hash = ${JSON.stringify(view)}`);
      await page.getByText('strips hear Friday, first set').waitFor();
    }
    expect(await page.getByRole('combobox', { name: 'Take' }).isDisabled()).toBe(true);
  });

  test('it is played, paused, put to a moment by slider and on the waveform, and looped', async () => {
    await page.getByRole('button', { name: 'Play' }).click();
    await service.until('/vsc', ({ transport }) => transport === 'play');
    const slider = page.getByRole('slider', { name: 'Position' });
    await slider.fill('30');
    await service.until('/vsc', ({ positionS }) => positionS === 30);
    expect(await slider.getAttribute('aria-valuetext')).toBe('0:30');
    await page.getByRole('button', { name: 'Loop from here' }).click();
    await service.until('/vsc', ({ loop }) => loop?.fromS === 30 && loop.toS === 180);
    const waves = page.locator('.waves-box');
    const { width } = (await waves.boundingBox()) as { readonly width: number };
    await waves.click({ position: { x: width / 2, y: 60 } });
    await service.until('/vsc', ({ positionS }) => Math.abs(positionS - 90) < 1);
    await page.getByRole('button', { name: 'Loop to here' }).click();
    await service.until('/vsc', ({ loop }) => loop.fromS === 30 && Math.abs(loop.toS - 90) < 1);
    await page.getByRole('button', { name: 'No loop' }).click();
    await service.until('/vsc', ({ loop }) => loop === null);
    await page.getByRole('button', { name: 'Pause' }).click();
    await service.until('/vsc', ({ transport }) => transport === 'pause');
  });

  test('a strip hears a track, its own source, or nothing, as it is chosen', async () => {
    const heard = page.getByRole('combobox', { name: /^In 3/ });
    await heard.selectOption({ label: '2 Snare' });
    const strip = { kind: 'input', index: 3 };
    await service.until('/vsc', ({ mapping }) => JSON.stringify(mapping) === JSON.stringify([{ strip, track: 2 }]));
    await heard.selectOption({ label: 'its source, live' });
    await service.until('/vsc', ({ mapping, live }) => mapping.length === 0 && live[0]?.index === 3);
    await heard.selectOption({ label: 'silence' });
    await service.until('/vsc', ({ mapping, live }) => mapping.length === 0 && live.length === 0);
    await page.getByRole('button', { name: 'by name' }).click();
    await service.until('/vsc', ({ by }) => by === 'name');
  });

  test('a fault of the player stands there in words', async () => {
    await service.patch('/playerDouble', { fault: 'The take has gone.', underruns: 3 });
    await page.getByText('The take has gone.').waitFor();
    await page.getByText('The disk was too late 3 times').waitFor();
    await service.patch('/playerDouble', { fault: '', underruns: 0 });
  });

  test.each(['phone', 'tablet', 'screen'] as const)('nothing is too small or too wide on a %s', async (size) => {
    await page.setViewportSize(sizes[size]);
    await expect.poll(() => page.evaluate(crowding)).toEqual({ isWide: false, small: [] });
  });

  test('the bar ejects by holding alone, from any view', async () => {
    await page.evaluate('location.hash = ""');
    await page.getByRole('button', { name: /^Eject/ }).click();
    expect((await service.get('/vsc')).body.engaged).toBe(true);
    await hold(page, /^Eject/);
    await service.until('/vsc', ({ engaged }) => engaged === false);
    await expect.poll(() => page.locator('.soundcheck-bar').count()).toBe(0);
    expect(opened.faults).toEqual([]);
    expect(opened.foreign).toEqual([]);
  });
});
