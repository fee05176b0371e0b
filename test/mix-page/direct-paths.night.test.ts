// Direct paths of the hardware on the mix page in a real browser: the driver of TotalMix at the simulated device, whose
// sound is the virtual stagebox. The registers of the device are the judge.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { quietConfig, removeFolder, temporaryFolder } from '../harness/service.ts';
import { endSimulators, type Simulator, simulatorLacks, startSimulator } from '../totalmix/simulator.ts';
import { type OpenedPage, openMixPage, pageProviders } from './opened-page.ts';

const missing = missingBrowser() ?? (simulatorLacks === '' ? undefined : simulatorLacks);
const card = 'virtual-32x16';

describe.skipIf(missing !== undefined)('direct paths on the mix page', () => {
  const folder = temporaryFolder();
  let device: Simulator;
  let opened: OpenedPage;

  beforeAll(async () => {
    device = await startSimulator(join(folder, 'midi'));
    const devices = [{ id: 'ucx2', model: 'rme-fireface-ucx-ii', midi: device.link, audioHalf: card }];
    const config = {
      providers: [...pageProviders, 'vendorA'],
      drivers: [...quietConfig.drivers, { name: 'totalmix', config: { devices } }],
    };
    opened = await openMixPage('tablet', '/mix#strip/input/1/direct', { config });
    const { service } = opened;
    await service.until('/console', ({ engine }) => engine === 'running');
    await service.until('/directPath', ({ available }) => available);
    await service.patch('/channel/input/1', { sourceId: `${card}:in-3`, levelDb: 0 });
    await service.patch('/channel/main/1', { levelDb: -20 });
  });
  afterAll(async () => {
    await opened?.close();
    await endSimulators();
    removeFolder(folder);
  });

  test('a route of the source is faded up; the device has it, and the page says by which strips it is heard twice', async () => {
    const { page, service } = opened;
    const direct = page.getByRole('region', { name: 'Direct' });
    await direct.getByRole('slider', { name: 'Direct to Analog 1', exact: true }).press('ArrowUp');
    const place = '/vendorA/totalmix/mix/1/3';
    await service.until(place, ({ levelDb, confirmed }) => levelDb === -65 && confirmed);
    await direct.getByRole('slider', { name: 'Direct to Analog 1', exact: true }).press('PageUp');
    const { levelDb } = await service.until(place, ({ levelDb, confirmed }) => levelDb > -65 && confirmed);
    expect((await device.registers()).mix['1/3']).toMatchObject({ level: 10 * levelDb });
    await page.getByText(/^Heard here twice: also through .* → .*/).waitFor();
    const { warnings } = (await service.get('/warnings')).body;
    const ids = warnings.map(({ id }: { id: string }) => id);
    expect(ids).toContain('direct-path-comb-ucx2.1.3');
    await service.patch('/channel/input/1', { mainAssigned: false });
    await page.getByText(/^Heard here twice/).waitFor({ state: 'detached' });
  });

  test('a strip whose source the hardware has not, has no such part', async () => {
    const { page, service } = opened;
    await page.getByRole('button', { name: 'Direct', exact: true }).waitFor();
    await service.patch('/channel/input/1', { sourceId: `${card}:in-32` });
    await page.getByRole('button', { name: 'Direct', exact: true }).waitFor({ state: 'detached' });
  });

  test('nothing of this made the browser complain', () => {
    // A strip without a source, or whose source has no preamp, has nothing to set there.
    expect(opened.faults.filter((fault) => !fault.includes('424'))).toEqual([]);
    expect(opened.foreign).toEqual([]);
  });
});
