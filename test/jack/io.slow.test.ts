// The desk as a client of a real JACK server: what another client plays comes out of a main, through changes of the buffer
// size and the end of the server.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settled, write } from '../harness/desk.ts';
import { type Service, stopServices } from '../harness/service.ts';
import { peakDb } from '../harness/sound.ts';
import { steadyLevelDb } from '../pipewire/steady-level.ts';
import { boxIn, isBuilt, startDeskIn } from './desk-in.ts';
import { Judge } from './judge.ts';
import { JackServer, whyNoJack } from './server.ts';

const rate = 48_000;
const frequencyHz = 997;
const toneDb = -6;
const withinDb = 0.05;
/** Centre of the pan law. */
const centreDb = 10 * Math.log10(1 / 2);

const tests = () => {
  let server: JackServer;
  let desk: Service;
  let box: string;
  beforeEach(async () => {
    server = new JackServer({ frames: 512 });
    await server.start();
    box = boxIn(server);
  });
  afterEach(async () => {
    await stopServices();
    await server.remove();
  });

  const clock = (quantum: number) => desk.until('/clock', (row) => row.quantum === quantum && row.rate === rate);
  const judging = (name: string) => Judge.start(server, { name, outputs: 1, inputs: 2, frequencyHz, levelDb: toneDb });

  /** Links a tone into the first port, and records the first two: the last second. */
  async function heard(name: string): Promise<readonly Float64Array[]> {
    const judge = await judging(name);
    server.run('jack_connect', `${name}:out_1`, 'rowdesk:in_1');
    for (const n of [1, 2]) server.run('jack_connect', `rowdesk:out_${n}`, `${name}:in_${n}`);
    await judge.more(2 * rate);
    const { channels } = await judge.end();
    return channels.slice(1).map((samples) => samples.slice(-rate));
  }

  function expectLevel(sound: readonly Float64Array[], levelDb: number): void {
    expect(sound).toHaveLength(2);
    for (const samples of sound) {
      const measured = steadyLevelDb(samples, frequencyHz, rate);
      expect(Math.abs(measured - levelDb), `${measured} dB`).toBeLessThan(withinDb);
    }
  }

  test('a tone of another client leaves a main at the level that pan law and fader give it', async () => {
    desk = await startDeskIn(server);
    await clock(512);
    await write(desk, '/channel/input/1', { sourceId: `${box}:in-1`, levelDb: -10 });
    await write(desk, '/channel/main/1', { levelDb: 0 });
    await settled(desk);
    expectLevel(await heard('plain'), toneDb - 10 + centreDb);
    await write(desk, `/stagebox/${box}`, { enabled: false });
    await settled(desk);
    for (const samples of await heard('off')) expect(peakDb(samples)).toBe(Number.NEGATIVE_INFINITY);
  });

  test('rows say what the server is, and what its card adds', async () => {
    desk = await startDeskIn(server);
    expect((await desk.get('/clock')).body).toMatchObject({ rate, quantum: 512 });
    // A period of the dummy driver in, two out: as jack_lsp -l says of its ports.
    await desk.until(`/stagebox/${box}`, (row) => row.present);
    const { body } = await desk.get('/patchbay/devices');
    expect(JSON.stringify(body)).toContain(box);
  });
};

const reason = whyNoJack([isBuilt, 'the native part (npm run build)']);
describe.skipIf(reason !== '')('the desk in JACK', { timeout: 240_000 }, tests);
