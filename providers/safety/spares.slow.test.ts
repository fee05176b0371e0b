import { defineProvider, Refusal, Validators } from 'rowdesk/provider';
import { FakeTime, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const port = (n: number) => `virtual-32x16:in-${n}`;
const path = '/channel/input/1';
const sparePath = '/safety/spares/input/1';

let desk: TestHost;
let time: FakeTime;
/** dBFS, by input of the stagebox; what is not named is silent. */
let levels: Record<number, number>;
/** Whether a commit that selects a spare is refused. */
let isRefused: boolean;

const refusing = defineProvider({
  name: 'refusing',
  needs: { validators: Validators },
  rows: () => [],
  start: ({ validators }) =>
    validators.use((after, _before, paths) => {
      if (!isRefused || !paths.includes(path) || after.read(path).sourceSelected !== 'spare') return;
      throw new Refusal('conflict', 'The spare is in use');
    }),
});

beforeEach(async () => {
  isRefused = false;
  time = new FakeTime();
  levels = {};
  desk = await startTestHost({ providers: ['console', 'channel', 'patch', 'safety', refusing], time });
  desk.audio.answers.set('mixer inputLevels', () => ({
    levels: Array.from({ length: 32 }, (_, n) => ({ portId: port(n + 1), levelDb: levels[n + 1] ?? -144 })),
  }));
  await desk.patch(path, { sourceId: port(1), spareSourceId: port(2) });
});
afterEach(() => desk.close());

const arm = (body: object) => desk.patch(sparePath, { armed: true, ...body });
const selected = () => desk.host.desk.read(path).sourceSelected;
const asked = () => desk.audio.calls.filter(({ method }) => method === 'inputLevels');
const refusedSwitch = {
  id: 'spare-refused-input-1',
  severity: 'alarm',
  path: sparePath,
  detail: 'It is tried again every second: The spare is in use',
};
/** The disk has a time of its own; what is told of it is not looked at. */
const told = () => desk.host.warnings.list().filter(({ id }) => id.startsWith('spare'));
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** The mixer is asked again and again, and answers in its own time. */
async function pass(ms: number, stepMs = 50): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    time.advance(stepMs);
    await turn();
  }
}

