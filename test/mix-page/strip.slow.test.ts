// Strips and faders in a real Chromium: what a hand does, and what the desk then has.
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { settled, write } from '../harness/desk.ts';
import { type OpenedPage, openMixPage } from './opened-page.ts';

const missing = missingBrowser();
if (missing !== undefined) console.warn(missing);

const pathOf = (strip: number) => `/channel/input/${strip}`;
/** An expression in the page. */
const areaText = (strip: number) => `document.querySelector('[data-path="${pathOf(strip)}"] .fader-area')`;
const hasFocus = (strip: number) => `document.activeElement === ${areaText(strip)}`;

describe.skipIf(missing !== undefined)('a strip', () => {
  let opened: OpenedPage;
  let page: Page;
  let touch: CDPSession;
  let patches: string[] = [];

  const strip = (number: number) => page.locator(`.strip[data-path="${pathOf(number)}"]`);
  const area = (number: number) => strip(number).locator('.fader-area');
  const label = (number: number) => strip(number).locator('.fader-value b').textContent();
  const boxOf = async (number: number) => (await area(number).boundingBox()) as NonNullable<Box>;
  const middle = async (number: number) => {
    const { x, y, width, height } = await boxOf(number);
    return { x: x + width / 2, y: y + height / 2 };
  };
  const levelOf = async (number: number): Promise<number> => (await opened.service.get(pathOf(number))).body.levelDb;
  const reads = (number: number, text: string) => strip(number).locator('.fader-value b', { hasText: text }).waitFor();
  /** Waits until the desk has this. */
  const has = (number: number, fields: object) =>
    expect.poll(async () => (await opened.service.get(pathOf(number))).body).toMatchObject(fields);
  /** Starts from this level, with what the page has seen of it. */
  const at = async (number: number, levelDb: number, text: string) => {
    await write(opened.service, pathOf(number), { levelDb });
    await reads(number, text);
    await page.mouse.move(0, 0);
    patches = [];
  };
  const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) });

  beforeAll(async () => {
    opened = await openMixPage('tablet');
    ({ page } = opened);
    touch = await page.context().newCDPSession(page);
    page.on('request', (request) => {
      if (request.method() === 'PATCH' && request.url().includes('/channel/')) patches.push(request.postData() ?? '');
    });
    await area(1).waitFor();
  });
  afterAll(async () => {
    await opened?.close();
  });
  beforeEach(() => page.unrouteAll({ behavior: 'wait' }));

  test('a tap anywhere along the fader moves and writes nothing', async () => {
    await at(1, -20, '−20.0');
    const { x, y, width, height } = await boxOf(1);
    const count = Math.floor(height / 10) - 1;
    // Each far from the one before: two taps at one place are another gesture.
    for (let n = 0; n < count; n++) {
      const point = { x: x + width / 2, y: y + 5 + 10 * ((n * 7) % count) };
      await fingers('touchStart', [point]);
      await fingers('touchEnd', []);
    }
    await settled(opened.service);
    expect([patches, await levelOf(1), await label(1)]).toEqual([[], -20, '−20.0']);
  });

  test('a drag past the end turns back at once', async () => {
    await at(1, 0, '0.0');
    const { x, y } = await middle(1);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 150, { steps: 5 });
    expect(await label(1)).toBe('+10.0');
    await page.mouse.move(x, y - 140, { steps: 2 });
    const back = await label(1);
    expect(back).toMatch(/^\+[89]\.\d$/);
    await page.mouse.up();
    await has(1, { levelDb: Number(back) });
  });

  test('sideways the drag is fine, from where it is', async () => {
    await at(1, 0, '0.0');
    const { x, y } = await middle(1);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 70, y + 4);
    await page.mouse.move(x + 70, y + 34, { steps: 3 });
    const shown = Number((await label(1))?.replace('−', '-'));
    expect(await strip(1).locator('.fader-value small').textContent()).toBe('FINE');
    await page.mouse.up();
    expect(shown).toBeLessThan(0);
    expect(shown).toBeGreaterThan(-1.5);
    await has(1, { levelDb: shown });
  });

  test('a double tap is 0 dB, a wheel 1 dB, with Shift 0.1 dB', async () => {
    await at(1, -20, '−20.0');
    const point = await middle(1);
    for (let tap = 0; tap < 2; tap++) {
      await fingers('touchStart', [point]);
      await fingers('touchEnd', []);
    }
    await reads(1, '0.0');
    await has(1, { levelDb: 0 });
    await page.mouse.move(point.x, point.y);
    await page.mouse.wheel(0, 200);
    await has(1, { levelDb: -2 });
    await reads(1, '−2.0');
    await page.keyboard.down('Shift');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Shift');
    await has(1, { levelDb: -1.9 });
  });

  test('keys move the fader that has the focus, arrows lead to the next strip, and a number is typed', async () => {
    await at(2, -20, '−20.0');
    await area(2).focus();
    for (const key of ['ArrowUp', 'PageUp', 'Shift+ArrowDown']) await page.keyboard.press(key);
    await has(2, { levelDb: -13.1 });
    await page.keyboard.press('Home');
    await has(2, { levelDb: -144 });
    expect(await area(2).getAttribute('aria-valuetext')).toBe('off');
    await page.keyboard.press('0');
    await has(2, { levelDb: 0 });
    await page.keyboard.press('m');
    await has(2, { muted: true, mutedBy: ['mute'] });
    await page.keyboard.press('m');
    await has(2, { muted: false });
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(hasFocus(3))).toBe(true);
    await page.keyboard.press('=');
    await page.keyboard.type('-6,5');
    await page.keyboard.press('Enter');
    await has(3, { levelDb: -6.5 });
    await reads(3, '−6.5');
    expect(await area(3).getAttribute('aria-valuetext')).toBe('-6.5 dB');
    expect(await area(3).getAttribute('aria-label')).toBe('input 3, level');
    await page.keyboard.press('=');
    await page.keyboard.type('off');
    await page.keyboard.press('Escape');
    expect(await levelOf(3)).toBe(-6.5);
  });

  test('five fingers move five faders; the one that is cancelled stays, and can be taken again', async () => {
    const numbers = [1, 2, 3, 4, 5];
    for (const number of numbers) await at(number, -20, '−20.0');
    await page.evaluate(
      `(${areaText(3)}).addEventListener('pointerdown', (event) => { window.third = event.pointerId; })`,
    );
    const points = await Promise.all(numbers.map(middle));
    const moved = (byPx: number) => points.map(({ x, y }, n) => ({ x, y: y - byPx * (n + 1) }));
    await fingers('touchStart', points);
    for (const byPx of [4, 8]) await fingers('touchMove', moved(byPx));
    await page.evaluate(
      `(${areaText(3)}).dispatchEvent(new PointerEvent('pointercancel', { pointerId: window.third, bubbles: true }))`,
    );
    const third = Number((await label(3))?.replace('−', '-'));
    for (const byPx of [12, 16]) await fingers('touchMove', moved(byPx));
    await fingers('touchEnd', []);
    const labels = await Promise.all(numbers.map(label));
    const levels = labels.map((text) => Number(text?.replace('−', '-')));
    expect(levels[2]).toBe(third);
    expect(third).toBeLessThan((levels[1] as number) + 0.1);
    const others = [0, 1, 3, 4].map((n) => levels[n] as number);
    expect(others).toEqual([...others].sort((a, b) => a - b));
    expect(new Set(others).size).toBe(4);
    for (const number of numbers) {
      await has(number, { levelDb: levels[number - 1] });
    }
    await fingers('touchStart', [points[2] as { x: number; y: number }]);
    for (const byPx of [10, 20])
      await fingers('touchMove', [{ ...(points[2] as { x: number; y: number }), y: (points[2]?.y ?? 0) + byPx }]);
    await fingers('touchEnd', []);
    await opened.service.until(pathOf(3), (row) => row.levelDb < third);
  });

  test('while answers are 400 ms late the cap never goes back', async () => {
    await at(1, -40, '−40.0');
    await page.route('**/api/channel/input/1', async (route) => {
      if (route.request().method() === 'PATCH') await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    const { x, y } = await middle(1);
    await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished)).then(() => {})');
    await page.evaluate(`{
      const cap = (${areaText(1)}).querySelector('.fader-cap');
      window.seen = [];
      const look = () => { seen.push(cap.getBoundingClientRect().top); requestAnimationFrame(look); };
      look();
    }`);
    await page.mouse.move(x, y);
    await page.mouse.down();
    const begunMs = performance.now();
    for (let px = 4; px <= 120; px += 4) {
      await page.mouse.move(x, y - px);
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
    const shown = await label(1);
    const draggedMs = performance.now() - begunMs;
    await strip(1).locator('.fader.pending').waitFor();
    await page.mouse.up();
    await has(1, { levelDb: Number(shown?.replace('−', '-')) });
    await strip(1).locator('.fader.confirmed').waitFor();
    await page.waitForTimeout(1100);
    const seen = (await page.evaluate('seen')) as number[];
    expect(seen.filter((top, n) => n > 0 && top > (seen[n - 1] as number) + 0.01)).toEqual([]);
    expect(await label(1)).toBe(shown);
    // What is overtaken is never sent: one request at a time, and the last value.
    expect(patches.length).toBeLessThanOrEqual(Math.ceil(draggedMs / 400) + 1);
  });

  test('another hand is a ghost while this one holds, and has its name when this one has left', async () => {
    await at(1, -20, '−20.0');
    const { x, y } = await middle(1);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 30, { steps: 3 });
    const shown = await label(1);
    await has(1, { levelDb: Number(shown?.replace('−', '-')) });
    const byJo = (levelDb: number) => opened.service.patch(pathOf(1), { levelDb }, { 'rowdesk-actor': 'Jo' });
    await byJo(-50);
    await strip(1).locator('.fader-ghost').waitFor();
    expect(await label(1)).toBe(shown);
    await page.mouse.move(x, y - 40);
    const later = await label(1);
    await has(1, { levelDb: Number(later?.replace('−', '-')) });
    await strip(1).locator('.fader-ghost').waitFor({ state: 'detached' });
    await page.mouse.up();
    await byJo(-30);
    await reads(1, '−30.0');
    await strip(1).locator('.mover', { hasText: 'Jo' }).waitFor();
  });

  test('the third of ten writes is refused: its words stay at the fader until the next touch, nothing is pending', async () => {
    await at(1, -20, '−20.0');
    let count = 0;
    const words = 'Not while the show is frozen.';
    await page.route('**/api/channel/input/1', async (route) => {
      if (route.request().method() !== 'PATCH' || ++count !== 3) return route.continue();
      const body = { code: 'test', title: 'Refused', detail: words, params: {}, errors: [] };
      await route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(body) });
    });
    await area(1).focus();
    for (let step = 1; step <= 10; step++) {
      await page.keyboard.press('ArrowUp');
      await strip(1).locator('.fader:not(.pending)').waitFor();
      if (step === 3) {
        await strip(1).locator('.refusal', { hasText: words }).waitFor();
        expect(await label(1)).toBe('−18.0');
      } else await has(1, { levelDb: step < 3 ? -20 + step : -21 + step });
    }
    await reads(1, '−11.0');
    expect(await strip(1).locator('.refusal').count()).toBe(0);
    await strip(1).locator('.fader.confirmed').waitFor();
  });

  test('a mute that is refused says so in words, and is as the desk has it', async () => {
    const words = 'Not while the house lights are off.';
    let isRefused = true;
    await page.route('**/api/channel/input/5', async (route) => {
      if (route.request().method() !== 'PATCH' || !isRefused) return route.continue();
      const body = { code: 'test', title: 'Refused', detail: words, params: {}, errors: [] };
      await route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(body) });
    });
    const mute = strip(5).locator('.mute');
    await mute.click();
    await strip(5).locator('.refusal', { hasText: words }).waitFor();
    expect(await mute.getAttribute('aria-pressed')).toBe('false');
    isRefused = false;
    await mute.click();
    await has(5, { muted: true });
    await strip(5).locator('.refusal').waitFor({ state: 'detached' });
    await mute.click();
    await has(5, { muted: false });
  });

  test('a mute says why, and a tap sets its own without lifting another', async () => {
    await write(opened.service, pathOf(4), { muteGroups: [2], muted: false });
    const mute = strip(4).locator('.mute');
    await write(opened.service, '/channel/muteGroup/2', { muted: true });
    await strip(4).locator('.mute.other', { hasText: 'by group 2' }).waitFor();
    await write(opened.service, '/channel/muteGroup/2', { name: 'Acoustic' });
    await strip(4).locator('.mute.other', { hasText: 'M2Acoustic' }).waitFor();
    await mute.click();
    await strip(4).locator('.mute.own', { hasText: 'by group 2' }).waitFor();
    await has(4, { muted: true });
    await write(opened.service, '/channel/muteGroup/2', { muted: false });
    await strip(4).locator('.mute.own', { hasNotText: 'by' }).waitFor();
    await mute.click();
    await has(4, { muted: false });
    await write(opened.service, '/safety/panic', { scope: 'all' });
    await strip(4).locator('.mute.other', { hasText: 'by panic' }).waitFor();
    await write(opened.service, '/safety/panic', { scope: null });
    await strip(4).locator('.mute:not(.other)').waitFor();
  });

  test('names are text: markup, 64 emoji, from right to left', async () => {
    const names = ['<b onclick="x">bold</b>', '🎤'.repeat(32), 'مغنية رئيسية'];
    const { width } = await boxOf(1);
    for (const [n, name] of names.entries()) {
      await write(opened.service, pathOf(n + 1), { name });
      const plate = strip(n + 1).locator('.plate b');
      await expect.poll(() => plate.textContent()).toBe(name);
      // Isolated, and in elements of the page alone.
      expect(await plate.locator(':scope > bdi').count()).toBe(1);
      expect(await plate.locator(':scope *:not(bdi, span)').count()).toBe(0);
    }
    expect((await boxOf(1)).width).toBe(width);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});

type Box = Awaited<ReturnType<ReturnType<Page['locator']>['boundingBox']>>;
