// What the mix page costs a browser on a 4K screen: a desk of 239 inputs, of which two rows of strips are in sight.
import type { Page } from 'playwright-core';
import { missingBrowser, openBrowser } from '../docs/browser.ts';
import { box, opening, settled, write } from '../harness/desk.ts';
import { quietConfig, type Service } from '../harness/service.ts';
import type { Checkout } from './checkout.ts';
import { type Task, tasksDuring } from './main-thread.ts';
import { type Figure, held, measured, rounded, shown } from './report.ts';

const inputs = 239;
const turns = 8;
/** The most that a desk has: 239 inputs leave room for one DCA. */
const restMs = 10_000;
/** After a turn until the next one: the whole bank is there. */
const betweenMs = 1500;
const longMs = 50;
const screen = { width: 3840, height: 2160 };

const one = { aux: 1, fxReturn: 1, matrix: 1, main: 1, cue: 1, fxSend: 1, muteGroup: 1, mixMinus: 1 };
const layout = { ...one, input: inputs, mix: 8, dca: 1 };
const [console_, ...providers] = quietConfig.providers;
const config = { providers: [{ name: console_, config: { layout } }, ...providers] };

export async function widePage(of: Checkout): Promise<Figure[]> {
  const missing = missingBrowser();
  if (missing !== undefined) return [shown('wide mix page', 'not measured', missing)];
  const service = await of.start({ config });
  await opening(service);
  await playAll(service);
  const browser = await openBrowser();
  try {
    const page = await browser.context.newPage();
    await page.setViewportSize(screen);
    const strips = page.locator('.bank-strips .strip');
    const loading = await tasksDuring(page, async () => {
      await page.goto(`${new URL(service.url).origin}/mix`);
      await page.locator('.meter-slot').nth(64).waitFor({ state: 'attached' });
      await page.waitForTimeout(betweenMs);
    });
    const count = await strips.count();
    const resting = await tasksDuring(page, () => page.waitForTimeout(restMs));
    const turning = await tasksDuring(page, () => turnBanks(page));
    return [
      ...figuresOf('loading', loading, `${count} strips at ${screen.width}x${screen.height}`),
      ...figuresOf('at rest', resting, `${count} strips with meters at 25 Hz, ${restMs / 1000} s`),
      ...figuresOf('turning banks', turning, `${turns} turns of up to ${count} strips`),
    ];
  } finally {
    await browser.close();
    await service.stop();
  }
}

async function turnBanks(page: Page): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    const before = page.url();
    await page.keyboard.press(']');
    await page.waitForURL((url) => url.href !== before);
    await page.waitForTimeout(betweenMs);
  }
}

/** Pink noise through all inputs, each at its own level. */
async function playAll(service: Service): Promise<void> {
  for (let n = 1; n <= 32; n++) {
    await write(service, `/stagebox/${box}/inputs/${n}`, { signal: 'pink', levelDbfs: -10 - n });
  }
  for (let n = 1; n <= inputs; n++) {
    await write(service, `/channel/input/${n}`, { sourceId: `${box}:in-${((n - 1) % 32) + 1}`, levelDb: -12 });
  }
  await settled(service);
}

function figuresOf(name: string, tasks: readonly Task[], how: string): Figure[] {
  const long = (of: keyof Task) => tasks.filter((task) => task[of] > longMs).length;
  const longest = (of: keyof Task) => Math.max(0, ...tasks.map((task) => task[of]));
  const wall = `${long('wallMs')} by the clock, the longest ${rounded(longest('wallMs'))} ms`;
  return [
    held(
      `wide mix page, ${name}: tasks over 50 ms of processor time`,
      long('processorMs'),
      { most: 0 },
      '',
      `${how}; ${wall}`,
    ),
    measured(`wide mix page, ${name}: longest task, processor time`, longest('processorMs'), ' ms', how),
  ];
}
