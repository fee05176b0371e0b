// A stagebox of two halves on a real service: pulled and plugged in again, not a sample of it is heard before its preamps are
// confirmed. Its sound is that of the virtual stagebox, which goes on while its driver says that it is away: what is heard
// then was not held.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestClient } from '../../core/testing.ts';
import { acmeDriver } from '../harness/acme-driver.ts';
import { box, recorded, running, settled, startRecording, stopRecording, write } from '../harness/desk.ts';
import { installInto, type Package } from '../harness/packages.ts';
import {
  outliving,
  quietConfig,
  removeFolder,
  root,
  type Service,
  startService,
  stopServices,
  temporaryFolder,
} from '../harness/service.ts';
import { fitSine, silence } from '../harness/sound.ts';

const rate = 48_000;
const awayMs = 1000;
/** So long the preamps have other values, after the plug was pulled. */
const lostMs = 4000;
const strip = '/channel/input/1';
const socket = '/stagebox/pre/inputs/1';

/** The virtual stagebox; `identify` pulls its plug for a while. */
const plugged: Package = {
  name: 'plugged-box',
  rowdesk: {
    driver: {
      api: 1,
      kind: 'stagebox',
      audio: true,
      matches: [{ transport: 'virtual', model: 'virtual-32x16' }],
      module: './index.js',
    },
  },
  files: {
    'index.js': `import virtual from '${pathToFileURL(join(root, 'hardware-drivers/virtual/dist/index.js'))}';
export default {
  ...virtual,
  open(model, context) {
    const device = virtual.open(model, context);
    let away = '';
    const become = (why) => {
      away = why;
      context.changed();
    };
    return new Proxy(device, {
      get(of, name) {
        if (name === 'description') return away === '' ? of.description : { ...of.description, away };
        if (name === 'call') {
          return () => {
            become('its plug is pulled');
            setTimeout(() => become(''), ${awayMs});
            return {};
          };
        }
        return typeof of[name] === 'function' ? of[name].bind(of) : of[name];
      },
    });
  },
};
`,
  },
};

/** Two preamps; `identify` makes them forget what they had, and take nothing for a while. */
const preamps = acmeDriver({
  name: 'acme-preamps',
  model: 'rme-babyface-pro',
  device: `({ id, label, model, transport }) => {
  const factory = { gainDb: 0, phantom: false, pad: false, label: '' };
  const paths = [1, 2].map((n) => '/stagebox/' + id + '/inputs/' + n);
  let desired = new Map();
  let revision = 0;
  let isLost = false;
  const valueOf = (path, field) => {
    const wanted = isLost ? undefined : desired.get(path + ' ' + field);
    return { path, field, value: wanted === undefined ? factory[field] : wanted, state: 'applied' };
  };
  const port = (channel) => ({ id: 'mic-' + channel, label: 'Mic ' + channel, direction: 'input', channel, connector: 'xlr' });
  return {
    description: {
      id, label, model, transport, ports: [1, 2].map(port), audioHalf: { id: '${box}' },
      inputLatencyFrames: 0, outputLatencyFrames: 0, clockId: '', supportedRates: [],
    },
    apply(newest, values) {
      revision = newest;
      for (const { path, field, value } of values) desired.set(path + ' ' + field, value);
      return [];
    },
    observe: () => ({
      revision,
      values: paths.flatMap((path) => Object.keys(factory).map((field) => valueOf(path, field))),
    }),
    call() {
      isLost = true;
      setTimeout(() => { isLost = false; }, ${lostMs});
      return {};
    },
  };
}`,
});

const config = {
  ...outliving,
  drivers: ['mixer', plugged.name, preamps.name],
  devices: [...quietConfig.devices, { id: 'pre', transport: 'acme', model: 'rme-babyface-pro' }],
};

