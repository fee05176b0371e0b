// A desk in this process for the views of an integrator, in a real browser: a driver that failed, a provider that is left out, a
// package of a vendor with rows of its own, plugins, and a network with a sender. Its doubles say what an engine would.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { defineProvider, Log, setting, Type, task, view } from '../../core/provider.ts';
import type { DriverChoice } from '../../core/services.ts';
import { startTestHost, type TestHost } from '../../core/testing.ts';
import { interfaceOf, joinNetwork, locked } from '../../providers/net/net-double.ts';
import { announce, plugIn, sessionOf, turns } from '../../providers/netaudio/netaudio-double.ts';
import { plain, squeeze, unsupported, writePlugins } from '../../providers/plugins/plugins-fixture.ts';
import { openBrowser } from '../docs/browser.ts';
import { pageProviders, sizes } from './opened-page.ts';

let lampLog: Log;
/** A package of a vendor, whose rows the page knows nothing of. */
const lamp = defineProvider({
  name: 'lamp',
  needs: { log: Log },
  rows: ({ log }) => [
    ...logged(log),
    view('/lamp', {
      summary: 'The lamps of the stage',
      fields: {
        items: Type.Array(Type.Object({ id: Type.String(), watts: Type.Number({ unit: 'W' }) })),
        hours: Type.Number({ unit: 'h', title: 'Hours of all lamps' }),
      },
      get: () => ({ items: [{ id: 'left', watts: 60 }], hours: 12 }),
    }),
    setting('/lamp/left', {
      summary: 'One lamp',
      fields: {
        brightnessPercent: Type.Number({ minimum: 0, maximum: 100, default: 10, unit: '%' }),
        on: Type.Boolean({ default: false }),
        colours: Type.Array(Type.Object({ name: Type.String({ maxLength: 8 }) }), { maxItems: 2, default: [] }),
      },
      writable: ['brightnessPercent', 'on', 'colours'],
    }),
    task('/lamp/calibrate', {
      summary: 'Measures all lamps',
      continuous: false,
      cancellable: true,
      extra: { rounds: Type.Integer({ minimum: 1, maximum: 3, default: 1 }) },
      run: async (_at, { rounds = 1 }, { progress, signal }) => {
        progress(1, 4, 'left');
        if (rounds === 3) {
          await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        }
        return { outcome: 'applied', rounds };
      },
    }),
  ],
});

/** The log of the vendor's package is that of the test. */
function logged(log: Log): readonly never[] {
  lampLog = log;
  return [];
}

const choice = (name: string, own: Partial<DriverChoice> = {}): DriverChoice => ({
  ...{ name, version: '1.0.0', kind: 'stagebox', chosen: true, score: 2 },
  ...{ reason: 'matches its model', state: 'running', restarts: 0 },
  ...own,
});

/** All that the page has a view of, and `vsc`, which is left out without what it needs. */
const providers = [...pageProviders.filter((name) => name !== 'record' && name !== 'takes'), 'adapter'];

export interface SiteDesk {
  readonly desk: TestHost;
  readonly page: Page;
  readonly faults: readonly string[];
  /** As the vendor's package has it. */
  log(): Log;
  /** A part of the desk's group, `plugins/squeeze`, loaded anew. */
  open(part: string, size?: keyof typeof sizes): Promise<void>;
  close(): Promise<void>;
}

export async function openSiteDesk(): Promise<SiteDesk> {
  const stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
  writePlugins(stateFolder, [squeeze, plain, unsupported]);
  const desk = await startTestHost({ providers: [...providers, lamp], required: false, stateFolder });
  desk.audio.types = ['virtual', 'box'].map((name) => ({
    ...{ name, kind: 'stagebox', transports: ['usb'], configSchema: { type: 'object' }, config: {} },
  }));
  const failed = choice('box', {
    chosen: false,
    state: 'failed',
    reason: 'set aside after three crashes',
    restarts: 3,
  });
  const building = choice('lv2', { kind: 'plugins', state: 'building', reason: 'it is being built (1 of 2)' });
  desk.audio.become({ choices: [choice('virtual'), failed, building] });
  plugIn(desk);
  await desk.patch('/net', { audioInterface: 'e0' });
  joinNetwork(desk, [interfaceOf('e0', { addresses: ['10.77.0.1'] })], locked);
  await turns();
  await announce(desk, sessionOf());
  const { context, close } = await openBrowser();
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())));
  const { origin } = new URL(desk.host.url);
  return {
    ...{ desk, page, faults },
    log: () => lampLog,
    async open(part, size = 'tablet') {
      await page.setViewportSize(sizes[size]);
      await page.goto('about:blank');
      await page.goto(`${origin}/mix#show/${part}`);
      await page.locator('.show-panel').locator('visible=true').first().waitFor();
    },
    async close() {
      await close();
      await desk.close();
      rmSync(stateFolder, { recursive: true, force: true });
    },
  };
}