describe('silence', () => {
  test('a main that is silent for 500 ms is left within 50 ms more, whenever it fell silent', async () => {
    for (const beginMs of [0, 30, 70]) {
      levels = { 1: -20, 2: -20 };
      await desk.patch(path, { sourceSelected: 'main' });
      await arm({ trigger: 'silence', silenceMs: 500 });
      await pass(3000, 10);
      await pass(beginMs, 10);
      levels = { 1: -90, 2: -20 };
      await pass(460, 10);
      expect(selected()).toBe('main');
      await pass(90, 10);
      expect(selected()).toBe('spare');
    }
  });

  test('a main that stays silent for so long while the spare sounds is left for it, by an actor of its own', async () => {
    levels = { 1: -20, 2: -20 };
    await arm({ trigger: 'silence', silenceMs: 1000 });
    await pass(5000);
    expect(selected()).toBe('main');
    levels = { 1: -71, 2: -49 };
    await pass(900);
    expect(selected()).toBe('main');
    await pass(300);
    expect(selected()).toBe('spare');
    expect(desk.audio.target('mixer').value(path, 'sourceSelected')).toBe('spare');
    expect(desk.host.desk.history.entries.at(-1)).toMatchObject({
      actor: 'spare',
      label: 'input/1 to its spare: silence',
    });
    const { body } = await desk.get(sparePath);
    expect(body).toMatchObject({ active: true, strip: { kind: 'input', index: 1 }, spareSourceId: port(2) });
    expect(Date.parse(body.switchedAt)).toBeGreaterThan(time.now() - 400);
    expect((await desk.get('/safety')).body.spares).toEqual([body]);
    expect(told()).toMatchObject([{ id: 'spare-input-1', path: sparePath }]);
  });

  test('it never goes back by itself, and begins anew once somebody went back', async () => {
    levels = { 2: -20 };
    await arm({ trigger: 'silence', silenceMs: 500 });
    await pass(1000);
    levels = { 1: -20 };
    await pass(20_000);
    expect(selected()).toBe('spare');
    await desk.patch(path, { sourceSelected: 'main' });
    expect(told()).toEqual([]);
    levels = { 2: -20 };
    await pass(300);
    expect(selected()).toBe('main');
    await pass(500);
    expect(selected()).toBe('spare');
  });

  test.each([
    ['the main is at -70', { 1: -70, 2: -20 }],
    ['the spare is at -50', { 1: -144, 2: -50 }],
    ['both are silent', {}],
  ])('it stays while %s', async (_, now) => {
    levels = now;
    await arm({ trigger: 'silence', silenceMs: 500 });
    await pass(15_000);
    expect(selected()).toBe('main');
  });

  test('one sound of the main, or a spare that is quiet for longer than a pause, begins the time anew', async () => {
    await arm({ trigger: 'silence', silenceMs: 2000 });
    for (const break_ of [{ 1: -20, 2: -20 }, {}] as Record<number, number>[]) {
      levels = { 2: -20 };
      await pass(1800);
      levels = break_;
      await pass(1 in break_ ? 100 : 800);
      levels = { 2: -20 };
      await pass(1800);
      expect(selected()).toBe('main');
      levels = { 1: -20 };
      await pass(200);
    }
    levels = { 2: -20 };
    await pass(1000);
    levels = {};
    await pass(300);
    levels = { 2: -20 };
    await pass(900);
    expect(selected(), 'a pause of speech is none').toBe('spare');
  });

  test('of a stereo strip the louder leg counts, also where its right leg hears a port of its own', async () => {
    const aux = '/channel/aux/1';
    await desk.patch(aux, { sourceId: port(5), spareSourceId: port(7) });
    await desk.patch('/patch/rightLegs/aux/1', { sourceId: port(9) });
    await desk.patch('/safety/spares/aux/1', { armed: true, trigger: 'silence', silenceMs: 500 });
    levels = { 8: -20, 9: -20 };
    await pass(3000);
    expect(desk.host.desk.read(aux).sourceSelected).toBe('main');
    levels = { 8: -20 };
    await pass(800);
    expect(desk.host.desk.read(aux).sourceSelected).toBe('spare');
  });

  test('while the mixer does not answer nobody knows what is silent', async () => {
    levels = { 2: -20 };
    await arm({ trigger: 'silence', silenceMs: 1000 });
    await pass(800);
    desk.audio.answers.set('mixer inputLevels', () => {
      throw new Error('away');
    });
    await pass(3000);
    expect(selected()).toBe('main');
  });

  test('the mixer is asked only while a strip that hears its main source is armed so', async () => {
    levels = { 1: -20, 2: -20 };
    const timers = time.timers;
    await arm({ trigger: 'manual' });
    await pass(1000);
    expect(asked()).toEqual([]);
    await arm({ trigger: 'silence' });
    await pass(1000);
    expect(asked().length).toBeGreaterThan(5);
    expect(asked()[0]?.args).toEqual({ reader: 1 });
    const stops: object[] = [{ armed: false }, { armed: true, trigger: 'device-lost' }];
    for (const body of stops) {
      await desk.patch(sparePath, body);
      const count = asked().length;
      await pass(1000);
      expect(asked()).toHaveLength(count);
      expect(time.timers).toBeLessThanOrEqual(timers);
      await arm({ trigger: 'silence' });
    }
    await desk.patch(path, { spareSourceId: '' });
    const count = asked().length;
    await pass(1000);
    expect(asked()).toHaveLength(count);
  });

  test('a spare that the patchbay leaves to hands is gone over to by hands only', async () => {
    const studio = await startTestHost({
      providers: ['console', 'channel', 'patch', 'source', 'patchbay', 'safety'],
      time,
    });
    try {
      studio.audio.answers.set('mixer inputLevels', () => ({ levels: [{ portId: port(2), levelDb: -20 }] }));
      await studio.patch(path, { sourceId: port(1), spareSourceId: port(2) });
      await studio.patch(`/patchbay/ignored/${port(2)}`, { policy: 'no-auto-patch' });
      await studio.patch(sparePath, { armed: true, trigger: 'silence', silenceMs: 500 });
      await pass(3000);
      expect(studio.host.desk.read(path).sourceSelected).toBe('main');
      expect((await studio.patch(path, { sourceSelected: 'spare' })).status).toBe(200);
      await studio.patch(path, { sourceSelected: 'main' });
      await studio.patch(`/patchbay/ignored/${port(2)}`, { policy: 'offered' });
      await pass(3000);
      expect(studio.host.desk.read(path).sourceSelected).toBe('spare');
    } finally {
      await studio.close();
    }
  });

  test('a switch that is refused is a warning, and is tried again while the main is silent', async () => {
    await arm({ trigger: 'silence', silenceMs: 500 });
    isRefused = true;
    levels = { 2: -20 };
    await pass(1000);
    expect(selected()).toBe('main');
    expect(told()).toMatchObject([refusedSwitch]);
    levels = { 1: -20, 2: -20 };
    await pass(200);
    expect(told()).toEqual([]);
    levels = { 2: -20 };
    await pass(1000);
    expect(told()).toMatchObject([refusedSwitch]);
    isRefused = false;
    await pass(1200);
    expect(selected()).toBe('spare');
    expect(told()).toMatchObject([{ id: 'spare-input-1' }]);
  });

  test('a lock of the console does not keep the show from going on', async () => {
    await arm({ trigger: 'silence', silenceMs: 500 });
    await desk.patch('/console', { locked: 'all' });
    expect((await desk.patch(sparePath, { armed: false })).status).toBe(423);
    levels = { 2: -20 };
    await pass(1000);
    expect(selected()).toBe('spare');
  });
});

