// The patchbay of a real service with a real PipeWire beside it, which is only read: nothing of it is held or ended, and
// the rows say why.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../core/base/package-root.ts';
import { Daemon, until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, pipewires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { running, write } from '../harness/desk.ts';
import { type Service, startService, stopServices } from '../harness/service.ts';
import { runTask } from '../harness/task.ts';

const isBuilt = existsSync(join(packageRoot, 'hardware-drivers/pipewire/build/Release/pipewire.node'));
const onlyRead = 'this driver only reads PipeWire and changes nothing of it';

const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  let desk: Service;
  beforeAll(async () => {
    daemon = new Daemon(pipewire);
    daemon.start();
    await until('a socket', () => existsSync(daemon.socket));
    const providers = ['console', 'clock', 'channel', 'telemetry', 'stagebox', 'patch', 'source', 'patchbay'];
    desk = await startService({
      config: { providers: [...providers, 'adapter', 'warnings'], drivers: ['mixer', 'virtual', 'pipewire'] },
      env: daemon.forClients,
    });
    await running(desk);
    await desk.until('/patchbay/nodes', ({ sinks }) =>
      sinks.some(({ id }: { id: string }) => id === 'pipewire-0:hall'),
    );
  });
  afterAll(async () => {
    await stopServices();
    await daemon.remove();
  });

  test('what is wanted for the desk alone is not held while its nodes are offered, and is once they are hidden', async () => {
    await write(desk, '/patchbay/exclusive', { wanted: 'outputs' });
    const { detail } = await desk.until('/warnings/patchbay-shared', () => true);
    expect(detail).toContain(onlyRead);
    expect((await desk.get('/patchbay/exclusive')).body).toEqual({ wanted: 'outputs', held: 'none' });
    await write(desk, '/patchbay/filter', { exclude: ['pipewire-0:*'] });
    await desk.until('/patchbay/exclusive', ({ held }) => held === 'outputs');
    await desk.until(
      '/warnings',
      ({ warnings }) => !warnings.some(({ id }: { id: string }) => id === 'patchbay-shared'),
    );
    await write(desk, '/patchbay/filter', { exclude: [] });
  });

  test('a link of another programme is listed, and a disconnect says why it stays', async () => {
    daemon.run('pw-link', 'hall:monitor_FL', 'monitor room:playback_FL');
    const { edges } = await desk.until('/patchbay/external', (row) => row.edges.length > 0);
    const [edge] = edges;
    expect(edge).toMatchObject({ from: 'pipewire-0:hall:monitor_FL', to: 'pipewire-0:monitor~20room:playback_FL' });
    const { params, report } = await runTask(desk, '/patchbay/disconnect', { apply: true });
    expect(params.edges).toEqual([]);
    expect(report).toMatchObject({ outcome: 'refused', disconnected: [] });
    expect(report.kept).toEqual([{ edge: edge.edgeId, reason: expect.stringContaining(onlyRead) }]);
    expect((await desk.get(`/patchbay/external/${edge.edgeId}`)).status).toBe(200);
  });

  test('its adapter takes what its manifest says, and connects anew with it', async () => {
    expect((await desk.patch('/adapter/pipewire', { config: { retryMs: 5 } })).body.errors).toMatchObject([
      { field: 'config/retryMs', code: 'out-of-range' },
    ]);
    await write(desk, '/adapter/pipewire', { config: { retryMs: 200 } });
    await desk.until('/adapter/pipewire', ({ state }) => state === 'running');
    await desk.until('/patchbay/nodes', ({ sinks }) =>
      sinks.some(({ id, present }: { id: string; present: boolean }) => id === 'pipewire-0:hall' && present),
    );
  });
};

for (const pipewire of pipewires) {
  const reason = whyNot(pipewire, [isBuilt, 'the native part (npm run build)']);
  describe.skipIf(reason !== '')(`the patchbay with PipeWire ${pipewire.version}`, () => tests(pipewire));
}
