// A client that exports: the server runs its cycles as fast as it can, and a plugin in a process of its own is late in none.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { opening, settled, write } from '../harness/desk.ts';
import { quietConfig, type Service, startService, stopServices, temporaryFolder } from '../harness/service.ts';
import { fitSine } from '../harness/sound.ts';
import { insert, insertOf, scan } from '../plugins/desk.ts';
import { makeBundle, pluginUri } from '../plugins/made-bundle.ts';
import { made, whyNot } from '../plugins/what-lacks.ts';
import { boxIn, isBuilt, optionsIn } from './desk-in.ts';
import { Judge } from './judge.ts';
import { JackServer, whyNoJack } from './server.ts';

const rate = 48_000;
const frequencyHz = 997;
const [toneDb, gainDb] = [-12, -6];

const reason = whyNoJack([isBuilt, 'the native part (npm run build)']) || whyNot(...made);
describe.skipIf(reason !== '')('a JACK server in freewheel mode', { timeout: 120_000 }, () => {
  let server: JackServer;
  let desk: Service;
  beforeEach(async () => {
    server = new JackServer({ frames: 256 });
    await server.start();
    const { config = {}, env } = optionsIn(server, { inputs: 2, outputs: 2, connect: 'none' });
    const folder = temporaryFolder();
    makeBundle(folder);
    const providers = [...quietConfig.providers, 'plugins'];
    const drivers = [...(config.drivers as readonly unknown[]), 'lv2'];
    desk = await startService({
      config: { ...config, providers, drivers },
      env: { ...env, LV2_PATH: folder, CLAP_PATH: '' },
    });
    await opening(desk);
    await scan(desk);
  });
  afterEach(async () => {
    await stopServices();
    await server.remove();
  });

  test('waits for the plugin of a strip: each of its blocks is wet', async () => {
    await write(desk, '/channel/input/1', { sourceId: `${boxIn(server)}:in-1`, levelDb: 0, pan: -100 });
    await write(desk, '/channel/main/1', { levelDb: 0 });
    await insert(desk, insertOf('/channel/input/1'), pluginUri('gain'), { gain: gainDb });
    await settled(desk);
    const judge = await Judge.start(server, { name: 'judge', outputs: 1, inputs: 1, frequencyHz, levelDb: toneDb });
    server.run('jack_connect', 'judge:out_1', 'rowdesk:in_1');
    server.run('jack_connect', 'rowdesk:out_1', 'judge:in_1');
    await judge.hurried();
    const { channels, hurried } = await judge.end();
    const heard = (channels[1] as Float64Array).slice(hurried.to - rate / 2, hurried.to);
    const { levelDb, residualDb } = fitSine(heard, frequencyHz, rate);
    expect(levelDb).toBeCloseTo(toneDb + gainDb, 1);
    expect(residualDb).toBeLessThan(-80);
  });
});
