// A whole desk whose preamps and routing are those of TotalMix FX on another computer, by its OSC remote.
import { afterEach, expect, test } from 'vitest';
import { write } from '../harness/desk.ts';
import { quietConfig, type Service, startService, stopServices } from '../harness/service.ts';
import { freePort, TotalMixFx } from './totalmix-fx.ts';

let fx: TotalMixFx | undefined;
afterEach(async () => {
  await stopServices();
  await fx?.end();
  fx = undefined;
});

const rootPath = '/vendorA/totalmix';
const counts = { inputs: 20, playbacks: 20, outputs: 20 };

async function start(): Promise<Service> {
  const listenPort = await freePort();
  fx = await TotalMixFx.start({ sendPort: listenPort, ...counts });
  const osc = { host: '127.0.0.1', port: fx.port, listenPort };
  const totalmix = { name: 'totalmix', config: { devices: [{ id: 'fx', model: 'rme-fireface-ucx-ii', osc }] } };
  const config = {
    providers: [...quietConfig.providers, 'directPath', 'vendorA'],
    drivers: ['mixer', 'virtual', totalmix],
  };
  const desk = await startService({ config });
  await desk.until(rootPath, ({ state }) => state === 'connected');
  return desk;
}

const mixer = async () => (await (fx as TotalMixFx).state()).state;

test('the desk sets preamps and routes of TotalMix FX, and takes over what is changed there', async () => {
  const desk = await start();
  await write(desk, '/stagebox/fx/inputs/1', { gainDb: 30, phantom: true });
  await write(desk, `${rootPath}/mix/3/1`, { levelDb: -12.3, pan: -40 });
  await write(desk, `${rootPath}/outputs/4`, { levelDb: -20, muted: true, referenceLevel: '+19 dBu' });
  await desk.until('/stagebox/fx/inputs/1', ({ confirmed }) => confirmed === true);
  await desk.until(`${rootPath}/mix/3/1`, ({ confirmed }) => confirmed === true);
  await desk.until(`${rootPath}/outputs/4`, ({ confirmed }) => confirmed === true);
  const state = await mixer();
  expect(state).toMatchObject({
    'input/1/gain': 30,
    'input/1/phantom': true,
    'mix/3/input/1/pan': -40,
    'output/4/mute': true,
    'output/4/reference': 2,
  });
  expect(state['mix/3/input/1/level']).toBeCloseTo(-12.3, 1);
  expect(state['output/4/level']).toBeCloseTo(-20, 1);

  await fx?.set('input/2/gain', 41.5);
  await fx?.set('mix/2/playback/5/level', -6);
  await desk.until('/stagebox/fx/inputs/2', ({ gainDb }) => gainDb === 41.5);
  await desk.until(`${rootPath}/mix/2/25`, ({ levelDb }) => levelDb === -6);
}, 120_000);

test('while TotalMix FX does not answer the rows say that, and when it is back it gets what the desk wants', async () => {
  const desk = await start();
  await write(desk, '/stagebox/fx/inputs/1', { gainDb: 20 });
  await desk.until('/stagebox/fx/inputs/1', ({ confirmed }) => confirmed === true);
  await fx?.silence(true);
  const { reason } = await desk.until(rootPath, ({ state }) => state !== 'connected');
  expect(reason).toMatch(/TotalMix FX at 127\.0\.0\.1 does not answer/);
  await write(desk, '/stagebox/fx/inputs/1', { gainDb: 25 });
  await fx?.set('input/1/phantom', true);
  await fx?.silence(false);
  await desk.until('/stagebox/fx/inputs/1', ({ confirmed }) => confirmed === true);
  await desk.until('/stagebox/fx/inputs/1', ({ phantom }) => phantom === false);
  expect(await mixer()).toMatchObject({ 'input/1/gain': 25, 'input/1/phantom': false });
}, 120_000);
