// Meters of the mix page in a real browser, measured in the pixels of their canvas.
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { opening, patchThrough, write } from '../harness/desk.ts';
import type { Service } from '../harness/service.ts';
import { type OpenedPage, openMixPage } from './opened-page.ts';

const missing = missingBrowser();
if (missing !== undefined) process.stderr.write(`${missing}\n`);

interface Measured {
  /** Share of the height, 0 to 1. */
  readonly pre: number;
  readonly post: number;
  /** Pixels of the bars' height. */
  readonly height: number;
}

/** How high the bars of a strip stand, from the bottom to the first pixel of the well; undefined without a canvas there. */
const measuring = (path: string) => `(() => {
  const canvas = document.querySelector('.meter-layer canvas');
  const slot = document.querySelector('.meter-slot[data-strip="${path}"]')?.getBoundingClientRect();
  if (!canvas?.width || !slot) return undefined;
  const context = canvas.getContext('2d');
  const corner = canvas.getBoundingClientRect();
  const well = getComputedStyle(document.documentElement).getPropertyValue('--well').match(/[0-9a-f]{2}/g);
  const [r, g, b] = well.map((hex) => parseInt(hex, 16));
  const head = 14;
  const bottom = Math.round(slot.bottom - corner.top);
  const height = Math.round(slot.height) - head;
  const share = (x) => {
    const at = Math.round(slot.left - corner.left + Math.max(0, (slot.width - 24) / 2) + x);
    const { data } = context.getImageData(at, bottom - height, 1, height);
    let lit = 0;
    // A gap between two blocks is narrower.
    for (let dark = 0, n = height - 1; n >= 0 && dark < 4; n--) {
      const isWell = data[n * 4] === r && data[n * 4 + 1] === g && data[n * 4 + 2] === b;
      dark = isWell ? dark + 1 : 0;
      if (!isWell) lit = height - n;
    }
    return lit / height;
  };
  return { pre: share(8), post: share(18), height };
})()`;

const share = (page: Page, path: string) => page.evaluate<Measured | undefined>(measuring(path));

async function until(page: Page, path: string, holds: (measured: Measured) => boolean): Promise<Measured> {
  for (;;) {
    const measured = await share(page, path);
    if (measured !== undefined && holds(measured)) return measured;
    await page.waitForTimeout(50);
  }
}

/** What the page's stream asks the desk for. */
async function demanded({ get }: Service): Promise<readonly string[]> {
  const { items } = (await get('/streams')).body;
  const demands = await Promise.all(items.map(({ id }: { id: string }) => get(`/streams/${id}/demand`)));
  return demands.flatMap(({ body }) => body.targets ?? []);
}

async function untilDemanded(service: Service, path: string, isIn: boolean): Promise<void> {
  while ((await demanded(service)).includes(path) !== isIn) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** As if another page lay over this one. */
const hide = (page: Page, isHidden: boolean) =>
  page.evaluate(`(() => {
    Object.defineProperty(document, 'hidden', { get: () => ${isHidden}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  })()`);

/** How many of 60 frames show other meters than the one before. */
const countingChanges = `(async () => {
  const canvas = document.querySelector('.meter-layer canvas');
  let changes = 0;
  let before = '';
  for (let n = 0; n < 60; n++) {
    await new Promise(requestAnimationFrame);
    const now = canvas.toDataURL();
    if (now !== before) changes++;
    before = now;
  }
  return changes;
})()`;

const first = '/channel/input/1';
const second = '/channel/input/2';

describe.skipIf(missing !== undefined)('meters', () => {
  let opened: OpenedPage;
  let page: Page;
  let service: Service;
  let cdp: CDPSession;

  beforeAll(async () => {
    opened = await openMixPage('tablet');
    ({ page, service } = opened);
    await opening(service);
    await patchThrough(service, 1, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
    await page.evaluate(
      `{ const sheet = new CSSStyleSheet(); sheet.replaceSync('.meter-slot { height: 300px; width: 26px }'); document.adoptedStyleSheets = [sheet]; }`,
    );
    await page.waitForSelector(`.meter-slot[data-strip="${first}"]`);
    cdp = await page.context().newCDPSession(page);
  });
  afterAll(() => opened?.close());

  test('a sine of -20 dBFS stands at half of the height, and after the fader at what it leaves', async () => {
    /** Within a pixel, and the two of the peak's line; still so when bar and peak have come to rest. */
    const stands = async (pre: number, post: number) => {
      const isThere = (now: Measured) =>
        Math.max(Math.abs(now.pre - pre), Math.abs(now.post - post)) * now.height < 4 && now.height > 100;
      for (let seen = 0; seen < 5; seen++) {
        const now = (await share(page, first)) ?? { pre: 0, post: 0, height: 0 };
        if (!isThere(now)) seen = -1;
        await page.waitForTimeout(50);
      }
    };
    await stands(0.5, 0.5);
    await write(service, first, { levelDb: -10 });
    // -30 dBFS; the bar falls there, and so does its peak.
    await stands(0.5, 0.3);
    expect((await share(page, second))?.pre).toBe(0);
  });

  test('the word CLIP comes with clipping, stays without it, and goes by a tap', async () => {
    const light = page.getByRole('button', { name: /^Kick has clipped/ });
    expect(await page.locator('.clip-light').count()).toBe(0);
    await write(service, '/channel/main/1', { levelDb: -40 });
    await patchThrough(service, 2, { signal: 'sine', frequencyHz: 1000, levelDbfs: 0 });
    await write(service, second, { name: 'Kick' });
    await light.waitFor();
    const { width, height } = (await light.boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await write(service, '/stagebox/virtual-32x16/inputs/2', { levelDbfs: -30 });
    await until(page, second, ({ pre }) => pre < 0.6);
    expect(await light.textContent()).toBe('CLIP');
    await light.click();
    await light.waitFor({ state: 'detached' });
    expect((await service.get(`${second}/clip`)).body.clipped).toBe(false);
  });

  test('nothing is laid out while meters move', async () => {
    await write(service, '/stagebox/virtual-32x16/inputs/1', { signal: 'pink', levelDbfs: -10 });
    await until(page, first, ({ pre }) => pre > 0.55);
    await cdp.send('Performance.enable');
    const layouts = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN;
    };
    const before = await layouts();
    expect(await page.evaluate(countingChanges)).toBeGreaterThan(10);
    // What is in the page beside the meters may be laid out, once a second; meters would be at every frame.
    expect((await layouts()) - before).toBeLessThan(10);
  });

  test('a hidden page asks for no levels, and has them again in sight', async () => {
    await untilDemanded(service, '/meters', true);
    await hide(page, true);
    await untilDemanded(service, '/meters', false);
    await hide(page, false);
    await untilDemanded(service, '/meters', true);
    await until(page, first, ({ pre }) => pre > 0.4);
  });

  test('meters are empty when the audio process stands still, and when the desk does', async () => {
    await until(page, first, ({ pre }) => pre > 0.4);
    const { processId } = (await service.get('/telemetry/rt')).body;
    process.kill(processId, 'SIGSTOP');
    try {
      await until(page, first, ({ pre, post }) => pre === 0 && post === 0);
    } finally {
      process.kill(processId, 'SIGCONT');
    }
    await until(page, first, ({ pre }) => pre > 0.4);
    const control = service.child.pid as number;
    process.kill(control, 'SIGSTOP');
    try {
      await until(page, first, ({ pre, post }) => pre === 0 && post === 0);
    } finally {
      process.kill(control, 'SIGCONT');
    }
    await until(page, first, ({ pre }) => pre > 0.4);
  });
});
