// What a person does on the page at /docs, by mouse and by keyboard.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from './browser.ts';
import { openPage } from './operated-page.ts';

describe.skipIf(missingBrowser() !== undefined)('on the page at /docs', () => {
  let opened: Awaited<ReturnType<typeof openPage>>;
  let page: Page;
  let desk: typeof opened.desk;
  let row: typeof opened.row;

  beforeAll(async () => {
    opened = await openPage();
    ({ desk, page, row } = opened);
  });
  afterAll(() => opened?.close());

  const shown = async (template: string) => {
    const article = row(template);
    await article.getByRole('button', { name: 'show' }).click();
    await article.locator('table').waitFor();
    return article;
  };
  const pressed = (template: string) => row(template).locator('.watch').getAttribute('aria-pressed');
  const focused = () => page.locator(':focus').getAttribute('name');

  test('only rows of many addresses ask for one', async () => {
    expect(await row('/console').locator('.address').isVisible()).toBe(false);
    expect(await row('/channel/{kind}/{index}').locator('.address').isVisible()).toBe(true);
  });

  test('who writes by keyboard stays in the field, and is told what became of it', async () => {
    const article = await shown('/console');
    const status = article.getByRole('status');
    await article.locator('[name="name"]').fill('By keyboard');
    await page.keyboard.press('Enter');
    await status.filter({ hasText: 'Written.' }).waitFor();
    expect((await desk.get('/console')).body.name).toBe('By keyboard');
    expect(await focused()).toBe('name');
    await page.keyboard.press('Enter');
    await status.filter({ hasText: 'Nothing was changed.' }).waitFor();
  });

  test('a field that was not touched is not written, whatever line ends it has', async () => {
    await desk.patch('/scene/store', { running: true, name: 'Lines' });
    await expect.poll(async () => (await desk.get('/scenes/lines')).status).toBe(200);
    const notes = 'first\r\nsecond\nthird';
    expect((await desk.patch('/scenes/lines', { notes })).status).toBe(200);
    const article = await shown('/scenes/{id}');
    await article.locator('[name="fadeMs"]').fill('500');
    await article.getByRole('button', { name: 'write' }).click();
    await article.getByRole('status').filter({ hasText: 'Written.' }).waitFor();
    expect((await desk.get('/scenes/lines')).body).toMatchObject({ fadeMs: 500, notes });
  });

  test('a task is shown until it has ended', async () => {
    const article = await shown('/discovery/scan');
    await article.locator('[name="timeoutMs"]').fill('500');
    await article.locator('[name="running"]').fill('true');
    await article.getByRole('button', { name: 'write' }).click();
    await article.locator('tr', { hasText: 'report' }).filter({ hasText: 'outcome' }).waitFor();
    expect(await article.locator('[name="running"]').inputValue()).toBe('false');
  });

  test('a long value is shown whole', async () => {
    const article = await shown('/stageboxModel');
    const { body } = await desk.get('/stageboxModel');
    const text = await article.locator('tr', { hasText: 'models' }).locator('pre').textContent();
    expect(JSON.parse(text ?? '')).toEqual(body.models);
  });

  test('what is watched follows in the table too, but for what somebody has begun to change', async () => {
    const article = await shown('/cue');
    await article.locator('.watch').click();
    await article.locator('.events div').first().waitFor();
    await article.locator('[name="dimDb"]').fill('-12');
    await desk.patch('/cue', { levelDb: -33, dimDb: -30 });
    await expect.poll(() => article.locator('[name="levelDb"]').inputValue()).toBe('-33');
    expect(await article.locator('[name="dimDb"]').inputValue()).toBe('-12');
    await article.locator('.watch').click();
  });

  test('another address is watched instead of the one before', async () => {
    const article = row('/channel/{kind}/{index}');
    const events = article.locator('.events');
    await article.locator('.watch').click();
    await events.locator('div', { hasText: '"index":1,' }).waitFor();
    await article.locator('.address input').fill('/channel/input/2');
    await article.locator('.address input').press('Enter');
    await events.locator('div', { hasText: '"index":2,' }).waitFor();
    for (const index of [1, 2]) await desk.patch(`/channel/input/${index}`, { name: `Of strip ${index}` });
    await events.locator('div', { hasText: 'Of strip 2' }).waitFor();
    expect(await events.textContent()).not.toContain('Of strip 1');
    await article.locator('.watch').click();
  });

  test('a watch that is refused says why, and is none', async () => {
    const article = row('/channel/{kind}/{index}/align');
    await article.locator('.address input').fill('/channel/input/999/align');
    await article.locator('.watch').click();
    await article.locator('.events', { hasText: '404 unknown-row' }).waitFor();
    expect(await pressed('/channel/{kind}/{index}/align')).toBe('false');
  });

  test('of too many watches the oldest ends, and says so', async () => {
    const templates = ['/console', '/clock', '/patch', '/safety', '/history'];
    for (const template of templates) {
      await row(template).locator('.watch').click();
      await row(template).locator('.events div').first().waitFor();
    }
    await row('/console').locator('.events', { hasText: 'at most 4 rows' }).waitFor();
    expect(await Promise.all(templates.map(pressed))).toEqual(['false', 'true', 'true', 'true', 'true']);
    for (const template of templates.slice(1)) await row(template).locator('.watch').click();
  });

  test('a page that nobody sees leaves its connections to others, and follows again when it is seen', async () => {
    const watchers = async () => (await desk.get('/telemetry/subscription')).body.meters;
    const turn = (hidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await row('/meters').locator('.watch').click();
    await expect.poll(watchers).toBe(1);
    await turn(true);
    await expect.poll(watchers).toBe(0);
    await turn(false);
    await expect.poll(watchers).toBe(1);
    await row('/meters').locator('.watch').click();
    await expect.poll(watchers).toBe(0);
  });

  test('a filter that leaves nothing says so, and one that leaves something leaves its groups', async () => {
    await page.locator('#filter').fill('no such row');
    await page.getByText('No row has all of these words.').waitFor();
    await page.locator('#filter').fill('talkback');
    expect(await page.locator('#groups a:visible').allTextContents()).toContain('talkback');
    expect(await page.locator('#groups a:visible').allTextContents()).not.toContain('clock');
    await page.locator('#filter').fill('');
    expect(await page.getByText('No row has').count()).toBe(0);
  });

  test('in a narrow window nothing is cut off at the side, and fields are words', async () => {
    const article = await shown('/console/oscillator');
    await page.setViewportSize({ width: 360, height: 700 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await article.locator('td', { hasText: 'frequencyHz' }).waitFor();
    // The name is on one line, its title below it.
    const height = await page.evaluate(`(() => {
      const name = [...document.querySelectorAll('td')].find(({ firstChild }) => firstChild?.textContent === 'frequencyHz');
      const range = document.createRange();
      range.selectNode(name.firstChild);
      return range.getBoundingClientRect().height;
    })()`);
    expect(height).toBeLessThan(25);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  test('a desk that is gone is said in words, and what was shown is not taken for its answer', async () => {
    const article = await shown('/clock');
    await page.context().setOffline(true);
    await article.getByRole('button', { name: 'show' }).click();
    await article.getByRole('button', { name: 'show' }).click();
    await article.getByRole('alert').filter({ hasText: 'The desk does not answer.' }).waitFor();
    expect(await article.locator('table').count()).toBe(0);
    await page.context().setOffline(false);
  });
});