let state: string;
let desk: Service;
let client: TestClient;
beforeAll(async () => {
  state = temporaryFolder();
  installInto(state, [plugged, preamps]);
  desk = await startService({ strips: 'all', state, config });
  client = new TestClient(desk.url);
  await running(desk);
  await desk.until('/stagebox/pre', ({ audio, missing }) => audio === box && missing === '');
  for (const [n, frequencyHz] of [
    [1, 1000],
    [9, 500],
  ]) {
    await write(desk, `/stagebox/${box}/inputs/${n}`, { signal: 'sine', frequencyHz, levelDbfs: -20 });
    await write(desk, `/channel/input/${n}`, { sourceId: `${box}:in-${n}`, levelDb: 0, mainAssigned: n === 1 });
  }
  await write(desk, '/channel/input/9/sends/mix/1', { levelDb: 0 });
  const leg = (kind: string, port: number) => ({
    ...{ strip: { kind, index: 1 }, leg: 'left', portId: `${box}:out-${port}`, levelDb: 0 },
  });
  await write(desk, '/patch', { outputs: [leg('main', 1), leg('mix', 5)] });
  await write(desk, '/channel/main/1', { levelDb: 0 });
  await write(desk, `${strip}/preamp`, { gainDb: 30 });
  await settled(desk);
  await desk.until(strip, ({ mutedBy }) => mutedBy.length === 0);
});
afterAll(async () => {
  client?.end();
  await stopServices();
  removeFolder(state);
});

test('pulled and plugged in again, a strip is silent until its preamp has what is wanted', {
  timeout: 60_000,
}, async () => {
  expect((await desk.get(`${strip}/preamp`)).body).toMatchObject({ device: 'pre', gainDb: 30, confirmed: true });
  await startRecording(desk, [1, 5]);
  await recorded(desk, 0.5);
  await write(desk, '/stagebox/pre/identify', { running: true });
  await write(desk, `/stagebox/${box}/identify`, { running: true });
  await desk.until(strip, ({ mutedBy }) => mutedBy.includes('stagebox'));
  await desk.until('/stagebox/pre', ({ missing }) => missing === '');
  expect((await desk.get(strip)).body.mutedBy, 'it is back, and its preamp is not').toEqual(['stagebox']);
  await desk.until(socket, ({ confirmed }) => !confirmed);
  const watched = await client.watch(strip);
  let { row } = await watched.next();
  while (row.mutedBy.length > 0) row = (await watched.next()).row;
  watched.close();
  expect((await desk.get(socket)).body).toMatchObject({ gainDb: 30, confirmed: true });
  await recorded(desk, 0.5);
  const { channels } = await stopRecording(desk);
  const [heard, other] = channels as [Float64Array, Float64Array];
  const gap = silence(heard);
  expect(gap.frames / rate).toBeGreaterThan((lostMs - 1000) / 1000);
  const before = fitSine(heard.subarray(0.2 * rate, gap.at - 0.05 * rate), 1000, rate);
  const after = fitSine(heard.subarray(gap.at + gap.frames + 0.15 * rate), 1000, rate);
  for (const { levelDb, residualDb } of [before, after]) {
    expect(levelDb).toBeCloseTo(before.levelDb, 2);
    expect(residualDb).toBeLessThan(-80);
  }
  expect(fitSine(other, 500, rate).residualDb, 'a socket without a preamp is not held').toBeLessThan(-80);
  expect((await desk.get('/warnings')).body.warnings.map(({ id }: { id: string }) => id)).not.toContain(
    'preamps-unconfirmed-pre',
  );
});

test('preamps that are gone by themselves, and a control process that is killed, are not heard', {
  timeout: 60_000,
}, async () => {
  await startRecording(desk, [1]);
  await recorded(desk, 0.5);
  await write(desk, '/stagebox/pre/identify', { running: true });
  await desk.until(socket, ({ confirmed }) => !confirmed);
  await desk.until(socket, ({ confirmed }) => confirmed);
  client.end();
  await desk.kill();
  desk = await startService({ strips: 'all', state, config });
  client = new TestClient(desk.url);
  await desk.until('/stagebox/pre', ({ missing, audio }) => audio === box && missing === '');
  await recorded(desk, 3);
  const { channels } = await stopRecording(desk);
  const heard = channels[0] as Float64Array;
  expect(fitSine(heard.subarray(0.2 * rate), 1000, rate).residualDb).toBeLessThan(-80);
});
