// The desk as a node of a real PipeWire: what pw-cat plays comes out of a main, through changes of rate and quantum and the
// end of the server.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deskHash, deskKey, deviceKey } from '../../hardware-drivers/pipewire/js/desk.ts';
import { Cat } from '../../hardware-drivers/pipewire/test/cat.ts';
import { Daemon, until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, pipewires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { settled, write } from '../harness/desk.ts';
import { type Service, stopServices } from '../harness/service.ts';
import { peakDb, sine } from '../harness/sound.ts';
import { readWav, writeWav } from '../harness/wav.ts';
import { isBuilt, startDeskIn } from './desk-in.ts';
import { isSteady, steadyLevelDb } from './steady-level.ts';

const box = 'pipewire-0-io';
const frequencyHz = 997;
const toneDb = -6;
/** Centre of the pan law. */
const centreDb = 10 * Math.log10(1 / 2);

const mostRounds = 8;

const levelIn = (samples: Float64Array, rate: number) => steadyLevelDb(samples, frequencyHz, rate);

const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  let desk: Service;
  beforeAll(async () => {
    daemon = new Daemon(pipewire);
    await daemon.listen();
    desk = await startDeskIn(daemon);
  });
  afterAll(async () => {
    await stopServices();
    await daemon.remove();
  });

  const clock = (quantum: number, rate: number) =>
    desk.until('/clock', (row) => row.quantum === quantum && row.rate === rate);
  const setting = (key: string, value: number) => daemon.run('pw-metadata', '-n', 'settings', '0', key, String(value));

  /** Links a tone into the first port, and records the first two: the last whole second before the end. */
  async function heard(name: string, rate: number, seconds = 2) {
    const tone = join(desk.state, `${name}-tone.wav`);
    writeWav(tone, rate, [sine(frequencyHz, toneDb, rate, rate * (seconds + 20))]);
    const player = await Cat.play(daemon, { name: `${name}-play`, file: tone, channels: 1, rate });
    daemon.run('pw-link', player.ports[0] as string, 'rowdesk:in_1');
    const file = join(desk.state, `${name}.wav`);
    const recorder = await Cat.record(daemon, { name: `${name}-record`, file, channels: 2, rate });
    for (const [n, port] of recorder.ports.entries()) daemon.run('pw-link', `rowdesk:out_${n + 1}`, port);
    const bytes = rate * seconds * recorder.ports.length * 4;
    await until('the recording', () => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > bytes);
    await recorder.end();
    await player.end();
    return readWav(file).channels.map((samples) => samples.slice(-rate));
  }

  /** Records again where the machine was too busy for a tone. */
  async function heardTone(name: string, rate: number) {
    for (let round = 1; ; round++) {
      const legs = await heard(`${name}-${round}`, rate);
      if (round === mostRounds || legs.every((samples) => isSteady(samples, frequencyHz, rate))) return legs;
    }
  }

  test('a tone from pw-cat leaves a main at the level that pan law and fader give it', async () => {
    await clock(64, 48000);
    await write(desk, '/channel/input/1', { sourceId: `${box}:in-1`, levelDb: -10 });
    await write(desk, '/channel/main/1', { levelDb: 0 });
    await settled(desk);
    for (const samples of await heardTone('plain', 48000)) {
      expect(levelIn(samples, 48000)).toBeCloseTo(toneDb - 10 + centreDb, 2);
    }
    await write(desk, `/stagebox/${box}`, { enabled: false });
    await settled(desk);
    for (const samples of await heard('off', 48000)) expect(peakDb(samples)).toBe(Number.NEGATIVE_INFINITY);
    await write(desk, `/stagebox/${box}`, { enabled: true });
    await settled(desk);
  });

  test('the node carries the names of desk and device, and asks no session manager for links', () => {
    const props = daemon.nodeNamed('rowdesk')?.info?.props ?? {};
    expect(props[deskKey]).toBe(deskHash(join(desk.state, 'media')));
    expect(props[deviceKey]).toBe(box);
    expect(String(props['node.autoconnect'])).toBe('false');
  });

  test('ports are named for what is patched to them, until the operator gives a socket a label', async () => {
    const aliasOf = (name: string) => daemon.portNamed('rowdesk', name)?.info?.props?.['port.alias'];
    const aliased = (port: string, alias: string) =>
      until(
        alias,
        () => aliasOf(port) === alias,
        () => aliasOf(port),
      );
    await aliased('out_1', 'main 1 left');
    await write(desk, '/channel/input/3', { name: 'Vocals', sourceId: `${box}:in-7` });
    await aliased('in_7', 'input 3 Vocals');
    expect((await desk.get(`/stagebox/${box}/inputs/7`)).body).toMatchObject({
      label: '',
      patchedTo: 'input 3 Vocals',
    });
    await write(desk, `/stagebox/${box}/inputs/7`, { label: 'SM58' });
    await aliased('in_7', 'SM58');
    await write(desk, `/stagebox/${box}/inputs/7`, { label: '' });
    await aliased('in_7', 'input 3 Vocals');
    await write(desk, '/channel/input/3', { sourceId: `${box}:in-8` });
    await aliased('in_8', 'input 3 Vocals');
    expect(aliasOf('in_7') ?? '').toBe('');
  });

  test('rate and quantum that another client forces are those of the desk, and sound goes on', async () => {
    await write(desk, '/channel/input/1', { sourceId: `${box}:in-1`, levelDb: 0 });
    await write(desk, '/channel/main/1', { levelDb: 0 });
    for (const quantum of [256, 2048, 8192]) {
      setting('clock.force-quantum', quantum);
      await clock(quantum, 48000);
    }
    setting('clock.force-quantum', 0);
    for (const rate of [96000, 44100]) {
      setting('clock.force-rate', rate);
      await clock(64, rate);
      for (const samples of await heardTone(`at-${rate}`, rate)) {
        expect(levelIn(samples, rate)).toBeCloseTo(toneDb + centreDb, 2);
      }
    }
    setting('clock.force-rate', 0);
    // The desk asks for its rate itself.
    await write(desk, '/clock/force', { rate: 96000 });
    await clock(64, 96000);
    expect((await desk.get('/clock/force')).body).toEqual({ rate: 96000, rateNotApplied: false });
    await write(desk, '/clock/force', { rate: null });
    await clock(64, 48000);
  });

  test('a server that is killed is connected to again, with the labels of its ports', async () => {
    await write(desk, '/channel/input/1', { sourceId: `${box}:in-1`, levelDb: 0 });
    await write(desk, '/channel/main/1', { levelDb: 0 });
    await write(desk, `/stagebox/${box}/inputs/1`, { label: 'Kick' });
    await desk.until(`/stagebox/${box}/inputs/1`, ({ confirmed }) => confirmed);
    const aliases = () => daemon.run('pw-dump').match(/"port.alias": "Kick"/g) ?? [];
    await until('the alias', () => aliases().length === 1);
    const { processId } = (await desk.get('/telemetry/rt')).body;
    await daemon.end('SIGKILL');
    await clock(0, 0);
    expect((await desk.until('/channel/main/1', ({ mutedBy }) => mutedBy.length > 0)).mutedBy).toEqual(['clock']);
    await desk.until('/warnings/driver-pipewire-io-server', () => true);
    daemon.start();
    await clock(64, 48000);
    await desk.until('/channel/main/1', ({ mutedBy }) => mutedBy.length === 0);
    expect((await desk.get('/warnings/driver-pipewire-io-server')).status).toBe(404);
    await until('the alias', () => aliases().length === 1);
    const [left] = await heardTone('again', 48000);
    expect(levelIn(left as Float64Array, 48000)).toBeCloseTo(toneDb + centreDb, 2);
    expect((await desk.get('/telemetry/rt')).body.processId).toBe(processId);
  });
};

for (const pipewire of pipewires) {
  const reason = whyNot(pipewire, [isBuilt, 'the native part (npm run build)']);
  describe.skipIf(reason !== '')(`the desk in PipeWire ${pipewire.version}`, { timeout: 120_000 }, () =>
    tests(pipewire),
  );
}
