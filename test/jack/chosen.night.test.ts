// The configuration as it is shipped names no device: beside a JACK server that is there, that comes later, and that stands
// beside PipeWire. A new desk is heard after one push of a fader.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Daemon } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, pipewires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { opening, settled, write } from '../harness/desk.ts';
import { quietConfig, root, type Service, startService, stopServices } from '../harness/service.ts';
import { steadyLevelDb } from '../pipewire/steady-level.ts';
import { boxIn, isBuilt } from './desk-in.ts';
import { Judge } from './judge.ts';
import { JackServer, whyNoJack } from './server.ts';

const { drivers } = JSON.parse(readFileSync(join(root, 'providers.config.json'), 'utf8'));
const virtual = 'virtual-32x16';
const rate = 48_000;
const frequencyHz = 997;
const toneDb = -6;
const faderDb = -10;
const firstMainDb = -20;
/** Centre of the pan law. */
const centreDb = 10 * Math.log10(1 / 2);

const tests = () => {
  let server: JackServer;
  let box: string;
  beforeEach(() => {
    server = new JackServer({ frames: 512 });
    box = boxIn(server);
  });
  afterEach(async () => {
    await stopServices();
    await server.remove();
  });

  const start = (config: object = {}, env = server.forClients) =>
    startService({ config: { drivers, devices: undefined, ...config }, env });
  const reasons = async (desk: Service): Promise<Readonly<Record<string, string>>> => {
    const { body } = await desk.get('/hardware');
    return Object.fromEntries(body.devices.map(({ id, reason }: { id: string; reason: string }) => [id, reason]));
  };

  test('after one push of a fader a new desk plays what the first port hears', async () => {
    await server.start();
    const desk = await start({ providers: [...quietConfig.providers, 'firstSound'] });
    await opening(desk);
    await desk.until('/channel/main/1', ({ levelDb }) => levelDb === firstMainDb);
    expect((await desk.get('/channel/input/1')).body).toMatchObject({ sourceId: `${box}:in-1`, levelDb: -144 });
    const { summary } = (await desk.get('')).body as { summary: string[] };
    expect(summary[0]).toBe(`JACK (${server.name}) drives the desk: 48000 Hz, blocks of 512 frames`);
    expect(summary[2]).toContain(`main 1 (${firstMainDb} dB) -> JACK (${server.name})`);
    expect(server.links()).toContain('rowdesk:out_2 -> system:playback_2');

    const judge = await Judge.start(server, { name: 'person', outputs: 1, inputs: 1, frequencyHz, levelDb: toneDb });
    server.run('jack_connect', 'person:out_1', 'rowdesk:in_1');
    server.run('jack_connect', 'rowdesk:out_1', 'person:in_1');
    await write(desk, '/channel/input/1', { levelDb: faderDb });
    await settled(desk);
    await judge.more(3 * rate);
    const [, heard] = (await judge.end()).channels as [Float64Array, Float64Array];
    const levelDb = steadyLevelDb(heard.slice(-rate), frequencyHz, rate);
    expect(Math.abs(levelDb - (toneDb + faderDb + centreDb + firstMainDb)), `${levelDb} dB`).toBeLessThan(0.05);
  });

  test('a server that comes later takes over from an unpatched virtual stagebox', async () => {
    const desk = await start();
    await opening(desk);
    expect((await desk.get(`/stagebox/${virtual}`)).body.present).toBe(true);
    await server.start();
    await desk.until(`/stagebox/${box}`, ({ present }) => present);
    await desk.until('/channel/main/1', ({ mutedBy }) => mutedBy.length === 0);
    expect((await desk.get(`/stagebox/${virtual}`)).status).toBe(404);
    expect(await reasons(desk)).toMatchObject({
      [box]: 'jack matches its model, and the configuration names no device',
      [virtual]: `${box} comes first; to use it, name it in "devices" of the configuration`,
    });
  });

  test('a server that ends is waited for by a stand-in, and the same desk sounds when it is back', async () => {
    await server.start();
    const desk = await start();
    await opening(desk);
    await server.end('SIGKILL');
    await desk.until('/console', ({ engine }) => engine === 'degraded');
    await server.start();
    await desk.until('/console', ({ engine }) => engine === 'running');
    await desk.until('/channel/main/1', ({ mutedBy }) => mutedBy.length === 0);
  });
};

const beside = (pipewire: PipeWire) => {
  test('PipeWire comes first', async () => {
    const server = new JackServer({ frames: 512 });
    const daemon = new Daemon(pipewire);
    try {
      await server.start();
      await daemon.listen();
      const env = { ...server.forClients, ...daemon.forClients };
      const desk = await startService({ config: { drivers, devices: undefined }, env });
      await opening(desk);
      expect((await desk.get('/stagebox/pipewire-0-io')).body.present).toBe(true);
      const { devices } = (await desk.get('/hardware')).body;
      expect(devices).toContainEqual(
        expect.objectContaining({ id: boxIn(server), reason: 'pipewire-0-io comes first' }),
      );
      expect(server.ports().filter((port) => port.startsWith('rowdesk'))).toEqual([]);
    } finally {
      await stopServices();
      await daemon.remove();
      await server.remove();
    }
  });
};

const reason = whyNoJack([isBuilt, 'the native part (npm run build)']);
const options = { timeout: 120_000 };
describe.skipIf(reason !== '')('a desk that names no device, beside JACK', options, tests);
const [pipewire] = pipewires as [PipeWire];
const lacks = reason || whyNot(pipewire, [true, '']);
describe.skipIf(lacks !== '')('a desk that names no device, beside JACK and PipeWire', options, () => beside(pipewire));
