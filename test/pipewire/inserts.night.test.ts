// An insert through hardware: the desk's own ports are the hardware, linked by PipeWire from an output back to an input.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Cat } from '../../hardware-drivers/pipewire/test/cat.ts';
import { Daemon, until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, usualPipeWires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { settled, write } from '../harness/desk.ts';
import { type Service, stopServices } from '../harness/service.ts';
import { peakDb, sine } from '../harness/sound.ts';
import { runTask } from '../harness/task.ts';
import { readWav, writeWav } from '../harness/wav.ts';
import { isBuilt, startDeskIn } from './desk-in.ts';

const box = 'pipewire-0-io';
const rate = 48_000;
/** Long enough that a busy machine ends most cycles in time. */
const quantum = 1024;
const levelDb = -12;
const place = '/channel/input/1/chain/processors/insert1';
const insert = { strip: { kind: 'input', index: 1 }, insert: 'insert1' };
const warningId = 'insert-unanswered-input-1-insert1';

const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  let desk: Service;
  beforeEach(async () => {
    daemon = new Daemon(pipewire);
    await daemon.listen();
    desk = await startDeskIn(daemon);
    daemon.run('pw-metadata', '-n', 'settings', '0', 'clock.force-quantum', String(quantum));
    await desk.until('/clock', (row) => row.quantum === quantum);
    await write(desk, '/console', { alignLimitMs: 50 });
    // Input 2 is the inverted twin of input 1.
    for (const n of [1, 2]) {
      const strip = { sourceId: `${box}:in-1`, levelDb: 0, pan: -100, polarityInverted: n === 2 };
      await write(desk, `/channel/input/${n}`, strip);
    }
    await write(desk, '/channel/main/1', { levelDb: 0 });
    await write(desk, '/patch', {
      inserts: [{ ...insert, leg: 'left', sendPortId: `${box}:out-7`, returnPortId: `${box}:in-7` }],
    });
    await settled(desk);
    daemon.run('pw-link', 'rowdesk:out_7', 'rowdesk:in_7');
    const tone = join(desk.state, 'tone.wav');
    writeWav(tone, rate, [sine(997, levelDb, rate, rate * 240)]);
    const player = await Cat.play(daemon, { name: 'tone', file: tone, channels: 1, rate });
    daemon.run('pw-link', player.ports[0] as string, 'rowdesk:in_1');
  });
  afterEach(async () => {
    await stopServices();
    await daemon.remove();
  });

  const heard = async (sound: string) => {
    await desk.until(`${place}/status`, (row) => row.heard === sound);
    await settled(desk);
  };
  /** Peak of the main in dB, the median of windows of 100 ms: a busy machine loses a cycle now and then. */
  const mainDb = async (name: string): Promise<number> => {
    const file = join(desk.state, `${name}.wav`);
    const recorder = await Cat.record(daemon, { name, file, channels: 1, rate });
    daemon.run('pw-link', 'rowdesk:out_1', recorder.ports[0] as string);
    await until('the recording', () => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > rate * 3 * 4);
    await recorder.end();
    const samples = (readWav(file).channels[0] as Float64Array).slice(rate);
    const window = rate / 10;
    const peaks = Array.from({ length: Math.floor(samples.length / window) }, (_, n) =>
      peakDb(samples.slice(n * window, (n + 1) * window)),
    );
    return peaks.sort((a, b) => a - b)[Math.floor(peaks.length / 2)] as number;
  };

  test('measured by clicks it is aligned: dry and inverted dry are silence', async () => {
    const { report, refusal } = await runTask(desk, '/patch/inserts/measure', insert);
    expect(refusal).toBeNull();
    // PipeWire gives a node's own sound back in the next cycle.
    expect(report).toMatchObject({ outcome: 'applied', frames: quantum });
    await desk.until('/patch/insertLatencies', ({ latencies }) => latencies[0]?.by === 'measured');
    await heard('return');
    expect(await mainDb('nulled')).toBeLessThan(-80);
    await write(desk, '/channel/input/2', { muted: true });
    await settled(desk);
    expect(await mainDb('alone')).toBeCloseTo(levelDb, 1);
  });

  test('a return that goes silent is dry with a warning, and is heard again when it comes back', async () => {
    await write(desk, '/channel/input/2', { muted: true });
    await runTask(desk, '/patch/inserts/measure', insert);
    await heard('return');
    daemon.run('pw-link', '-d', 'rowdesk:out_7', 'rowdesk:in_7');
    const { reason } = await desk.until(`${place}/status`, ({ state }) => state === 'set-aside');
    expect(reason).toMatch(/nothing comes back/);
    await heard('dry');
    await desk.until('/warnings', ({ warnings }) => warnings.some(({ id }: { id: string }) => id === warningId));
    expect(await mainDb('dry')).toBeCloseTo(levelDb, 1);
    daemon.run('pw-link', 'rowdesk:out_7', 'rowdesk:in_7');
    await heard('return');
    await desk.until('/warnings', ({ warnings }) => !warnings.some(({ id }: { id: string }) => id === warningId));
  });
};

for (const pipewire of usualPipeWires) {
  const reason = whyNot(pipewire, [isBuilt, 'the native part (npm run build)']);
  describe.skipIf(reason !== '')(
    `an insert through hardware, in PipeWire ${pipewire.version}`,
    {
      timeout: 180_000,
    },
    () => tests(pipewire),
  );
}
