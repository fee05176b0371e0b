// Targets that refuse, keep their own mind or can't be read, in real driver processes: they are told of, and hold
// nothing up.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { settled, write } from '../harness/desk.ts';
import { installInto } from '../harness/packages.ts';
import { quietConfig, type Service, startService, stopServices, temporaryFolder } from '../harness/service.ts';
import { acme, lampDriver, lamps } from './unwilling-lamps.ts';

let service: Service;
beforeAll(async () => {
  const state = temporaryFolder();
  installInto(state, [lamps, lampDriver]);
  const providers = [...quietConfig.providers, lamps.name];
  const drivers = [...quietConfig.drivers, lampDriver.name];
  const devices = [...quietConfig.devices, acme];
  service = await startService({ state, config: { providers, drivers, devices, heartbeatMs: 100 } });
});
/** Each begins with lamps that are off and agree. */
beforeEach(async () => {
  for (const lamp of [1, 2, 3, 4]) await write(service, `/lamps/${lamp}`, { percent: 0 });
  for (const lamp of [1, 2, 4])
    await service.until(`/lamps/${lamp}`, ({ has, state }) => has === 0 && state === 'applied');
  await service.until('/lamps/3', ({ has }) => has === 0);
  await service.until('/warnings', ({ warnings }) => !warnings.some(({ id }: Told) => id.includes('acme')));
  await settled(service);
});
afterAll(stopServices);

interface Told {
  readonly id: string;
  readonly detail: string;
}
const warning = async (id: string): Promise<Told | undefined> =>
  (await service.get('/warnings')).body.warnings.find((each: Told) => each.id === id);
const warned = (id: string) => service.until('/warnings', (row) => row.warnings.some((each: Told) => each.id === id));
/** Until it has been asked at least once what it has. */
async function asked(): Promise<void> {
  const beats = ({ ops }: { ops: { op: string; count: number }[] }) =>
    ops.find(({ op }) => op === 'heartbeat')?.count ?? 0;
  const before = beats((await service.get('/telemetry/perf')).body);
  await service.until('/telemetry/perf', (row) => beats(row) >= before + 2);
}
const unwarned = (id: string) =>
  service.until('/warnings', (row) => !row.warnings.some((each: Told) => each.id === id));

test('a refused value stays wanted, with the reason in its row and in a warning, and the barrier goes on', async () => {
  await write(service, '/lamps/1', { percent: 80 });
  await settled(service);
  expect((await service.get('/lamps/1')).body).toMatchObject({ percent: 80, has: 0 });
  const said = { state: 'refused', reason: 'its fuse allows 50 %' };
  expect((await service.get('/lamps/1')).body).toMatchObject(said);
  await asked();
  expect((await service.get('/lamps/1')).body).toMatchObject({ percent: 80, has: 0, ...said });
  expect((await warning('refused-stagebox-acme-1'))?.detail).toBe('/lamps/1 percent: its fuse allows 50 %.');
  await write(service, '/lamps/1', { percent: 40 });
  await service.until('/lamps/1', (row) => row.percent === 40 && row.has === 40);
  await unwarned('refused-stagebox-acme-1');
});

test('one that takes a value and keeps its own is told three times, and then listed as refused', async () => {
  await write(service, '/lamps/2', { percent: 70 });
  await settled(service);
  await warned('refused-stagebox-acme-1');
  expect((await warning('refused-stagebox-acme-1'))?.detail).toContain('it takes the value and still reports 12');
  expect((await service.get('/lamps/2')).body).toMatchObject({ percent: 70, has: 12, state: 'applied' });
  const { entries, total } = (await service.get('/telemetry/convergence/corrections')).body;
  expect(entries[0]).toMatchObject({ path: '/lamps/2', wanted: 70, observed: 12, outcome: 'refused' });
  expect(total).toBe(0);
});

test('what can not be read back is shown as such, and settled once it is sent', async () => {
  await write(service, '/lamps/3', { percent: 30 });
  await settled(service);
  await service.until('/lamps/3', (row) => row.has === 30 && row.state === 'unverified');
  expect((await service.get('/warnings')).body.warnings.filter(({ id }: Told) => id.includes('acme'))).toEqual([]);
});

test('a target that can not be read is told with its words, and holds nothing up; when it can be read, all is well', async () => {
  await write(service, '/lamps/4', { percent: 1 });
  await warned('unreadable-stagebox-acme-1');
  expect((await warning('unreadable-stagebox-acme-1'))?.detail).toContain('the wire is broken');
  await settled(service);
  await write(service, '/lamps/3', { percent: 55 });
  await settled(service);
  await write(service, '/lamps/4', { percent: 0 });
  await service.until('/lamps/4', (row) => row.has === 0 && row.state === 'applied');
  await unwarned('unreadable-stagebox-acme-1');
});

test('a driver that hangs is told, and holds up neither the barrier nor anybody else', async () => {
  await write(service, '/lamps/5', { percent: 1 });
  await warned('unreadable-stagebox-acme-1');
  const revision = await write(service, '/lamps/3', { percent: 55 });
  await write(service, '/channel/input/1', { levelDb: -10 });
  await service.until('/telemetry/convergence', (row) => row.barrier > revision);
  expect((await service.get('/lamps/5')).body.percent).toBe(1);
});
