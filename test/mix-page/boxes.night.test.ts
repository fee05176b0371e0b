// A stagebox of two halves on the mix page in a real browser: the driver of TotalMix at the simulated device, whose sound is
// the virtual stagebox. The registers of the device are the judge.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { quietConfig, removeFolder, temporaryFolder } from '../harness/service.ts';
import { endSimulators, simulatorLacks, startSimulator } from '../totalmix/simulator.ts';
import { type OpenedPage, openMixPage, pageProviders } from './opened-page.ts';

const missing = missingBrowser() ?? (simulatorLacks === '' ? undefined : simulatorLacks);
if (missing !== undefined) console.warn(missing);
const card = 'virtual-32x16';

describe.skipIf(missing !== undefined)('a stagebox of two halves on the mix page', () => {
  const folder = temporaryFolder();
  let opened: OpenedPage;

  beforeAll(async () => {
    const device = await startSimulator(join(folder, 'midi'));
    const devices = [{ id: 'ucx2', model: 'rme-fireface-ucx-ii', midi: device.link, audioHalf: card }];
    const config = {
      providers: pageProviders,
      drivers: [...quietConfig.drivers, { name: 'totalmix', config: { devices } }],
    };
    opened = await openMixPage('tablet', '/mix#show/boxes/ucx2', { config });
    const { service } = opened;
    await service.until('/console', ({ engine }) => engine === 'running');
    await service.until('/stagebox/ucx2', ({ missing }) => missing === '');
  });
  afterAll(async () => {
    await opened?.close();
    await endSimulators();
    removeFolder(folder);
  });

  test('it stands once in the list, and a name of a socket is set there', async () => {
    const { page, service } = opened;
    const list = page.locator('.show-list [role="listitem"]');
    await list.first().waitFor();
    expect(await list.count()).toBe(1);
    const name = page.locator('.socket').first().locator('[data-field="label"] input');
    await name.fill('Vocals');
    await name.press('Enter');
    await service.until('/stagebox/ucx2/inputs/1', ({ label }) => label === 'Vocals');
  });

  test('without its preamps it says so, with the reason, in the list, at the box and at the strip', async () => {
    const { page, service } = opened;
    const { sourceId } = (await service.get('/stagebox/ucx2/inputs/1')).body;
    expect(sourceId).toMatch(/^virtual-32x16:in-/);
    await service.patch('/channel/input/1', { sourceId });
    await endSimulators();
    await service.until('/stagebox/ucx2', (row) => row.missing === 'control');
    await page.locator('.show-list').getByText('Its preamps are missing').waitFor();
    const { reason } = (await service.get('/stagebox/ucx2')).body;
    await page.locator('.show-detail').getByText(`Its preamps are missing: ${reason}`).waitFor();
    await page.evaluate(`location.hash = 'strip/input/1'`);
    await page.locator('[data-box="ucx2"]').getByText('its preamps are missing').waitFor();
  });
});
