// Plugins in the inserts of a strip on the mix page in a real browser: found by what is typed, passed by, moved by the controls of
// any processor, and what happened to one that misbehaves. The rows of the desk are the judge.
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { settled, write } from '../harness/desk.ts';
import { quietConfig } from '../harness/service.ts';
import { bundle, heard, insertOf, scan } from '../plugins/desk.ts';
import { pluginUri } from '../plugins/made-bundle.ts';
import { made, whyNot } from '../plugins/what-lacks.ts';
import { type OpenedPage, openMixPage, pageProviders } from './opened-page.ts';

const missing = missingBrowser() ?? (whyNot(...made) || undefined);
if (missing !== undefined) console.warn(missing);
const place = insertOf('/channel/input/1');

describe.skipIf(missing !== undefined)('plugins on the mix page', () => {
  let opened: OpenedPage;
  beforeAll(async () => {
    const config = {
      providers: pageProviders,
      drivers: [...quietConfig.drivers, 'lv2'],
      blockFrames: 1024,
    };
    opened = await openMixPage('tablet', '/mix', { config, env: { LV2_PATH: dirname(bundle()) } });
    await opened.service.until('/console', ({ engine }) => engine === 'running');
    await scan(opened.service);
    await opened.page.evaluate(`location.hash = 'strip/input/1/insert1'`);
  });
  afterAll(() => opened?.close());

  test('a plugin is found by what is typed, and says that it runs and how late it is', async () => {
    const { page, service } = opened;
    await page.getByRole('button', { name: 'Plugin no plugin' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('keyed');
    await page.locator('.found').getByRole('button', { name: 'Test Gain' }).waitFor({ state: 'detached' });
    await page.locator('.found').getByRole('button', { name: 'Test Keyed' }).click();
    await service.until(place, ({ plugin, enabled }) => plugin === pluginUri('keyed') && enabled);
    await heard(service, place);
    await page.locator('.plugin-status[data-state="running"]').waitFor();
    const { latencyMs } = (await service.get(`${place}/status`)).body;
    await page.getByText(`${latencyMs.toFixed(2)} ms later`).waitFor();
  });

  test('its readings have the names and units that the plugin gives them', async () => {
    const { page, service } = opened;
    await service.until(`${place}/readings`, ({ reduction }) => reduction !== null);
    await page.locator('.plugin-readings dt').getByText('Gain reduction').waitFor();
    await expect.poll(() => page.locator('.plugin-readings dd').first().textContent()).toMatch(/^-?\d+\.\d/);
  });

  test('its switch passes it by, and its knob writes its value; no field of the host is among them', async () => {
    const { page, service } = opened;
    await page.locator('.processor header').getByRole('switch').click();
    await service.until(place, ({ enabled }) => enabled === false);
    await page.locator('.processor header').getByRole('switch').click();
    await service.until(place, ({ enabled }) => enabled === true);
    const before = (await service.get(`${place}/values`)).body.depth;
    await page.getByRole('slider', { name: 'Depth' }).press('ArrowUp');
    await service.until(`${place}/values`, ({ depth }) => depth !== before);
    expect(await page.locator('[data-field="plugin:uri"]').count()).toBe(0);
  });

  test('its latency is corrected by hand, in frames', async () => {
    const { page, service } = opened;
    const offset = page.locator('[data-field="offsetFrames"]');
    await offset.getByRole('slider', { name: 'Latency correction' }).press('ArrowUp');
    await service.until(`${place}/latency`, ({ offsetFrames }) => offsetFrames > 0);
    const { frames } = await service.until(
      `${place}/latency`,
      (row) => row.frames === row.pluginFrames + row.offsetFrames,
    );
    await page.locator('.plugin-latency').getByText(String(frames)).first().waitFor();
    await service.patch(`${place}/latency`, { offsetFrames: 0 });
  });

  test('one that crashes is in quarantine with its reason, and an empty place says nothing', async () => {
    const { page, service } = opened;
    await write(service, place, { plugin: pluginUri('misbehaves') });
    await settled(service);
    await heard(service, place);
    await write(service, `${place}/values`, { mode: 'crashes' });
    const status = page.locator('.plugin-status[data-state="quarantined"]');
    await status.waitFor();
    const { reason } = (await service.get(`${place}/status`)).body;
    expect(await status.textContent()).toContain(reason);
    await page.getByRole('button', { name: /^Plugin/ }).click();
    await page.locator('.found').getByRole('button', { name: 'no plugin' }).click();
    await service.until(place, ({ plugin }) => plugin === '');
    await page.locator('.plugin-status').waitFor({ state: 'detached' });
    expect(opened.faults).toEqual([]);
  });
});
