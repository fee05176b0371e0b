// Talkback on the running service, as it sounds.
import { afterEach, expect, test } from 'vitest';
import { box, patchThrough, settled, write } from '../harness/desk.ts';
import { type Service, stopServices } from '../harness/service.ts';
import { magnitudeAt } from '../harness/spectrum.ts';
import { rate, record, startShow } from './safety-desk.ts';

afterEach(stopServices);

const path = '/talkback/1';
const programmeHz = 1000;
const talkHz = 3000;

/** Peak levels of programme and talkback in the last tenth of a second: whole periods of both. */
function levels(samples: Float64Array | undefined): { programme: number; talk: number } {
  const last = (samples as Float64Array).subarray(-rate / 10);
  const of = (hz: number) => 20 * Math.log10((2 * magnitudeAt(last, hz, rate)) / last.length);
  return { programme: of(programmeHz), talk: of(talkHz) };
}
const heard = async (service: Service) => (await record(service, [1, 3, 4], 0.3, async () => {})).map(levels);

/** Watches the row as the client of this name until it is let go. */
async function watchAs(service: Service, actor: string): Promise<() => void> {
  const leaving = new AbortController();
  const response = await fetch(`${service.url}${path}?watch=1`, {
    signal: leaving.signal,
    headers: { 'rowdesk-actor': actor },
  });
  await response.body?.getReader().read();
  return () => leaving.abort();
}

test('it talks into its destinations over their dimmed programme, for as long as the client that holds it watches', async () => {
  const service = await startShow();
  await patchThrough(service, 1, { signal: 'sine', frequencyHz: programmeHz, levelDbfs: -20 });
  await write(service, `/stagebox/${box}/inputs/9`, { signal: 'sine', frequencyHz: talkHz, levelDbfs: -30 });
  await write(service, '/channel/input/1', { pan: -100 });
  for (const index of [1, 2]) await write(service, `/channel/input/1/sends/mix/${index}`, { levelDb: 0 });
  const plays = (kind: string, index: number, leg: string, output: number) => {
    return { strip: { kind, index }, leg, portId: `${box}:out-${output}` };
  };
  const outputs = [plays('main', 1, 'left', 1), plays('mix', 1, 'mono', 3), plays('mix', 2, 'mono', 4)];
  await write(service, '/patch', { outputs });
  const destinations = [
    { kind: 'main', index: 1 },
    { kind: 'mix', index: 1 },
  ];
  const setting = { mode: 'push', sourceId: `${box}:in-9`, levelDb: -3, dimBusesDb: -20, destinations };
  await write(service, path, setting);
  await settled(service);
  const programme = (await heard(service)).map((level) => level.programme);
  for (const level of programme) expect(level).toBeCloseTo(-20, 1);

  const leave = await watchAs(service, 'foh');
  const other = await watchAs(service, 'monitors');
  expect((await service.patch(path, { on: true }, { 'rowdesk-actor': 'foh' })).body.on).toBe(true);
  await settled(service);
  const [main, first, second] = await heard(service);
  for (const level of [main, first]) {
    expect(level?.talk).toBeCloseTo(-33, 1);
    expect(level?.programme).toBeCloseTo(-40, 1);
  }
  expect(second?.talk).toBeLessThan(-120);
  expect(second?.programme).toBeCloseTo(-20, 1);

  other();
  await heard(service);
  expect((await service.get(path)).body.on, 'another client that leaves lets nothing go').toBe(true);
  leave();
  await service.until(path, (row) => row.on === false);
  await settled(service);
  for (const level of await heard(service)) {
    expect(level.talk).toBeLessThan(-120);
    expect(level.programme).toBeCloseTo(-20, 1);
  }

  await write(service, path, { mode: 'latch', on: true });
  await write(service, '/safety/panic', { scope: 'all' });
  await write(service, '/safety/panic', { scope: null });
  expect((await service.get(path)).body.on).toBe(false);
  await service.until('/channel/main/1', (row) => row.mutedBy.length === 0);
  for (const level of await heard(service)) expect(level.talk).toBeLessThan(-120);
  // what was off at the panic is heard as soon as it is on again
  await write(service, path, { on: true });
  await settled(service);
  expect((await heard(service))[0]?.talk).toBeCloseTo(-33, 1);

  // it is on when the control process dies, and off as soon as there is one again
  await service.kill();
  const again = await startShow({ state: service.state });
  expect((await again.get(path)).body).toMatchObject({ ...setting, mode: 'latch', on: false });
  await settled(again);
  for (const level of await heard(again)) expect(level.talk).toBeLessThan(-120);
}, 120_000);
