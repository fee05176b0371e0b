// The built desk and its mix page in a real Chromium, of the size of a phone, a tablet or a screen.
import type { Page } from 'playwright-core';
import { openBrowser } from '../docs/browser.ts';
import { quietConfig, type Service, type ServiceOptions, startService } from '../harness/service.ts';

export const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 1180, height: 820 },
  screen: { width: 1920, height: 1080 },
} as const;

/** What the page shows integrators. */
export const siteProviders = ['plugins', 'net', 'netaudio', 'backup', 'surface'];
/** All that the page has a view of. */
export const pageProviders = [
  ...[...quietConfig.providers, ...siteProviders],
  ...['record', 'takes', 'vsc', 'measurement', 'directPath'],
];

export interface OpenedPage {
  readonly service: Service;
  readonly page: Page;
  /** What the browser complained of. */
  readonly faults: readonly string[];
  /** Addresses elsewhere that were asked for. */
  readonly foreign: readonly string[];
  /** Another browser at the same desk. */
  another(size?: keyof typeof sizes): Promise<Page>;
  close(): Promise<void>;
}

/** The desk of a page with all its views. */
export const startPageDesk = (options: ServiceOptions = {}): Promise<Service> =>
  startService({ strips: 'all', config: { providers: pageProviders }, ...options });

/** `path`: `/mix`, with what follows the `#`; the desk goes with the page. */
export async function openMixPage(
  size: keyof typeof sizes = 'tablet',
  path = '/mix',
  options: ServiceOptions = {},
): Promise<OpenedPage> {
  const service = await startPageDesk(options);
  const opened = await openPageOf(service, size, path);
  const close = async () => {
    await opened.close();
    await service.stop();
  };
  return { ...opened, close };
}

/** A page of a desk that stays when the page is closed. */
export async function openPageOf(
  service: Service,
  size: keyof typeof sizes = 'tablet',
  path = '/mix',
): Promise<OpenedPage> {
  const browser = await openBrowser();
  const { origin } = new URL(service.url);
  const faults: string[] = [];
  const foreign: string[] = [];
  const open = async (of: keyof typeof sizes) => {
    const page = await browser.context.newPage();
    await page.setViewportSize(sizes[of]);
    page.on('request', (request) => void (request.url().startsWith(origin) || foreign.push(request.url())));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on(
      'console',
      (message) =>
        void (message.type() === 'error' && faults.push(`${message.text()} ${message.location().url}`.trim())),
    );
    await page.goto(`${origin}${path}`);
    return page;
  };
  const page = await open(size);
  return { service, page, faults, foreign, another: (of = size) => open(of), close: () => browser.close() };
}
