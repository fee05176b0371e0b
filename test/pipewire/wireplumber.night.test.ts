// The desk beside a session manager (WirePlumber), which links what it wants to: not the desk.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Daemon, until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, usualPipeWires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { hasWirePlumber, startWirePlumber } from '../../hardware-drivers/pipewire/test/wireplumber.ts';
import { settled, write } from '../harness/desk.ts';
import { type Service, stopServices } from '../harness/service.ts';
import { fitSine, sine } from '../harness/sound.ts';
import { readWav, writeWav } from '../harness/wav.ts';
import { isBuilt, startDeskIn } from './desk-in.ts';

const box = 'pipewire-0-io';
const rate = 48000;
const frequencyHz = 997;

const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  let desk: Service;
  beforeEach(async () => {
    daemon = new Daemon(pipewire);
    await daemon.listen();
    startWirePlumber(daemon, pipewire);
    // Without the mirror: links of the desk's node are made here, or by the manager.
    desk = await startDeskIn(daemon);
  });
  afterEach(async () => {
    await stopServices();
    await daemon.remove();
  });

  const ports = () => daemon.run('pw-link', '-io').split('\n');
  const links = (of: string) => linksIn(daemon.run('pw-link', '-l')).filter((link) => link.includes(of));
  /** The manager gives it ports; without a target it links it too. */
  const cat = (name: string, ...args: readonly string[]) =>
    daemon.open('pw-cat', ...args.slice(0, -1), '-P', `{ node.name = ${name} }`, args.at(-1) as string);

  test('it links a player and leaves the desk alone; links of the desk stay, and sound passes', async () => {
    await write(desk, '/channel/input/1', { sourceId: `${box}:in-1`, levelDb: 0 });
    await write(desk, '/channel/main/1', { levelDb: 0 });
    await settled(desk);
    const tone = join(desk.state, 'tone.wav');
    writeWav(
      tone,
      rate,
      Array.from({ length: 2 }, () => sine(frequencyHz, -6, rate, rate * 60)),
    );
    cat('managed', '-p', tone);
    await until(
      'links of the manager',
      () => links('managed:').length === 2,
      () => daemon.run('pw-link', '-l'),
    );
    expect(links('rowdesk:')).toEqual([]);

    cat('player', '-p', '--target', '0', tone);
    const file = join(desk.state, 'heard.wav');
    const recorder = cat(
      'recorder',
      '-r',
      '--target',
      '0',
      '--channels',
      '2',
      '--format',
      'f32',
      '--rate',
      '48000',
      file,
    );
    const needed = ['player:output_FL', 'recorder:input_FL', 'recorder:input_FR'];
    await until('their ports', () => needed.every((port) => ports().includes(port)), ports);
    const wanted = [
      ['player:output_FL', 'rowdesk:in_1'],
      ['player:output_FL', 'recorder:input_FR'],
      ['rowdesk:out_1', 'recorder:input_FL'],
    ] as const;
    for (const [from, to] of wanted) daemon.run('pw-link', from, to);
    // What makes the manager look at all links again: another default, and a stream that goes.
    const chosen = JSON.stringify({ name: 'monitor room' });
    daemon.run('pw-metadata', '0', 'default.configured.audio.sink', chosen, 'Spa:String:JSON');
    await until(
      'the other sink',
      () => links('managed:').every((link) => link.includes('monitor room:')),
      () => links('managed:'),
    );
    const bytes = statSync(file).size + rate * 3 * 8;
    await until('the recording', () => statSync(file).size > bytes);
    expect(links('rowdesk:').sort()).toEqual(
      wanted
        .map((ends) => ends.join(' '))
        .filter((link) => link.includes('rowdesk:'))
        .sort(),
    );
    const ended = new Promise((resolve) => recorder.once('exit', resolve));
    recorder.kill('SIGTERM');
    await ended;
    const [heard, beside] = readWav(file).channels.map((samples) => levelIn(samples.slice(-2 * rate)));
    expect((heard ?? 0) - (beside ?? 0)).toBeCloseTo(10 * Math.log10(1 / 2), 1);
  });
};

/** Of `pw-link -l`: `from to`. */
function linksIn(listed: string): readonly string[] {
  let from = '';
  return listed.split('\n').flatMap((line) => {
    const to = /^ {2}\|-> (.*)$/.exec(line)?.[1];
    if (to === undefined && !line.startsWith(' ')) from = line;
    return to === undefined ? [] : [`${from} ${to}`];
  });
}

/** The median over windows of 20 ms, in dB: a busy machine loses cycles, which breaks the tone for a moment. */
function levelIn(samples: Float64Array): number {
  const frames = rate / 50;
  const levels = Array.from({ length: Math.floor(samples.length / frames) }, (_, n) =>
    fitSine(samples.slice(n * frames, (n + 1) * frames), frequencyHz, rate),
  )
    .filter(({ residualDb }) => residualDb < -60)
    .map(({ levelDb }) => levelDb)
    .sort((a, b) => a - b);
  expect(levels.length).toBeGreaterThan(10);
  return levels[levels.length >> 1] as number;
}

for (const pipewire of usualPipeWires) {
  const reason = whyNot(
    pipewire,
    [isBuilt, 'the native part (npm run build)'],
    [hasWirePlumber(pipewire), 'wireplumber'],
  );
  describe.skipIf(reason !== '')(
    `beside the session manager of PipeWire ${pipewire.version}`,
    { timeout: 120_000 },
    () => tests(pipewire),
  );
}
