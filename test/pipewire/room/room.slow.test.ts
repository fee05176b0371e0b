// The simulated room, judged by a program of JACK.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'vitest';
import { Daemon, until } from '../../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, usualPipeWires, whyNot } from '../../../hardware-drivers/pipewire/test/pipewires.ts';
import { buildRoom, roomLacks } from './room.ts';

const hasIodelay = spawnSync('which', ['jack_iodelay']).status === 0;
/** Of the daemon: a cycle hears what the cycle before it played. */
const quantum = 256;

const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  beforeEach(async () => {
    daemon = new Daemon(pipewire);
    await daemon.listen();
  });
  afterEach(() => daemon.remove());

  test('a path through the room takes its frames, fractions included, and those of its impulse response', async () => {
    const description = join(daemon.folder, 'room.txt');
    const response = join(daemon.folder, 'response.txt');
    writeFileSync(response, '99 0.8\n');
    writeFileSync(description, `path 1 1 480.25 -0.5 taps ${response}\n`);
    daemon.open(buildRoom(daemon.folder), '2', '2', description);
    const measured: string[] = [];
    daemon.lines('jack_iodelay', (line) => {
      const frames = /^\s*([\d.]+) frames .*total roundtrip/.exec(line)?.[1];
      if (frames !== undefined) measured.push(frames);
    });
    const ports = ['jack_delay:in', 'room:out_2'];
    await until('the ports', () => ports.every((port) => daemon.run('pw-link', '-io').includes(port)));
    daemon.run('pw-link', 'jack_delay:out', 'room:in_1');
    daemon.run('pw-link', 'room:out_1', 'jack_delay:in');
    const expected = (480.25 + 99 + quantum).toFixed(3);
    const isSteady = () => measured.length >= 3 && measured.slice(-3).every((frames) => frames === expected);
    await until(`${expected} frames`, isSteady, () => measured.slice(-8));
  });
};

for (const pipewire of usualPipeWires) {
  const reason = whyNot(
    pipewire,
    [roomLacks === '', roomLacks],
    [hasIodelay, 'jack_iodelay (jackd2)'],
    [pipewire.jackFolder !== '', 'pipewire-jack'],
  );
  describe.skipIf(reason !== '')(`a room in PipeWire ${pipewire.version}`, { timeout: 120_000 }, () => tests(pipewire));
}
