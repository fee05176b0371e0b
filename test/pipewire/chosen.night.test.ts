// The configuration as it is shipped names no device: which one drives the mixer, and what the rows say about it, with a
// PipeWire that is there, that comes later, that goes, and whose driver is not built.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packageRoot } from '../../core/base/package-root.ts';
import { Daemon } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, usualPipeWires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { opening, write } from '../harness/desk.ts';
import { type Service, startService, stopServices, temporaryFolder } from '../harness/service.ts';

const isBuilt = ['pipewire/build/Release/pipewire', 'pipewire-io/build/Release/pipewire_io'].every((path) =>
  existsSync(join(packageRoot, `hardware-drivers/${path}.node`)),
);
const { drivers } = JSON.parse(readFileSync(join(packageRoot, 'providers.config.json'), 'utf8'));
const box = 'virtual-32x16';
const io = 'pipewire-0-io';

const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  beforeEach(() => {
    daemon = new Daemon(pipewire);
  });
  afterEach(async () => {
    await stopServices();
    await daemon.remove();
  });

  const serverStarts = async () => {
    await daemon.listen();
  };
  const start = (config: object = {}, state?: string) =>
    startService({ config: { drivers, devices: undefined, ...config }, env: daemon.forClients, state });
  const reasons = async (desk: Service) => {
    const { body } = await desk.get('/hardware');
    return Object.fromEntries(
      [...body.drivers.map((each: { name: string }) => ({ ...each, id: each.name })), ...body.devices].map((each) => [
        each.id,
        each.reason,
      ]),
    );
  };

  test('a server that is there drives, and the virtual stagebox is no device', async () => {
    await serverStarts();
    const desk = await start();
    await opening(desk);
    expect(daemon.run('pw-link', '-io')).toContain('rowdesk:in_1');
    expect((await desk.get(`/stagebox/${box}`)).status).toBe(404);
    expect((await desk.get(`/stagebox/${io}`)).body.present).toBe(true);
    const { virtual, 'pipewire-io': of, [io]: device, [box]: other } = await reasons(desk);
    expect(of).toBe(`${io}: matches its model, and the configuration names no device`);
    expect(device).toBe('pipewire-io matches its model, and the configuration names no device');
    expect(virtual).toBe(`${box}: ${io} comes first; to use it, name it in "devices" of the configuration`);
    expect(virtual).toBe(`${box}: ${other}`);
  });

  test('a device that the configuration names comes before the server, which says so', async () => {
    await serverStarts();
    const desk = await start({ devices: [{ id: box, transport: 'virtual', model: box }] });
    await opening(desk);
    await desk.until('/hardware', (row) => row.devices.some(({ id }: { id: string }) => id === io));
    expect((await reasons(desk))[io]).toContain(`the configuration names ${box}`);
    expect((await desk.get(`/stagebox/${box}`)).body.present).toBe(true);
    expect(daemon.run('pw-link', '-io')).not.toContain('rowdesk');
  });

  test('a server that comes later takes over from a virtual stagebox that feeds no strip', async () => {
    const desk = await start();
    await opening(desk);
    expect((await desk.get(`/stagebox/${box}`)).body.present).toBe(true);
    await serverStarts();
    await desk.until(`/stagebox/${io}`, ({ present }) => present);
    await desk.until('/channel/main/1', ({ mutedBy }) => mutedBy.length === 0);
    expect((await desk.get(`/stagebox/${box}`)).status).toBe(404);
  });

  test('a show on the virtual stagebox goes on when a server comes, and the rows say how to change over', async () => {
    const desk = await start();
    await opening(desk);
    await write(desk, '/channel/input/1', { sourceId: `${box}:in-1` });
    await desk.until('/channel/input/1', ({ sourceId }) => sourceId === `${box}:in-1`);
    await serverStarts();
    await desk.until('/hardware', (row) => row.devices.some(({ id }: { id: string }) => id === io));
    expect((await reasons(desk))[io]).toContain('to change over: rowdesk stop, then rowdesk start');
    expect((await desk.get(`/stagebox/${box}`)).body.present).toBe(true);
    await desk.stop();
    const again = await start({}, desk.state);
    await again.until(`/stagebox/${io}`, ({ present }) => present);
  });

  test('a server that ends closes the outputs with the reason, and drives again when it returns', async () => {
    await serverStarts();
    const desk = await start();
    await opening(desk);
    await daemon.end('SIGTERM');
    await desk.until('/console', ({ engine }) => engine === 'degraded');
    await desk.until(`/stagebox/${io}`, ({ present }) => !present);
    await desk.until('/warnings/audio-stand-in', () => true);
    await serverStarts();
    await desk.until('/console', ({ engine }) => engine === 'running');
    await desk.until('/channel/main/1', ({ mutedBy }) => mutedBy.length === 0);
    expect((await desk.get('/warnings/audio-stand-in')).status).toBe(404);
  });

  test('a driver whose native part is not built says the one command, and the desk runs as without a server', async () => {
    await serverStarts();
    const state = temporaryFolder();
    const name = '@rowdesk/driver-pipewire-io';
    const copy = (from: string, to: string) =>
      cpSync(join(packageRoot, 'hardware-drivers', from), join(state, 'node_modules/@rowdesk', to), {
        recursive: true,
      });
    copy('pipewire-io/package.json', 'driver-pipewire-io/package.json');
    copy('pipewire-io/dist', 'driver-pipewire-io/dist');
    // Code that drivers share.
    for (const folder of ['pipewire/dist', 'lib/cycles/dist']) copy(folder, folder);
    const desk = await start({ drivers: ['mixer', 'virtual', name] }, state);
    await opening(desk);
    await desk.until(`/stagebox/${box}`, ({ present }) => present);
    expect((await desk.get('/console')).body.engine).toBe('running');
    const said = (await reasons(desk))[name];
    expect(said).toContain('What to do: sudo apt-get install');
    await write(desk, `/stagebox/${box}/inputs/1`, { signal: 'pink' });
  });
};

for (const pipewire of usualPipeWires) {
  const reason = whyNot(pipewire, [isBuilt, 'the native parts (npm run build)']);
  describe.skipIf(reason !== '')(
    `a desk that names no device, beside PipeWire ${pipewire.version}`,
    { timeout: 120_000 },
    () => tests(pipewire),
  );
}
