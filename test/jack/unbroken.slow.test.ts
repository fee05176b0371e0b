// Sound that goes through a desk in JACK is whole while its control process is killed and started again.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { opening, settled, write } from '../harness/desk.ts';
import { outliving, type Service, type ServiceOptions, startService, stopServices } from '../harness/service.ts';
import { beginOf, expectWhole } from '../harness/whole-tone.ts';
import { boxIn, isBuilt, optionsIn } from './desk-in.ts';
import { Judge } from './judge.ts';
import { JackServer, whyNoJack } from './server.ts';

const rate = 48_000;
const frequencyHz = 997;
const toneDb = -6;
/** Pan centre, as the fader is at 0 dB. */
const centreDb = 20 * Math.log10(Math.SQRT1_2);
/** Long enough that a busy machine ends most cycles in time. */
const quantum = 2048;

const tests = () => {
  let server: JackServer;
  let options: ServiceOptions;
  let desk: Service;
  let box: string;
  beforeEach(async () => {
    server = new JackServer({ frames: quantum });
    await server.start();
    box = boxIn(server);
    const { config, env } = optionsIn(server);
    options = { config: { ...config, ...outliving }, env };
    desk = await startService(options);
    await opening(desk);
    await write(desk, '/channel/input/1', { sourceId: `${box}:in-1`, levelDb: 0 });
    await write(desk, '/channel/main/1', { levelDb: 0 });
    await settled(desk);
    await desk.until('/channel/main/1', (row) => row.mutedBy.length === 0);
  });
  afterEach(async () => {
    await stopServices();
    await server.remove();
  });

  test('a control process that is killed and started again is not heard, nor are links of others', async () => {
    const judge = await Judge.start(server, { name: 'judge', outputs: 1, inputs: 2, frequencyHz, levelDb: toneDb });
    server.run('jack_connect', 'judge:out_1', 'rowdesk:in_1');
    server.run('jack_connect', 'rowdesk:out_1', 'judge:in_1');
    // The tone beside the desk: it is late by a cycle too.
    server.run('jack_connect', 'judge:out_1', 'judge:in_2');
    await judge.more(rate);
    await desk.kill();
    server.run('jack_connect', 'system:capture_1', 'rowdesk:in_5');
    await judge.more(rate);
    const again = await startService({ ...options, state: desk.state });
    await opening(again);
    expect((await again.get('/channel/main/1')).body.mutedBy).toEqual([]);
    server.run('jack_disconnect', 'system:capture_1', 'rowdesk:in_5');
    await write(again, '/channel/input/2', { name: 'Vocals', sourceId: `${box}:in-2` });
    await settled(again);
    await until('the alias', () => server.aliases('rowdesk:in_2').includes('rowdesk:input 2 Vocals'));
    await judge.more(rate);
    const { channels } = await judge.end();
    const [played, heard, beside] = channels as [Float64Array, Float64Array, Float64Array];
    const from = Math.max(beginOf(heard), beginOf(beside)) + 2 * quantum;
    const tone = { frequencyHz, rate, quantum, levelDb: toneDb + centreDb };
    expectWhole(tone, heard.slice(from), beside.slice(from), played.slice(from));
  });
};

const reason = whyNoJack([isBuilt, 'the native part (npm run build)']);
describe.skipIf(reason !== '')('sound in JACK', { timeout: 120_000 }, tests);
