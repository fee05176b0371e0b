// The patch of a real service at a real PipeWire: its links are made, and made again after whatever ends them. pw-link says
// what is there.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../core/base/package-root.ts';
import { Daemon, until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { linksOf } from '../../hardware-drivers/pipewire/test/links-of.ts';
import { type PipeWire, pipewires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { opening, write } from '../harness/desk.ts';
import { type Service, startService, stopServices } from '../harness/service.ts';

const isBuilt = ['pipewire/build/Release/pipewire.node', 'pipewire-io/build/Release/pipewire_io.node'].every((file) =>
  existsSync(join(packageRoot, 'hardware-drivers', file)),
);
const stage = `{ factory.name = support.null-audio-sink node.name = stage media.class = Audio/Source/Virtual
  object.linger = true audio.position = [ FL FR ] }`.replaceAll('\n', ' ');
const microphone = 'pipewire-0:stage:capture_FL';

const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  let desk: Service;
  beforeAll(async () => {
    daemon = new Daemon(pipewire);
    daemon.start();
    await until('a socket', () => existsSync(daemon.socket));
    desk = await startService({
      config: { drivers: ['mixer', 'virtual', 'pipewire', 'pipewire-io'], devices: [] },
      env: daemon.forClients,
    });
    await opening(desk);
  });
  afterAll(async () => {
    await stopServices();
    await daemon.remove();
  });

  const seen = () => linksOf(daemon);
  const has = (pattern: RegExp) => seen().some((link) => pattern.test(link));
  const plug = () => daemon.run('pw-cli', 'create-node', 'adapter', stage);
  const isPatched = async () => {
    await until('the link of the microphone', () => has(/^stage:capture_FL -> rowdesk:in_\d+$/), seen);
    await until('the links of the main', () => has(/^rowdesk:out_\d+ -> monitor room:playback_FL$/), seen);
    await desk.until('/patch', ({ missing }) => missing.length === 0);
  };
  const corrections = async () => (await desk.get('/telemetry/convergence/corrections')).body.entries;
  /** Until more corrections are listed than these. */
  const isListed = async (before: readonly unknown[]) => {
    await desk.until('/telemetry/convergence/corrections', ({ entries }) => entries.length > before.length);
    expect((await corrections())[0]).toMatchObject({
      field: 'links',
      target: 'graph:pipewire-0',
      outcome: 'corrected',
    });
  };

  test('a source and an output at a server are linked once both are there; until then the patch says what is missing', async () => {
    await write(desk, '/channel/input/1', { sourceId: microphone });
    await write(desk, '/patch', {
      outputs: [{ strip: { kind: 'main', index: 1 }, leg: 'left', portId: 'pipewire-0:monitor~20room:playback_FL' }],
    });
    const { missing } = await desk.until('/patch', (row) => row.missing.length === 1);
    expect(JSON.stringify(missing)).toContain('stage is not there');
    plug();
    await isPatched();
    expect(seen()).toHaveLength(2);
  });

  test('what is unplugged and plugged in again is linked again, and the corrections list that', async () => {
    const before = await corrections();
    daemon.run('pw-cli', 'destroy', 'stage');
    await desk.until('/patch', ({ missing }) => missing.length === 1);
    plug();
    await isPatched();
    await isListed(before);
  });

  test('a link that another programme ends is made again, and the corrections list that', async () => {
    const before = await corrections();
    const [link = ''] = seen();
    daemon.run('pw-link', '-d', ...link.split(' -> '));
    await isPatched();
    await isListed(before);
  });

  test('a server that is killed and started again has the links of the patch again, at the same ports', async () => {
    const before = seen();
    await daemon.end('SIGKILL');
    await desk.until('/patch', ({ missing }) => missing.length === 2);
    daemon.start();
    await until('the server', () => daemon.answers());
    plug();
    await isPatched();
    expect(seen()).toEqual(before);
  });

  test('what is patched no more is linked no more', async () => {
    await write(desk, '/channel/input/1', { sourceId: '' });
    await until('the end of its link', () => !has(/^stage:/), seen);
    await write(desk, '/patch', { outputs: [] });
    await until('the end of all', () => seen().length === 0, seen);
  });
};

for (const pipewire of pipewires) {
  const reason = whyNot(pipewire, [isBuilt, 'the native parts (npm run build)']);
  describe.skipIf(reason !== '')(`the patch at PipeWire ${pipewire.version}`, () => tests(pipewire));
}