describe('device-lost', () => {
  const other = 'virtual-8x8';
  const present = (now: Record<string, boolean>) =>
    desk.audio.devices.map((device) => ({ ...device, present: now[device.id] ?? device.present }));
  const whole = { 'virtual-32x16': true, [other]: true };

  beforeEach(async () => {
    const [first] = desk.audio.devices;
    const ports = first?.ports.map((each) => ({ ...each, id: each.id.replace('virtual-32x16', other) })) ?? [];
    desk.audio.become({ devices: [...desk.audio.devices, { ...first, id: other, ports } as never] });
    await desk.patch(path, { spareSourceId: `${other}:in-1` });
  });

  test('a strip goes over when the device of its main source goes, and not back when it comes', async () => {
    await arm({ trigger: 'device-lost' });
    desk.audio.become({ devices: present({ 'virtual-32x16': false }) });
    expect(selected()).toBe('spare');
    expect(desk.host.desk.history.entries.at(-1)).toMatchObject({ actor: 'spare' });
    desk.audio.become({ devices: present(whole) });
    expect(selected()).toBe('spare');
  });

  test('a switch that is refused is a warning, and is tried again while the device is gone', async () => {
    await arm({ trigger: 'device-lost' });
    isRefused = true;
    desk.audio.become({ devices: present({ 'virtual-32x16': false }) });
    await turn();
    expect(selected()).toBe('main');
    expect(told()).toMatchObject([refusedSwitch]);
    desk.audio.become({ devices: present(whole) });
    expect(told()).toEqual([]);
    await pass(2000);
    desk.audio.become({ devices: present({ 'virtual-32x16': false }) });
    await pass(5000);
    expect(told()).toMatchObject([refusedSwitch]);
    isRefused = false;
    await pass(1000);
    expect(selected()).toBe('spare');
    expect(told()).toMatchObject([{ id: 'spare-input-1' }]);
  });

  test('the warning of a refused switch goes when nothing is armed any more', async () => {
    await arm({ trigger: 'device-lost' });
    isRefused = true;
    desk.audio.become({ devices: present({ 'virtual-32x16': false }) });
    await turn();
    expect(told()).toMatchObject([refusedSwitch]);
    await arm({ armed: false });
    expect(told()).toEqual([]);
  });

  test('a spare that is away too is gone over to when it comes, if the main is still away', async () => {
    await arm({ trigger: 'device-lost' });
    desk.audio.become({ devices: present({ 'virtual-32x16': false, [other]: false }) });
    expect(selected()).toBe('main');
    desk.audio.become({ devices: present({ [other]: true }) });
    expect(selected()).toBe('spare');
  });

  test('a device that was away before, and a mixer that starts again, are no reason', async () => {
    desk.audio.become({ devices: present({ 'virtual-32x16': false }) });
    await arm({ trigger: 'device-lost' });
    expect(selected()).toBe('main');
    desk.audio.become({ devices: present(whole) });
    desk.audio.become({ state: 'degraded', devices: present({ 'virtual-32x16': false, [other]: false }) });
    desk.audio.become({ devices: present({ [other]: true }) });
    desk.audio.become({ devices: present(whole) });
    desk.audio.become({ state: 'running' });
    expect(selected()).toBe('main');
  });

  test('who goes back to a main that is still away is left alone', async () => {
    await arm({ trigger: 'device-lost' });
    desk.audio.become({ devices: present({ 'virtual-32x16': false }) });
    await desk.patch(path, { sourceSelected: 'main' });
    desk.audio.become({ clock: { ...desk.audio.clock, quantum: 128 } });
    expect(selected()).toBe('main');
  });

  test('a port of an audio server goes with its node', async () => {
    const ports = [{ id: 'player:out', label: '', direction: 'source' as const, channel: 1, latencyFrames: null }];
    const node = { id: 'player', label: '', device: '', kind: 'stream' as const, driver: '', ports };
    desk.audio.graph.become({ others: [{ ...node, present: true }] });
    await desk.patch(path, { sourceId: 'player:out' });
    await arm({ trigger: 'device-lost' });
    desk.audio.graph.become({ others: [{ ...node, present: false }] });
    expect(selected()).toBe('spare');
  });
});

test('what a hand does is shown too, and when it was is stored', async () => {
  const watched = await desk.watch(sparePath);
  expect((await watched.next()).row).toMatchObject({ armed: false, active: false, switchedAt: '' });
  await desk.patch(path, { sourceSelected: 'spare' });
  expect((await watched.next()).row.active).toBe(true);
  const switchedAt = new Date(time.now()).toISOString();
  expect((await watched.next()).row).toMatchObject({ active: true, switchedAt });
  watched.close();
  await desk.patch(path, { sourceSelected: 'main' });
  expect((await desk.get(sparePath)).body).toMatchObject({ active: false, switchedAt });
  expect(desk.host.desk.documents.get('spare', 'input-1')?.body).toEqual({ switchedAt });
});
