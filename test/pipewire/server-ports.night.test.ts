// Ports of a real PipeWire in the patch: a tone that pw-cat plays into one sink is heard by a strip at that sink's monitor, and
// leaves a main by another sink, where pw-cat records it. pw-link says which links are there.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packageRoot } from '../../core/base/package-root.ts';
import { Cat } from '../../hardware-drivers/pipewire/test/cat.ts';
import { Daemon, until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { linksOf } from '../../hardware-drivers/pipewire/test/links-of.ts';
import { type PipeWire, usualPipeWires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { opening, settled, write } from '../harness/desk.ts';
import { type Service, startService, stopServices } from '../harness/service.ts';
import { fitSine, sine } from '../harness/sound.ts';
import { readWav, writeWav } from '../harness/wav.ts';

const isBuilt = ['pipewire/build/Release/pipewire.node', 'pipewire-io/build/Release/pipewire_io.node'].every((file) =>
  existsSync(join(packageRoot, 'hardware-drivers', file)),
);
const row = '/patch/servers/pipewire-0';
const toneHz = 1000;
const toneDb = -6;
/** Centre of the pan law. */
const centreDb = 10 * Math.log10(1 / 2);
/** For the moment of the recording: a control process that is killed leaves the sound alone for so long. */
const config = { drivers: ['mixer', 'virtual', 'pipewire-io', 'pipewire'], devices: [], lingerS: 30 };

const microphone = 'pipewire-0:hall:monitor_FL';
const loudspeaker = 'pipewire-0:monitor~20room:playback_FL';
const made = ['hall:monitor_FL -> rowdesk:in_1', 'rowdesk:out_1 -> monitor room:playback_FL'];

/** Windows of 20 ms that have the tone whole, in dB: a busy machine loses cycles of the server and its clients. */
function levelsIn(samples: Float64Array, rate: number): readonly number[] {
  const frames = rate / 50;
  return Array.from({ length: Math.floor(samples.length / frames) }, (_, n) =>
    fitSine(samples.slice(n * frames, (n + 1) * frames), toneHz, rate),
  ).flatMap(({ levelDb, residualDb }) => (residualDb < -60 ? [levelDb] : []));
}

const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  let desk: Service;
  beforeEach(async () => {
    daemon = new Daemon(pipewire);
    await daemon.listen();
    desk = await startService({ config, env: daemon.forClients });
    await opening(desk);
  });
  afterEach(async () => {
    await stopServices();
    await daemon.remove();
  });

  const ofDesk = () => linksOf(daemon).filter((link) => link.includes('rowdesk:'));
  const linked = (links: readonly string[]) =>
    until(
      'the links of the desk',
      () => JSON.stringify(ofDesk()) === JSON.stringify(links),
      () => ofDesk(),
    );
  const setting = (key: string, value: number) => daemon.run('pw-metadata', '-n', 'settings', '0', key, String(value));
  const nothingMissing = () => desk.until('/patch', ({ missing }) => missing.length === 0);

  async function patchThrough(levelDb: number) {
    await write(desk, '/channel/input/1', { sourceId: microphone, levelDb });
    await write(desk, '/channel/main/1', { levelDb: 0 });
    const main = { strip: { kind: 'main', index: 1 }, leg: 'left', levelDb: 0 };
    await write(desk, '/patch/outputs', { outputs: [{ ...main, portId: loudspeaker }] });
    await settled(desk);
    await nothingMissing();
  }

  /** Plays the tone and records the loudspeaker while `meanwhile` runs, and a second of sound after it. */
  async function heard(name: string, rate: number, meanwhile: () => Promise<void> = async () => {}) {
    const tone = join(desk.state, `${name}-tone.wav`);
    writeWav(tone, rate, [sine(toneHz, toneDb, rate, rate * 60)]);
    const player = await Cat.play(daemon, { name: `${name}-play`, file: tone, channels: 1, rate });
    daemon.run('pw-link', player.ports[0] as string, 'hall:playback_FL');
    const file = join(desk.state, `${name}.wav`);
    const recorder = await Cat.record(daemon, { name: `${name}-record`, file, channels: 1, rate });
    daemon.run('pw-link', 'monitor room:monitor_FL', recorder.ports[0] as string);
    const seconds = () => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / (rate * 4);
    await until('the recording', () => seconds() > 0.5);
    await meanwhile();
    const sofar = seconds();
    await until('the recording', () => seconds() > sofar + 1.5);
    await recorder.end();
    await player.end();
    return readWav(file).channels[0] as Float64Array;
  }

  async function isHeardAt(levelDb: number, name: string, rate = 48_000) {
    const levels = levelsIn((await heard(name, rate)).slice(-rate), rate);
    expect(levels.length).toBeGreaterThan(4);
    expect(Math.abs((levels.toSorted((a, b) => a - b)[levels.length >> 1] as number) - levelDb)).toBeLessThan(0.05);
  }

  test('a port of the server is heard by a strip and played by a main, at the level of fader and pan law', async () => {
    await patchThrough(-10);
    expect(ofDesk()).toEqual(made);
    const { outputs, inputs } = (await desk.get('/patch')).body;
    expect([inputs[0].sourceId, outputs[0].portId]).toEqual([microphone, loudspeaker]);
    expect((await desk.get('/channel/input/1')).body).toMatchObject({ sourceId: microphone, present: true });
    await isHeardAt(toneDb - 10 + centreDb, 'plain');
    // Patched no more: its links go, and nothing else.
    await write(desk, '/channel/input/1', { sourceId: '' });
    await linked([made[1] as string]);
    expect((await desk.get(row)).body.ports).toHaveLength(1);
  });

  test('a control process that is killed is not heard, and its successor remakes nothing', async () => {
    await patchThrough(0);
    const numbers = () =>
      daemon
        .run('pw-link', '-lI')
        .split('\n')
        .filter((line) => line.includes('rowdesk'));
    const before = { links: numbers(), row: (await desk.get(row)).body };
    const { revision } = (await desk.get('/telemetry/convergence')).body;
    const samples = await heard('killed', 48_000, async () => {
      await desk.kill();
      desk = await startService({ state: desk.state, config, env: daemon.forClients });
      await nothingMissing();
      await settled(desk);
    });
    expect((await desk.get(row)).body).toEqual(before.row);
    // A start begins a million further; a commit of it would be one more.
    expect((await desk.get('/telemetry/convergence')).body.revision % 1e6).toBe(revision % 1e6);
    expect(numbers()).toEqual(before.links);
    const whole = samples.slice(24_000);
    const silent = Array.from({ length: Math.floor(whole.length / 48) }, (_, n) =>
      whole.slice(n * 48, (n + 1) * 48).every((sample) => Math.abs(sample) < 0.01),
    );
    // A millisecond of silence is a whole period of the tone: a lost cycle of the machine is shorter than 50.
    expect(Math.max(...runs(silent))).toBeLessThan(50);
  });

  test('after the end of the server, a rate and a quantum of other clients the patch is right', async () => {
    await patchThrough(0);
    const before = (await desk.get(row)).body;
    await daemon.end('SIGKILL');
    const { missing } = await desk.until('/patch', (patch) => patch.missing.length > 0);
    expect(missing[0].reason).toMatch(/is not there|does not run|no device|runs by/);
    await daemon.listen();
    await nothingMissing();
    expect(ofDesk()).toEqual(made);
    expect((await desk.get(row)).body).toEqual(before);
    await desk.until('/channel/main/1', ({ mutedBy }) => mutedBy.length === 0);
    await isHeardAt(toneDb + centreDb, 'again');
    setting('clock.force-quantum', 1024);
    setting('clock.force-rate', 96_000);
    await desk.until('/clock', ({ rate, quantum }) => rate === 96_000 && quantum === 1024);
    await nothingMissing();
    expect(ofDesk()).toEqual(made);
    await isHeardAt(toneDb + centreDb, 'faster', 96_000);
  });

  test('a source that a strip hears stays in the list while its server is dead, all others go, and none is there twice after it', async () => {
    const file = join(desk.state, 'mics.wav');
    writeWav(file, 48_000, [sine(toneHz, toneDb, 48_000, 48_000 * 600)]);
    /** Two microphones of one name: the second gets a number. */
    const plug = () => {
      for (let n = 0; n < 2; n++) {
        daemon.open('pw-cat', '-p', '--target', '0', '-P', '{ node.name = mics }', file);
      }
    };
    const listOf = ({ sources }: { sources: readonly { id: string; present: boolean }[] }) =>
      sources.map(({ id, present }) => `${id} ${present ? 'present' : 'absent'}`).sort();
    const ofServer = (list: readonly string[]) => list.filter((each) => each.startsWith('pipewire-0:'));
    plug();
    await desk.until('/source', (sources) => listOf(sources).some((each) => each.startsWith('pipewire-0:mics-2:')));
    await write(desk, '/channel/input/1', { sourceId: microphone });
    const before = listOf((await desk.get('/source')).body);
    expect(ofServer(before)).toEqual([
      'pipewire-0:hall:monitor_FL present',
      'pipewire-0:hall:monitor_FR present',
      'pipewire-0:mics-2:output_MONO present',
      'pipewire-0:mics:output_MONO present',
      'pipewire-0:monitor~20room:monitor_FL present',
      'pipewire-0:monitor~20room:monitor_FR present',
    ]);
    for (const isPlugged of [true, false]) {
      await daemon.end('SIGKILL');
      await desk.until('/source', (sources) => ofServer(listOf(sources)).join() === `${microphone} absent`);
      await daemon.listen();
      if (isPlugged) plug();
      const wanted = isPlugged ? before : before.filter((each) => !each.includes(':mics'));
      await desk.until('/source', (sources) => listOf(sources).join() === wanted.join());
    }
    await daemon.end('SIGKILL');
    await write(desk, '/channel/input/1', { sourceId: '' });
    await desk.until('/source', (sources) => ofServer(listOf(sources)).length === 0);
    expect((await desk.get(`/source/${microphone}`)).status).toBe(404);
  });

  test('a node that goes and comes back is linked again, and the corrections say so', async () => {
    const sink = `{ factory.name = support.null-audio-sink node.name = stage media.class = Audio/Sink object.linger = true audio.position = [ FL FR ] }`;
    const add = () => daemon.run('pw-cli', 'create-node', 'adapter', sink);
    add();
    const port = 'pipewire-0:stage:monitor_FR';
    await write(desk, '/channel/input/1', { sourceId: port });
    await linked(['stage:monitor_FR -> rowdesk:in_1']);
    for (let time = 0; time < 3; time++) {
      daemon.run('pw-cli', 'destroy', 'stage');
      await desk.until('/patch', ({ missing }) =>
        missing.some(({ reason }: { reason: string }) => reason.includes('stage')),
      );
      await desk.until('/channel/input/1', ({ present }) => !present);
      add();
      await linked(['stage:monitor_FR -> rowdesk:in_1']);
      await desk.until('/channel/input/1', ({ present }) => present);
    }
    // Another client ends a link of the desk.
    daemon.run('pw-link', '-d', 'stage:monitor_FR', 'rowdesk:in_1');
    await linked(['stage:monitor_FR -> rowdesk:in_1']);
    const { entries } = await desk.until('/telemetry/convergence/corrections', (all) =>
      JSON.stringify(all).includes('stage:monitor_FR'),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({ path: row, field: 'links', target: 'graph:pipewire-0', outcome: 'corrected' }),
    );
  });
};

/** Lengths of runs of true. */
function runs(flags: readonly boolean[]): readonly number[] {
  const lengths = [0];
  for (const flag of flags) lengths.push(flag ? (lengths.at(-1) as number) + 1 : 0);
  return lengths;
}

for (const pipewire of usualPipeWires) {
  const reason = whyNot(pipewire, [isBuilt, 'the native parts (npm run build)']);
  describe.skipIf(reason !== '')(`ports of PipeWire ${pipewire.version} in the patch`, { timeout: 120_000 }, () =>
    tests(pipewire),
  );
}
