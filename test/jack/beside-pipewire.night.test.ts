// Which server a desk that names no device takes where JACK and PipeWire are installed side by side.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { Daemon } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { pipewires } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { opening } from '../harness/desk.ts';
import { root, type Service, startService, stopServices } from '../harness/service.ts';
import { isBuilt } from './desk-in.ts';
import { JackServer, whyNoJack } from './server.ts';

const drivers = ['mixer', 'virtual', 'pipewire-io', 'jack'];
const pipewire = pipewires.find(({ lacks, jackFolder }) => lacks === '' && jackFolder !== '');
const hasPipeWireIo = existsSync(join(root, 'hardware-drivers/pipewire-io/build/Release/pipewire_io.node'));

const tests = () => {
  let daemon: Daemon | undefined;
  let server: JackServer | undefined;
  afterEach(async () => {
    await stopServices();
    await daemon?.remove();
    await server?.remove();
    daemon = undefined;
    server = undefined;
  });

  async function start(config: Readonly<Record<string, unknown>>, ...environments: readonly Record<string, string>[]) {
    const desk = await startService({ config: { drivers, ...config }, env: Object.assign({}, ...environments) });
    await opening(desk);
    return desk;
  }
  const startPipeWire = async () => {
    daemon = new Daemon(pipewire as NonNullable<typeof pipewire>);
    await daemon.listen();
    return daemon;
  };
  const startJack = async () => {
    server = new JackServer({ frames: 1024 });
    await server.start();
    return server;
  };
  /** That programs of JACK have where PipeWire stands in for it: the loader finds PipeWire's libjack. */
  const pipeWiresJack = ({ forClients }: Daemon) => ({
    LD_LIBRARY_PATH: [pipewire?.jackFolder, forClients.LD_LIBRARY_PATH].filter(Boolean).join(delimiter),
  });
  const driving = async (desk: Service) => {
    const { references } = (await desk.get('/clock/references')).body;
    return references.find((reference: { driving: boolean }) => reference.driving)?.id;
  };
  const deviceIds = async (desk: Service): Promise<readonly string[]> =>
    (await desk.get('/hardware')).body.devices.map(({ id }: { id: string }) => id);

  test('PipeWire with its own libjack is PipeWire and no JACK server', async () => {
    const { forClients } = await startPipeWire();
    const env = { ...forClients, ...pipeWiresJack(daemon as Daemon) };
    const desk = await start({ devices: [] }, env, { JACK_DEFAULT_SERVER: 'default' });
    expect(await driving(desk)).toMatch(/^pipewire-0/);
    expect(await deviceIds(desk)).not.toContainEqual(expect.stringMatching(/^jack/));
  });

  test('beside PipeWire a JACK server is left alone, with the reason, unless the configuration names it', async () => {
    const { forClients } = await startPipeWire();
    const jack = await startJack();
    const id = `jack-${jack.name}`;
    const env = { JACK_DEFAULT_SERVER: jack.name };
    const desk = await start({ devices: [] }, forClients, env);
    expect(await driving(desk)).toMatch(/^pipewire-0/);
    const { devices } = (await desk.get('/hardware')).body;
    expect(devices.find((device: { id: string }) => device.id === id)).toMatchObject({
      reason: expect.stringContaining('comes first'),
    });
    await desk.stop();
    const named = await start({ devices: [{ id, transport: 'jack', model: 'jack' }] }, forClients, env);
    expect(await driving(named)).toBe(`jack:${jack.name}`);
  });

  test("a JACK server is not reached by PipeWire's libjack, and the reason says so", async () => {
    const { forClients } = await startPipeWire();
    const { name } = await startJack();
    const hidden = { ...forClients, ...pipeWiresJack(daemon as Daemon), PIPEWIRE_RUNTIME_DIR: '/dev/null' };
    const desk = await start({ devices: [] }, hidden, { JACK_DEFAULT_SERVER: name });
    expect(await driving(desk)).toMatch(/^virtual/);
    const { drivers: rows } = (await desk.get('/hardware')).body;
    const { reason } = rows.find((row: { name: string }) => row.name === 'jack');
    expect(reason).toContain("is PipeWire's, which reaches PipeWire and no JACK server");
  });
};

const reason = whyNoJack(
  [isBuilt && hasPipeWireIo, 'the native parts (npm run build)'],
  [pipewire !== undefined, 'pipewire, pipewire-bin, pipewire-jack'],
);
describe.skipIf(reason !== '')('a desk beside JACK and PipeWire', { timeout: 120_000 }, tests);
