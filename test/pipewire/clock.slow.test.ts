// The clock of the desk in a real PipeWire: what drives, what another controller changes under sound, what the desk forces.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packageRoot } from '../../core/base/package-root.ts';
import { Daemon, until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, pipewires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { opening, settled, write } from '../harness/desk.ts';
import { type Service, startService, stopServices } from '../harness/service.ts';
import { listen } from './tone.ts';

const isBuilt = existsSync(join(packageRoot, 'hardware-drivers/pipewire-io/build/Release/pipewire_io.node'));
const box = 'pipewire-0-io';
const [hall, room] = ['pipewire-0:hall', 'pipewire-0:monitor~20room'];

const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  let desk: Service;
  beforeEach(async () => {
    daemon = new Daemon(pipewire);
    daemon.start();
    await until('a socket', () => existsSync(daemon.socket));
    desk = await startService({
      config: { drivers: ['mixer', 'virtual', 'pipewire-io', 'pipewire'], devices: [] },
      env: daemon.forClients,
    });
    await opening(desk);
    await write(desk, '/channel/input/1', { sourceId: `${box}:in-1`, levelDb: 0 });
    await write(desk, '/channel/main/1', { levelDb: 0 });
    await settled(desk);
  });
  afterEach(async () => {
    await stopServices();
    await daemon.remove();
  });

  const clock = (quantum: number, rate: number) =>
    desk.until('/clock', (row) => row.quantum === quantum && row.rate === rate);
  /** As another controller. */
  const setting = (key: string, value: number) => daemon.run('pw-metadata', '-n', 'settings', '0', key, String(value));
  /** What the desk's node asks of the server. */
  const nodeForces = () => Number(daemon.nodeNamed('rowdesk')?.info?.props?.['node.force-rate'] ?? 0);
  const force = async () => (await desk.get('/clock/force')).body;
  const processId = async () => (await desk.get('/telemetry/rt')).body.processId;

  test('quantum and rate that another controller changes under sound are those of the desk at once, and sound goes on', async () => {
    const before = await processId();
    await clock(64, 48000);
    const sound = await listen(daemon, desk, 'quanta', 48000);
    for (const quantum of [16, 32, 64, 256, 1024, 2048, 8192]) {
      setting('clock.force-quantum', quantum);
      await clock(quantum, 48000);
      await desk.until('/telemetry/rt', (row) => row.quantum === quantum && row.rate === 48000);
      await sound.hear();
    }
    setting('clock.force-quantum', 0);
    await clock(64, 48000);
    await sound.end();
    for (const rate of [44100, 96000, 48000]) {
      setting('clock.force-rate', rate);
      await clock(64, rate);
      await desk.until('/telemetry/rt', (row) => row.quantum === 64 && row.rate === rate);
      const other = await listen(daemon, desk, `at-${rate}`, rate);
      await other.hear();
      await other.end();
    }
    expect(await processId()).toBe(before);
    expect((await desk.get('/channel/main/1')).body.mutedBy).toEqual([]);
    expect(await force()).toEqual({ rate: null, rateNotApplied: false });
  });
};

for (const pipewire of pipewires) {
  const reason = whyNot(pipewire, [isBuilt, 'the native part (npm run build)']);
  describe.skipIf(reason !== '')(`the clock of PipeWire ${pipewire.version}`, { timeout: 120_000 }, () =>
    tests(pipewire),
  );
}
