// What the mix page costs a browser, on a desk of 64 inputs that all have sound.
import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { missingBrowser, openBrowser } from '../docs/browser.ts';
import { box, opening, settled, write } from '../harness/desk.ts';
import { quietConfig, type Service } from '../harness/service.ts';
import { sizes } from '../mix-page/opened-page.ts';
import { limits, weightOf } from '../mix-page/weight.ts';
import type { Checkout } from './checkout.ts';
import { percentile } from './load.ts';
import { type Figure, held, measured, median, rounded, shown } from './report.ts';

const inputs = 64;
const loads = 5;
const moves = 100;
const watchMs = 10_000;
/** How many times the processor of the page is slowed. */
const slowed = 4;

const one = { aux: 1, fxReturn: 1, matrix: 1, main: 1, cue: 1, fxSend: 1, muteGroup: 1, mixMinus: 1 };
const layout = { ...one, input: inputs, mix: 8, dca: 8 };
const [console_, ...providers] = quietConfig.providers;
const config = { providers: [{ name: console_, config: { layout } }, ...providers] };

export async function page(of: Checkout): Promise<Figure[]> {
  const missing = missingBrowser();
  if (missing !== undefined) return [shown('mix page', 'not measured', missing)];
  const figures = bytes(of);
  const service = await of.start({ config });
  await opening(service);
  await playAll(service);
  const browser = await openBrowser();
  try {
    const { origin } = new URL(service.url);
    figures.push(...(await firstSight(browser.context, origin)));
    figures.push(...(await work(browser.context, origin)));
    figures.push(await following(browser.context, origin));
    figures.push(...(await events(service)));
  } finally {
    await browser.close();
    await service.stop();
  }
  return figures;
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

function bytes({ root }: Checkout): Figure[] {
  const { first, firstKb, all, allKb } = weightOf(root);
  return [
    held('mix page: bytes at first', firstKb, { most: limits.first }, ' kB', `${first.length} files, each as gzip`),
    held('mix page: bytes', allKb, { most: limits.all }, ' kB', `${all.length} files, each as gzip`),
  ];
}

async function openMix(context: BrowserContext, origin: string): Promise<Page> {
  const opened = await context.newPage();
  await opened.setViewportSize(sizes.screen);
  await opened.goto(`${origin}/mix`);
  await opened.evaluate(metersMove);
  return opened;
}

/** Until a bar is lit: a pixel at the foot of the first meter has the colour of low levels. */
const metersMove = `(async () => {
  const isLit = () => {
    const canvas = document.querySelector('.meter-layer canvas');
    if (!canvas || canvas.width === 0) return false;
    const hex = getComputedStyle(document.documentElement).getPropertyValue('--meter').match(/[0-9a-f]{2}/g);
    const [r, g, b] = hex.map((each) => parseInt(each, 16));
    const { data } = canvas.getContext('2d').getImageData(0, canvas.height - 2, Math.min(40, canvas.width), 1);
    for (let n = 0; n < data.length; n += 4) if (data[n] === r && data[n + 1] === g && data[n + 2] === b) return true;
    return false;
  };
  while (!isLit()) await new Promise(requestAnimationFrame);
})()`;

async function firstSight(context: BrowserContext, origin: string): Promise<Figure[]> {
  const paints: number[] = [];
  const moving: number[] = [];
  for (let load = 0; load < loads; load++) {
    const opened = await openMix(context, origin);
    moving.push(await opened.evaluate<number>('performance.now()'));
    const paint = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`;
    paints.push((await opened.evaluate<number | undefined>(paint)) ?? Number.NaN);
    await opened.close();
  }
  const how = `median of ${loads} loads at 1920x1080 from the navigation on, the files from memory but for the first`;
  return [
    measured('mix page: first paint', median(paints), ' ms', how),
    measured('mix page: meters move', median(moving), ' ms', how),
  ];
}

interface Worked {
  /** Shares of a core. */
  readonly script: number;
  readonly task: number;
  readonly layoutsPerSecond: number;
  readonly longTasks: number;
  readonly longestMs: number;
}

async function workOf(opened: Page): Promise<Worked> {
  const cdp = await opened.context().newCDPSession(opened);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  await cdp.send('Performance.enable');
  await opened.evaluate(`{
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration);
    }).observe({ type: 'longtask' });
  }`);
  await opened.waitForTimeout(1000);
  const read = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  };
  await opened.evaluate('void (window.longTasks.length = 0)');
  const before = await read();
  await opened.waitForTimeout(watchMs);
  const after = await read();
  const grown = (name: string) => (after.get(name) ?? Number.NaN) - (before.get(name) ?? Number.NaN);
  const seconds = grown('Timestamp');
  const longTasks = await opened.evaluate<readonly number[]>('window.longTasks');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return {
    script: grown('ScriptDuration') / seconds,
    task: grown('TaskDuration') / seconds,
    layoutsPerSecond: grown('LayoutCount') / seconds,
    longTasks: longTasks.length,
    longestMs: Math.max(0, ...longTasks),
  };
}

async function work(context: BrowserContext, origin: string): Promise<Figure[]> {
  const empty = await context.newPage();
  await empty.goto(`${origin}/api/clock`);
  const none = await workOf(empty);
  await empty.close();
  const opened = await openMix(context, origin);
  const mix = await workOf(opened);
  await opened.close();
  const how = `${inputs} inputs with sound at 1920x1080, meters at 25 Hz, processor slowed ${slowed} times, ${watchMs / 1000} s`;
  const beside = (name: 'script' | 'task') => `an empty page ${rounded(none[name] * 100)} %`;
  return [
    held('mix page: scripting', mix.script * 100, { most: 20 }, ' % of a core', `${how}; ${beside('script')}`),
    measured('mix page: all tasks of its thread', mix.task * 100, ' % of a core', `${how}; ${beside('task')}`),
    held('mix page: tasks over 50 ms', mix.longTasks, { most: 0 }, '', `${how}; longest ${rounded(mix.longestMs)} ms`),
    measured('mix page: layouts', mix.layoutsPerSecond, ' /s', how),
  ];
}

const fader = `document.querySelector('.fader-area[role="slider"]')`;
const clock = 'performance.timeOrigin + performance.now()';

/** From a key at a fader of one page to the fader of another page. */
async function following(context: BrowserContext, origin: string): Promise<Figure> {
  const [hand, other] = [await openMix(context, origin), await openMix(context, origin)];
  const took: number[] = [];
  for (let move = 0; move < moves; move++) {
    const seen = other.evaluate<number>(`new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve(${clock});
      });
      observer.observe(${fader}, { attributes: true, attributeFilter: ['aria-valuenow'] });
    })`);
    // The other page is asked first, on a connection of its own.
    await other.evaluate('0');
    const key = move % 2 === 0 ? 'ArrowUp' : 'ArrowDown';
    const pressed = await hand.evaluate<number>(`(() => {
      const now = ${clock};
      ${fader}.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true }));
      return now;
    })()`);
    took.push((await seen) - pressed);
  }
  await hand.close();
  await other.close();
  const sorted = Float64Array.from(took).sort();
  const how = `${moves} keys at a fader, in the same browser; median ${rounded(percentile(sorted, 0.5))} ms`;
  return held(
    'mix page: a fader moved in one page to the other page, p99',
    percentile(sorted, 0.99),
    { most: 100 },
    ' ms',
    how,
  );
}

/** What the desk sends to a page of 16 strips, on a stream like the page's. */
async function events(service: Service): Promise<Figure[]> {
  const strips = Array.from({ length: 16 }, (_, n) => `/channel/input/${n + 1}`);
  const always = ['/console', '/cue', '/safety', '/warnings', '/scene', '/telemetry/rt', '/talkback', '/meters'];
  const path = `/streams/${randomBytes(16).toString('hex')}`;
  await write(service, `${path}/demand`, { targets: [...always, ...strips], intervalMs: 40 });
  const ending = new AbortController();
  const answer = await fetch(`${service.url}${path}?watch=1`, { signal: ending.signal });
  let count = 0;
  let received = 0;
  const began = performance.now();
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    received += chunk.length;
    count += Buffer.from(chunk).toString('latin1').split('\ndata:').length - 1;
    if (performance.now() - began > watchMs) break;
  }
  ending.abort();
  const seconds = (performance.now() - began) / 1000;
  const how = `${watchMs / 1000} s, 16 strips and /meters of ${inputs} inputs with sound`;
  return [
    measured('mix page: events', count / seconds, ' /s', how),
    measured('mix page: stream', received / 1000 / seconds, ' kB/s', how),
  ];
}
