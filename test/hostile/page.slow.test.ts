// Pages of strangers in a real browser, against a running desk: they read nothing, change nothing and start nothing.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser, openBrowser } from '../docs/browser.ts';
import { type Service, startService, stopServices } from '../harness/service.ts';
import { attack, type Yield } from './attacks.ts';

const missing = missingBrowser();
if (missing !== undefined) process.stderr.write(`${missing}\n`);

describe.skipIf(missing !== undefined)('a page', () => {
  let service: Service;
  let strangers: Server;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let context: BrowserContext;
  /** Of the desk, and of the server of pages. */
  let port: number;
  let pagePort: number;

  beforeAll(async () => {
    strangers = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>harmless</title><body>');
    });
    await once(strangers.listen(0, '127.0.0.1'), 'listening');
    pagePort = (strangers.address() as AddressInfo).port;
    service = await startService({
      config: {
        providers: ['console', 'channel', 'telemetry', 'streams'],
        ...{ drivers: [], devices: [], hostNames: ['desk.lan'], trustedOrigins: [`http://panel.example:${pagePort}`] },
      },
    });
    port = Number(new URL(service.url).port);
    // All names lead here. As on a LAN, `desk.lan` is no name that a browser trusts, and gets no Sec-Fetch header.
    browser = await openBrowser(['--host-resolver-rules=MAP * 127.0.0.1']);
    context = browser.context;
  });
  afterEach(async () => {
    for (const page of context.pages()) await page.close();
    await expect.poll(running).toEqual({ process: 0 });
  });
  afterAll(async () => {
    await browser?.close();
    await stopServices();
    strangers.close();
  });

  const running = async () => ({ process: (await service.get('/telemetry/subscription')).body.process });
  const changed = async () => [
    (await service.get('/console')).body.name,
    (await service.get('/telemetry/convergence')).body.revision,
  ];

  async function openPage(url: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(url);
    return page;
  }

  /** Everything that is tried from there; what it did to the desk is looked at before anything of it ends. */
  async function attacked(from: string, desk: string): Promise<readonly Yield[]> {
    const before = await changed();
    const page = await openPage(from);
    const yields = await page.evaluate(attack, `http://${desk}:${port}/api`);
    expect(await running(), 'an attack started work').toEqual({ process: 0 });
    expect(await changed(), 'an attack changed the desk').toEqual(before);
    return yields.filter(({ read }) => read !== '');
  }

  test.each(['127.0.0.1', 'localhost', 'desk.lan'])(
    'of another site gets nothing from the desk as %s',
    async (desk) => {
      expect(await attacked(`http://evil.example:${pagePort}/`, desk)).toEqual([]);
    },
    120_000,
  );

  test.each(['127.0.0.1', 'desk.lan'])(
    'on another port of the same name gets nothing from the desk as %s',
    async (desk) => {
      expect(await attacked(`http://${desk}:${pagePort}/`, desk)).toEqual([]);
    },
    120_000,
  );

  test('without an origin of its own gets nothing', async () => {
    expect(await attacked('data:text/html,<body>', 'desk.lan')).toEqual([]);
  }, 120_000);

  test('whose name was pointed at the desk gets refusals, and no word of a row', async () => {
    const yields = await attacked(`http://evil.example:${port}/api/console`, 'evil.example');
    expect(yields.length).toBeGreaterThan(0);
    for (const { attack: name, read } of yields) {
      expect([name, read]).toEqual([name, expect.stringContaining('host-not-ours')]);
    }
  }, 120_000);

  test.each(['127.0.0.1', 'desk.lan'])('that a stranger opens of the desk as %s starts nothing', async (desk) => {
    const page = await openPage(`http://evil.example:${pagePort}/`);
    for (const features of ['', 'noreferrer']) {
      const opened = context.waitForEvent('page');
      await page.evaluate(
        ([url, how]) => {
          // biome-ignore lint/suspicious/noExplicitAny: the browser's
          (globalThis as any).open(url, '_blank', how);
        },
        [`http://${desk}:${port}/api/telemetry/process?watch=1`, features] as const,
      );
      const content = await (await opened).waitForFunction('document.body.textContent.includes("cross-origin")');
      expect(content).toBeTruthy();
      expect(await running()).toEqual({ process: 0 });
    }
  });

  test('that the configuration trusts reads, changes and starts: the attacks have teeth', async () => {
    const page = await openPage(`http://panel.example:${pagePort}/`);
    const yields = await page.evaluate(attack, `http://desk.lan:${port}/api`);
    const read = new Map(yields.map(({ attack: name, read }) => [name, read]));
    expect(read.get('fetch a row')).toMatch(/^200 \{.*"engine"/);
    expect(read.get('get by XMLHttpRequest')).toMatch(/^200 /);
    expect(read.get('patch by fetch')).toMatch(/^200 \{.*"name":"evil"/);
    expect(read.get('patch by XMLHttpRequest')).toMatch(/^200 /);
    expect(read.get('an EventSource')).toMatch(/^event \{.*"rssMb"/);
    // What hangs on no origin stays forbidden: a form and a POST change nothing even from here.
    expect(read.get('post text by fetch')).toMatch(/^405 /);
    expect((await service.get('/console')).body.name).toBe('evil');
    expect((await running()).process).toBeGreaterThan(0);
  }, 120_000);

  test.each(['127.0.0.1', 'desk.lan'])('of the desk itself watches, as %s', async (desk) => {
    const page = await openPage(`http://${desk}:${port}/docs`);
    const event = await page.evaluate(
      (url) =>
        new Promise<string>((resolve) => {
          // biome-ignore lint/suspicious/noExplicitAny: the browser's
          const source = new (globalThis as any).EventSource(url);
          source.addEventListener('snapshot', ({ data }: { data: string }) => resolve(data));
          source.onerror = () => resolve('refused');
        }),
      '/api/telemetry/process?watch=1',
    );
    expect(JSON.parse(event)).toHaveProperty('rssMb');
    expect(await running()).toEqual({ process: 1 });
  });
});
