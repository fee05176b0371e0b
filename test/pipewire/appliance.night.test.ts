// A machine without a desktop: what `rowdesk pipewire-conf` prints is started by a real PipeWire over a sound card, and the
// desk plays and hears through that card.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fakedCardLacks, makeFakedCard } from '../../core/testing.ts';
import { Cat } from '../../hardware-drivers/pipewire/test/cat.ts';
import { Daemon, until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, usualPipeWires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { opening, settled, write } from '../harness/desk.ts';
import {
  cli,
  removeFolder,
  root,
  type Service,
  startService,
  stopServices,
  temporaryFolder,
} from '../harness/service.ts';
import { fitSine, sine } from '../harness/sound.ts';
import { readWav, writeWav } from '../harness/wav.ts';
import { isBuilt } from './desk-in.ts';

const channels = 6;
const rate = 48_000;
const frequencyHz = 997;
const toneDb = -6;
const conf = ['pipewire-conf', '--card', 'card', '--inputs', String(channels), '--outputs', String(channels)];

test('a configuration that no server could run is refused with the ranges, and the unit starts what is printed', () => {
  const refused = (...words: readonly string[]) => spawnSync(process.execPath, [cli, ...words], { encoding: 'utf8' });
  const { status, stdout, stderr } = refused(...conf.slice(0, 3), '--inputs', '65', '--outputs', '0', '--frames', '8');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain('--inputs: a whole number from 0 to 64');
  expect(stderr).toContain('--frames: a whole number from 16 to 2048');
  const unit = readFileSync(join(root, 'systemd/rowdesk-pipewire.service'), 'utf8');
  const file = /^ExecStart=\S*pipewire -c (\S+)$/m.exec(unit)?.[1] as string;
  expect(unit).toContain(`ConditionPathExists=${file}\n`);
  expect(readFileSync(join(root, 'systemd/README.md'), 'utf8')).toContain(`| sudo tee ${file}`);
});

const tests = (pipewire: PipeWire) => {
  let folder: string;
  let daemon: Daemon;
  let desk: Service;
  beforeEach(async () => {
    folder = temporaryFolder();
    const { environment } = makeFakedCard({ folder, name: 'card', inputs: channels, outputs: channels });
    const configuration = execFileSync(process.execPath, [cli, ...conf], { encoding: 'utf8' });
    daemon = new Daemon(pipewire, { configuration, environment });
    await daemon.listen();
    desk = await startService({
      config: { drivers: ['mixer', 'virtual', 'pipewire-io'], devices: [] },
      env: { ...daemon.forClients, XDG_RUNTIME_DIR: daemon.folder },
    });
    await opening(desk);
  });
  afterEach(async () => {
    await stopServices();
    await daemon.remove();
    removeFolder(folder);
  });

  /** The last six seconds of what arrives at the second input of the card. */
  async function recorded(name: string): Promise<Float64Array> {
    const file = join(folder, `${name}.wav`);
    const recorder = await Cat.record(daemon, { name, file, channels: 1, rate });
    daemon.run('pw-link', 'card_in:capture_AUX1', recorder.ports[0] as string);
    await until('the recording', () => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > rate * 8 * 4);
    await recorder.end();
    return (readWav(file).channels[0] as Float64Array).slice(-6 * rate);
  }

  test('the card has its ports and drives the desk; a tone goes out of it and comes back by a cable', async () => {
    const ports = daemon.run('pw-link', '-io').split('\n');
    for (let n = 0; n < channels; n++) {
      expect(ports).toContain(`card_in:capture_AUX${n}`);
      expect(ports).toContain(`card_out:playback_AUX${n}`);
    }
    const tone = join(folder, 'tone.wav');
    writeWav(tone, rate, [sine(frequencyHz, toneDb, rate, rate * 120)]);
    const player = await Cat.play(daemon, { name: 'player', file: tone, channels: 1, rate });
    daemon.run('pw-link', player.ports[0] as string, 'rowdesk:in_1');
    daemon.run('pw-link', 'rowdesk:out_1', 'card_out:playback_AUX1');
    await write(desk, '/channel/input/1', { sourceId: 'pipewire-0-io:in-1', levelDb: -10, pan: -100 });
    await write(desk, '/channel/main/1', { levelDb: 0 });
    await settled(desk);
    await desk.until('/clock', (row) => row.quantum === 64 && row.rate === rate);
    // Long enough that a busy machine ends most cycles in time; one that is lost breaks the tone for a moment.
    daemon.run('pw-metadata', '-n', 'settings', '0', 'clock.force-quantum', '1024');
    await desk.until('/clock', (row) => row.quantum === 1024);
    await desk.until('/channel/main/1', (row) => row.mutedBy.length === 0);
    // The links bring the card's latency to the desk's ports: a quantum at least, after an output and before an input.
    const blockMs = (1024 / rate) * 1000;
    const isAtLeast = (ms: number, least: number) => ms > least - 0.01;
    const alone = await desk.until('/telemetry/latency', ({ report }) =>
      isAtLeast(report?.paths[0]?.outputMs, blockMs),
    );
    expect(alone.report.paths[0].inputMs).toBeCloseTo(blockMs, 2);
    daemon.run('pw-link', 'card_in:capture_AUX2', 'rowdesk:in_2');
    await desk.until('/telemetry/latency', ({ report }) => isAtLeast(report?.paths[0]?.inputMs, 2 * blockMs));
    const samples = await recorded('recorder');
    const frames = rate / 200;
    const windows = Array.from({ length: samples.length / frames }, (_, n) => {
      return fitSine(samples.slice(n * frames, (n + 1) * frames), frequencyHz, rate);
    });
    // PipeWire 0.3 matches the rates of the card's two nodes, which leaves -36 dB beside the tone on some machines; a lost cycle
    // leaves -10 dB and more.
    const levels = windows.filter(({ residualDb }) => residualDb < -30).map(({ levelDb }) => levelDb);
    expect(levels.length).toBeGreaterThan(20);
    expect(levels.sort((a, b) => a - b)[Math.floor(levels.length / 2)]).toBeCloseTo(toneDb - 10, 2);
    await player.end();
  }, 120_000);
};

const needs: readonly [boolean, string][] = [
  [isBuilt, 'the built driver pipewire-io'],
  [fakedCardLacks() === '', fakedCardLacks()],
];
for (const pipewire of usualPipeWires) {
  describe.skipIf(whyNot(pipewire, ...needs) !== '')(`PipeWire ${pipewire.version}`, () => tests(pipewire));
}
