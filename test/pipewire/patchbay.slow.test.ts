// The patchbay of a real service with a real PipeWire beside it: what is reserved, ended and left alone there, by pw-link.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../core/base/package-root.ts';
import { Daemon, until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { linksOf } from '../../hardware-drivers/pipewire/test/links-of.ts';
import { type PipeWire, usualPipeWires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { opening, write } from '../harness/desk.ts';
import { type Service, startService, stopServices } from '../harness/service.ts';
import { runTask } from '../harness/task.ts';

const isBuilt = existsSync(join(packageRoot, 'hardware-drivers/pipewire/build/Release/pipewire.node'));

const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  let desk: Service;
  beforeAll(async () => {
    daemon = new Daemon(pipewire);
    await daemon.listen();
    const providers = ['console', 'clock', 'channel', 'telemetry', 'stagebox', 'patch', 'source', 'patchbay'];
    desk = await startService({
      config: {
        providers: [...providers, 'adapter', 'warnings'],
        drivers: ['mixer', 'virtual', 'pipewire', 'pipewire-io'],
        devices: [],
      },
      env: daemon.forClients,
    });
    await opening(desk);
    await desk.until('/patchbay/nodes', ({ sinks }) =>
      sinks.some(({ id }: { id: string }) => id === 'pipewire-0:hall'),
    );
  });
  afterAll(async () => {
    await stopServices();
    await daemon.remove();
  });

  const link = (from: string, to: string) => daemon.run('pw-link', from, to);
  const listed = (count: number) => desk.until('/patchbay/external', ({ edges }) => edges.length === count);
  const seen = () => linksOf(daemon);

  test('links of others at ports of the desk end while its outputs are reserved, and others stay', async () => {
    await desk.until('/patchbay/nodes', () => daemon.run('pw-link', '-o').includes('rowdesk:out_1'));
    link('rowdesk:out_1', 'hall:playback_FL');
    link('hall:monitor_FL', 'monitor room:playback_FL');
    link('hall:monitor_FR', 'rowdesk:in_1');
    await listed(3);
    await write(desk, '/patchbay/exclusive', { wanted: 'outputs' });
    await listed(2);
    expect(seen()).toEqual(['hall:monitor_FL -> monitor room:playback_FL', 'hall:monitor_FR -> rowdesk:in_1']);
    await desk.until('/patchbay/exclusive', ({ held }) => held === 'outputs');
    await write(desk, '/patchbay/exclusive', { wanted: 'all' });
    await desk.until('/patchbay/exclusive', ({ held }) => held === 'all');
    expect(seen()).toEqual(['hall:monitor_FL -> monitor room:playback_FL']);
    link('rowdesk:out_2', 'hall:playback_FL');
    await until('its end', () => seen().length === 1, seen);
    await write(desk, '/patchbay/exclusive', { wanted: 'none' });
    daemon.run('pw-link', '-d', 'hall:monitor_FL', 'monitor room:playback_FL');
    await listed(0);
  });

  test('a port that is left alone, or filtered, keeps its links, whatever is reserved or ended', async () => {
    link('rowdesk:out_1', 'hall:playback_FL');
    link('rowdesk:out_1', 'monitor room:playback_FL');
    link('rowdesk:out_1', 'hall:playback_FR');
    await listed(3);
    await write(desk, '/patchbay/ignored/pipewire-0:hall:playback_FL', { policy: 'leave-alone' });
    await write(desk, '/patchbay/filter', { exclude: ['pipewire-0:monitor~20room:*'] });
    await write(desk, '/patchbay/exclusive', { wanted: 'outputs' });
    await desk.until('/patchbay/exclusive', ({ held }) => held === 'outputs');
    await until('the end of one', () => seen().length === 2, seen);
    const { report } = await runTask(desk, '/patchbay/disconnect', { apply: true });
    expect(report).toMatchObject({ outcome: 'refused', disconnected: [] });
    expect(report.kept.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
      'pipewire-0:hall:playback_FL is to be left alone',
      'the filter leaves out pipewire-0:monitor~20room:playback_FL',
    ]);
    expect(seen()).toEqual(['rowdesk:out_1 -> hall:playback_FL', 'rowdesk:out_1 -> monitor room:playback_FL']);
    await write(desk, '/patchbay/exclusive', { wanted: 'none' });
    await write(desk, '/patchbay/filter', { exclude: [] });
    await write(desk, '/patchbay/ignored', { policies: {} });
  });

  test('a disconnect ends the links of other programmes', async () => {
    await listed(2);
    const { report } = await runTask(desk, '/patchbay/disconnect', { apply: true });
    expect(report).toMatchObject({ outcome: 'applied', kept: [] });
    expect(report.disconnected).toHaveLength(2);
    expect(seen()).toEqual([]);
    await listed(0);
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

for (const pipewire of usualPipeWires) {
  const reason = whyNot(pipewire, [isBuilt, 'the native part (npm run build)']);
  describe.skipIf(reason !== '')(`the patchbay with PipeWire ${pipewire.version}`, () => tests(pipewire));
}
