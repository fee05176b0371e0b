// The first steps of a person with a laptop: an empty home, PipeWire with a microphone and loudspeakers, `npm start`, a fader
// pushed. What the microphone hears is heard at the level that pan law, fader and the first -20 dB give.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packageRoot } from '../../core/base/package-root.ts';
import { Cat } from '../../hardware-drivers/pipewire/test/cat.ts';
import { Daemon, until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, usualPipeWires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { cli, removeFolder, run, temporaryFolder } from '../harness/service.ts';
import { peakDb, sine } from '../harness/sound.ts';
import { readWav, writeWav } from '../harness/wav.ts';
import { steadyLevelDb } from './steady-level.ts';

const isBuilt = ['pipewire/build/Release/pipewire', 'pipewire-io/build/Release/pipewire_io'].every((path) =>
  existsSync(join(packageRoot, `hardware-drivers/${path}.node`)),
);
const rate = 48_000;
const frequencyHz = 997;
const toneDb = -6;
const faderDb = -10;
const firstMainDb = -20;
/** A busy machine breaks the tone: long enough for some whole pieces. */
const heardS = 8;
/** Centre of the pan law. */
const centreDb = 10 * Math.log10(1 / 2);

const ports = `{ direction = Input mode = dsp monitor = true
  format = { mediaType = audio mediaSubtype = raw format = F32P rate = ${rate} channels = 1 position = [ MONO ] } }`;
const microphone = `{ factory.name = support.null-audio-sink node.name = microphone node.description = "Built-in microphone"
  media.class = Audio/Source/Virtual object.linger = true audio.position = [ MONO ] node.param.PortConfig = ${ports} }`;

const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  let home: string;
  let desk: ChildProcess | undefined;
  beforeEach(async () => {
    daemon = new Daemon(pipewire);
    home = temporaryFolder();
    await daemon.listen();
    daemon.run('pw-cli', 'create-node', 'adapter', microphone.replace(/\s+/g, ' '));
    const loudspeakers = JSON.stringify({ name: 'monitor room' });
    daemon.run('pw-metadata', '-n', 'default', '0', 'default.audio.sink', loudspeakers, 'Spa:String:JSON');
  });
  afterEach(async () => {
    const ended = new Promise((resolve) => desk?.once('exit', resolve) ?? resolve(0));
    desk?.kill('SIGTERM');
    await ended;
    await daemon.remove();
    removeFolder(home);
  });

  test('after npm start and one push of a fader the microphone is heard', async () => {
    const { ROWDESK_STATE: _, XDG_STATE_HOME: __, STATE_DIRECTORY: ___, ...rest } = process.env;
    const env = { ...rest, ...daemon.forClients, HOME: home } as Record<string, string>;
    const said: string[] = [];
    const startedMs = performance.now();
    const elapsed = () => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
    desk = spawn(process.execPath, [cli, 'start', '--port', '0'], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    createInterface({ input: desk.stdout as NodeJS.ReadableStream }).on('line', (line) => said.push(line));
    const says = (words: string) =>
      until(
        words,
        () => said.some((line) => line.includes(words)),
        () => said,
      );
    await says('Rowdesk answers at http://127.0.0.1:');
    const answered = elapsed();
    await says('Built-in microphone -> input 1');
    await says('main 1 (-20 dB) -> Monitor room');
    const patched = elapsed();
    const links = () => daemon.run('pw-link', '-l');
    await until('links', () => /rowdesk:in_1/.test(links()) && /rowdesk:out_1/.test(links()), links);

    mkdirSync(join(home, 'tape'));
    const tone = join(home, 'tape/tone.wav');
    writeWav(tone, rate, [sine(frequencyHz, toneDb, rate, rate * 60)]);
    const player = await Cat.play(daemon, { name: 'voice', file: tone, channels: 1, rate });
    daemon.run('pw-link', player.ports[0] as string, 'microphone:input_MONO');
    const file = join(home, 'tape/heard.wav');
    const recorder = await Cat.record(daemon, { name: 'ear', file, channels: 2, rate });
    for (const [n, port] of recorder.ports.entries()) {
      daemon.run('pw-link', `monitor room:monitor_${['FL', 'FR'][n]}`, port);
    }
    const frames = () => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 8;
    await until('a recording', () => frames() > rate);
    const beforeFader = frames();
    const client = { ...env, ROWDESK_STATE: join(home, '.local/state/rowdesk') };
    const url = said
      .find((line) => line.includes('for programs'))
      ?.split(': ')
      .at(-1) as string;
    const pushed = await run(['patch', '/channel/input/1', `levelDb=${faderDb}`, '--url', url], { env: client });
    expect([pushed.code, pushed.stderr]).toEqual([0, '']);
    const heard = elapsed();
    const from = frames() + rate;
    await until('the tone', () => frames() > from + (heardS + 1) * rate);
    await recorder.end();
    await player.end();
    const { channels } = readWav(file);
    for (const samples of channels) {
      // The new desk is silent: its faders are down, and no demo plays.
      expect(peakDb(samples.slice(0, beforeFader - rate / 2))).toBe(Number.NEGATIVE_INFINITY);
      const level = steadyLevelDb(samples.slice(from, from + heardS * rate), frequencyHz, rate);
      expect(Math.abs(level - (toneDb + faderDb + centreDb + firstMainDb))).toBeLessThan(0.05);
    }
    process.stdout.write(
      `newcomer, PipeWire ${pipewire.version}: rows after ${answered}, patched after ${patched}, fader after ${heard}\n`,
    );
  });
};

for (const pipewire of usualPipeWires) {
  const reason = whyNot(pipewire, [isBuilt, 'the native parts (npm run build)']);
  describe.skipIf(reason !== '')(`a newcomer beside PipeWire ${pipewire.version}`, { timeout: 180_000 }, () =>
    tests(pipewire),
  );
}
