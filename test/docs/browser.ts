// A real Chromium, without a window and without a network of its own.
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { patienceMs } from '../harness/patience-ms.ts';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Why there is no browser; undefined when there is one. With CI=true a missing one is a failure, not a reason. */
export function missingBrowser(): string | undefined {
  if (existsSync(executablePath) || process.env.CI === 'true') return undefined;
  return `${executablePath} is not there: pages are not tested. To mend it: sudo apt-get install chromium`;
}

const args = [
  ...['--no-sandbox', '--disable-gpu', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];
/** A start takes longer than many a test: what is opened soon after another one has ended is in the same browser. */
const lingerMs = 5000;
let shared: Promise<Browser> | undefined;
let contexts = 0;

/** A context with a profile of its own, which goes with it. `more`: arguments of Chromium, which then is one of its own. */
export async function openBrowser(
  more: readonly string[] = [],
): Promise<{ context: BrowserContext; close(): Promise<void> }> {
  const launch = () => chromium.launch({ executablePath, headless: true, args: [...args, ...more] });
  if (more.length > 0) {
    const browser = await launch();
    return { context: await patientContext(browser), close: () => browser.close() };
  }
  contexts++;
  if (!(await shared?.catch(() => undefined))?.isConnected()) shared = launch();
  const context = await patientContext(await (shared as Promise<Browser>));
  const close = async () => {
    await context.close();
    contexts--;
    setTimeout(endUnused, lingerMs);
  };
  return { context, close };
}

async function patientContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext();
  context.setDefaultTimeout(patienceMs);
  return context;
}

function endUnused(): void {
  if (contexts > 0) return;
  void shared?.then((browser) => browser.close());
  shared = undefined;
}
