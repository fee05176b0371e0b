// What the desk adds to a path through PipeWire, measured by a program of JACK, and what PipeWire is told of it.
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, test } from 'vitest';
import { Daemon, until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, usualPipeWires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { settled, write } from '../harness/desk.ts';
import { type Service, stopServices } from '../harness/service.ts';
import { isBuilt, startDeskIn } from './desk-in.ts';

const hasIodelay = spawnSync('which', ['jack_iodelay']).status === 0;
const box = 'pipewire-0-io';

const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  let desk: Service;
  beforeEach(async () => {
    daemon = new Daemon(pipewire);
    await daemon.listen();
    desk = await startDeskIn(daemon);
  });
  afterEach(async () => {
    await stopServices();
    await daemon.remove();
  });

  test('a loop through the desk takes exactly one quantum', async () => {
    await write(desk, '/channel/input/1', { sourceId: `${box}:in-1`, levelDb: 0, pan: -100 });
    await write(desk, '/channel/main/1', { levelDb: 0 });
    await settled(desk);
    const measured: string[] = [];
    daemon.lines('jack_iodelay', (line) => {
      const frames = /^\s*([\d.]+) frames .*total roundtrip/.exec(line)?.[1];
      if (frames !== undefined) measured.push(frames);
    });
    await until('its ports', () => daemon.run('pw-link', '-io').includes('jack_delay:in'));
    daemon.run('pw-link', 'jack_delay:out', 'rowdesk:in_1');
    daemon.run('pw-link', 'rowdesk:out_1', 'jack_delay:in');
    for (const quantum of [64, 128]) {
      daemon.run('pw-metadata', '-n', 'settings', '0', 'clock.force-quantum', String(quantum));
      await desk.until('/clock', (row) => row.quantum === quantum);
      measured.length = 0;
      const isSteady = () => measured.length >= 3 && measured.slice(-3).every((frames) => frames === `${quantum}.000`);
      await until(`${quantum} frames`, isSteady, () => measured.slice(-8));
    }
  });
};

for (const pipewire of usualPipeWires) {
  const reason = whyNot(
    pipewire,
    [isBuilt, 'the native part (npm run build)'],
    [hasIodelay, 'jack_iodelay (jackd2)'],
    [pipewire.jackFolder !== '', 'pipewire-jack'],
  );
  describe.skipIf(reason !== '')(`latency in PipeWire ${pipewire.version}`, { timeout: 120_000 }, () =>
    tests(pipewire),
  );
}
