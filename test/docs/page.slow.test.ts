import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from './browser.ts';
import { openPage } from './operated-page.ts';

const missing = missingBrowser();
if (missing !== undefined) process.stderr.write(`${missing}\n`);

describe.skipIf(missing !== undefined)('the page at /docs', () => {
  let opened: Awaited<ReturnType<typeof openPage>>;
  let page: Page;
  let desk: typeof opened.desk;
  let row: typeof opened.row;
  let foreign: string[];
  let faults: string[];

  beforeAll(async () => {
    opened = await openPage();
    ({ desk, page, row, foreign, faults } = opened);
  });
  afterAll(() => opened?.close());

  test('lists every row by its group, each with a watch button', async () => {
    const templates = await page.locator('article h3').allTextContents();
    expect(templates.sort()).toEqual(desk.host.assembly.registry.rows.map(({ template }) => template).sort());
    expect(await page.locator('article button.watch').count()).toBe(templates.length);
    const groups = await page.locator('#groups a').allTextContents();
    expect(groups).toEqual([...new Set(templates.map((template) => template.split('/')[1]))].sort());
  });

  test('shows the contract that OPTIONS gives, beside the value', async () => {
    const strip = row('/channel/{kind}/{index}');
    await strip.getByRole('button', { name: 'show' }).click();
    const level = strip.locator('tr', { hasText: 'levelDb' }).first();
    await level.waitFor();
    expect(await level.textContent()).toMatch(/levelDbFader; -144 is silence.*rwnumber, -144 to 10 dB/);
    const colour = await strip.locator('tr', { hasText: 'colour' }).first().textContent();
    expect(colour).toMatch(/A colour by name, or #rrggbb/);
    expect(await strip.locator('table').textContent()).not.toMatch(/[\^$]|\[0-9/);
    expect(await strip.locator('.address input').inputValue()).toMatch(/^\/channel\/\w+\/1$/);
  });

  test('a watch opens one stream, begins with a snapshot, follows the row, and ends', async () => {
    const consoleRow = row('/console');
    const watch = consoleRow.getByRole('button', { name: 'watch' });
    const { body: before } = await desk.get('/console');
    await watch.click();
    const events = consoleRow.locator('.events div');
    await events.first().waitFor();
    expect(await events.first().textContent()).toBe(`snapshot ${JSON.stringify(before)}`);
    expect((await desk.patch('/console', { name: 'Seen from a browser' })).status).toBe(200);
    await consoleRow.locator('.events div', { hasText: 'Seen from a browser' }).waitFor();
    expect(await events.first().textContent()).toMatch(/^change .*"name":"Seen from a browser"/);
    expect(await watch.getAttribute('aria-pressed')).toBe('true');
    await watch.click();
    expect(await watch.getAttribute('aria-pressed')).toBe('false');
  });

  test('writes what was changed, and shows the words of a refusal', async () => {
    const strip = row('/channel/{kind}/{index}');
    await strip.locator('.address input').fill('/channel/input/2');
    await strip.locator('.address input').press('Tab');
    const level = strip.locator('input[name="levelDb"]');
    await level.fill('-6');
    await strip.getByRole('button', { name: 'write' }).click();
    await expect.poll(async () => (await desk.get('/channel/input/2')).body.levelDb).toBe(-6);
    await expect.poll(() => level.evaluate((input: { defaultValue: string }) => input.defaultValue)).toBe('-6');
    await level.fill('99');
    await strip.getByRole('button', { name: 'write' }).click();
    const refused = strip.locator('p.refused', { hasText: 'levelDb' });
    await refused.waitFor();
    expect((await refused.textContent())?.match(/levelDb/g)).toEqual(['levelDb']);
    expect(faults.splice(0).every((text) => text.includes('422'))).toBe(true);
    expect((await desk.get('/channel/input/2')).body.levelDb).toBe(-6);
  });

  test('the filter leaves the rows in which every word occurs', async () => {
    await page.locator('#filter').fill('channel busKind');
    const shown = await page.locator('article:visible h3').allTextContents();
    expect(shown.length).toBeGreaterThan(0);
    for (const template of shown) expect(template).toMatch(/channel.*sends/);
    await page.locator('#filter').fill('delayMs');
    expect(await page.locator('article:visible h3').allTextContents()).toContain('/channel/{kind}/{index}/align');
    await page.locator('#filter').fill('');
  });

  test('what is typed after Tab takes the place of what a field holds', async () => {
    const strip = row('/channel/{kind}/{index}');
    const level = strip.locator('input[name="levelDb"]');
    await strip.locator('input[name="colour"]').focus();
    while (!(await level.evaluate((input) => input.matches(':focus')))) await page.keyboard.press('Tab');
    await page.keyboard.type('-12');
    expect(await level.inputValue()).toBe('-12');
  });

  test('on a phone a summary has a line, every target is 44 px high, and nothing runs out of the page', async () => {
    const desktop = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    const least = (selector: string, of: 'width' | 'height') =>
      page
        .locator(selector)
        .evaluateAll(
          (all, side) => Math.min(...all.map((each) => each.getBoundingClientRect()[side]).filter((size) => size > 0)),
          of,
        );
    expect(await least('.summary', 'width')).toBeGreaterThan(250);
    expect(await least('button, input, header a', 'height')).toBeGreaterThanOrEqual(44);
    expect(await least('button, input, header a', 'width')).toBeGreaterThanOrEqual(44);
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(390);
    if (desktop) await page.setViewportSize(desktop);
  });

  test('loads nothing from elsewhere, breaks no rule of its policy, and can not be framed', async () => {
    expect(foreign).toEqual([]);
    expect(faults).toEqual([]);
    const { headers } = await fetch(new URL('/docs', desk.url));
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
  });
});
