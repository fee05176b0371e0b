// PipeWire beside the real mixer and the virtual stagebox, from its own programs to what providers read.
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endTrials, type Trial, tryAudio } from '../../core/audio/trial-fixture.ts';
import { packageRoot } from '../../core/base/package-root.ts';
import { Daemon } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, usualPipeWires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';

const drivers = join(packageRoot, 'hardware-drivers');
const setup = {
  drivers: ['mixer', 'virtual', 'pipewire'],
  devices: [{ id: 'virtual-8x8', transport: 'virtual', model: 'virtual-8x8' }],
};
const isBuilt = existsSync(join(drivers, 'pipewire/build/Release/pipewire.node'));

/** Of the libraries by which this question and the driver are clients. */
function clientVersions(daemon: Daemon): readonly string[] {
  const objects = JSON.parse(daemon.run('pw-dump')) as { type: string; info: { props: Record<string, string> } }[];
  return objects.filter(({ type }) => type.endsWith('Client')).map(({ info }) => info.props['core.version'] ?? '');
}

const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  let before: NodeJS.ProcessEnv;

  // Driver processes inherit it: they are clients by the library of this version.
  beforeEach(() => {
    before = { ...process.env };
    daemon = new Daemon(pipewire);
    Object.assign(process.env, daemon.forClients);
  });
  afterEach(async () => {
    await endTrials();
    await daemon.remove();
    for (const name of Object.keys(daemon.forClients)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });

  const there = ({ graph }: Trial) =>
    graph.nodes.filter(({ device, present }) => device === 'pipewire-0' && present).map(({ id }) => id);
  const sinks = ['pipewire-0:hall', 'pipewire-0:monitor~20room'];

  test('its nodes and links stand beside those of the mixer, go and come with it, and the sound goes on', async () => {
    await daemon.listen();
    const trial = tryAudio({ ...setup, inTreeFolder: drivers });
    await trial.until('the sound', () => trial.audio.state === 'running');
    await trial.until('both sinks', () => there(trial).length === 2);
    expect(there(trial)).toEqual(sinks);
    expect(trial.audio.devices.map(({ id }) => id)).toEqual(['virtual-8x8']);
    expect(clientVersions(daemon)).toEqual([pipewire.version, pipewire.version]);
    await trial.until('its ports', () => trial.graph.nodes.every(({ ports }) => ports.length > 0));

    daemon.run('pw-link', 'hall:monitor_FL', 'monitor room:playback_FL');
    await trial.until('the link', () => trial.graph.links.some(({ owner }) => owner === 'unknown'));
    expect(trial.graph.links.find(({ owner }) => owner === 'unknown')).toMatchObject({
      from: 'pipewire-0:hall:monitor_FL',
      to: 'pipewire-0:monitor~20room:playback_FL',
    });
    await trial.until('its clock', () => trial.graph.servers[0]?.rate === 48000);
    expect(trial.graph.servers[0]).toMatchObject({ driving: 'pipewire-0:hall', quantum: 256, driver: 'pipewire' });
    expect(trial.graph).toMatchObject({ driving: 'virtual-8x8', rate: 48000, quantum: 64 });
    expect(trial.graph.links.filter(({ owner }) => owner === 'rowdesk').map(({ to }) => to)).toEqual([
      'virtual-8x8:out-1',
      'virtual-8x8:out-2',
    ]);

    const audioProcess = trial.processId();
    await daemon.end('SIGKILL');
    await trial.until('its end', () => trial.graph.servers[0]?.present === false);
    expect(there(trial)).toEqual([]);
    expect(trial.graph.nodes.filter(({ present }) => !present).map(({ id }) => id)).toEqual(sinks);
    daemon.start();
    await trial.until('its return', () => there(trial).length === 2);
    expect(there(trial)).toEqual(sinks);
    expect([trial.processId(), trial.audio.state]).toEqual([audioProcess, 'running']);
  });

  test('a server that starts later is found', async () => {
    const trial = tryAudio({ ...setup, inTreeFolder: drivers });
    await trial.until('the sound', () => trial.audio.state === 'running');
    expect(trial.graph.servers).toEqual([]);
    daemon.start();
    await trial.until('both sinks', () => there(trial).length === 2);
    expect(trial.choice('pipewire')).toMatchObject({ chosen: true, state: 'running' });
  });

  test('without its native part the driver is set aside with what to do, and everything else starts', async () => {
    await daemon.listen();
    const copy = mkdtempSync(join(tmpdir(), 'rowdesk-drivers-'));
    try {
      const isBuildOfPipewire = (path: string) => path.startsWith(join(drivers, 'pipewire/build'));
      cpSync(drivers, copy, {
        recursive: true,
        filter: (path) => !isBuildOfPipewire(path) && !/\/obj(\.|$)/.test(path),
      });
      const trial = tryAudio({ ...setup, inTreeFolder: copy });
      await trial.until('the sound', () => trial.audio.state === 'running');
      await trial.until('the reason', () => trial.choice('pipewire')?.state === 'failed');
      expect(trial.choice('pipewire')?.reason).toContain('apt-get install');
      expect(trial.graph.servers).toMatchObject([{ id: 'pipewire-0', present: false }]);
      expect(trial.graph.servers[0]?.reason).toContain('apt-get install');
    } finally {
      await endTrials();
      rmSync(copy, { recursive: true });
    }
  });
};

for (const pipewire of usualPipeWires) {
  const reason = whyNot(pipewire, [isBuilt, 'the native part (npm run build)']);
  describe.skipIf(reason !== '')(`PipeWire ${pipewire.version} beside the mixer`, () => tests(pipewire));
}
