// Measurements of a desk in a simulated room at PipeWire (room.c): known delays within 0.01 ms and a known filter within 0.1 dB
// beside noise, and a refusal with its reason for what can't be measured.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { equalizerDb } from '../../../hardware-drivers/mixer/test/equalizer-db.ts';
import { Daemon } from '../../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, usualPipeWires, whyNot } from '../../../hardware-drivers/pipewire/test/pipewires.ts';
import { opening, settled, write } from '../../harness/desk.ts';
import { quietConfig, type Service, startService, stopServices, temporaryFolder } from '../../harness/service.ts';
import { runTask } from '../../harness/task.ts';
import { isBuilt } from '../desk-in.ts';
import { buildRoom, openRoom, roomLacks } from './room.ts';

const box = 'pipewire-0-io';
/** Large, so that a busy machine is late less often. */
const quantum = 1024;
const rate = 48_000;
/** As patient as somebody who has a show to do. */
const mostRuns = 8;

const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  let desk: Service;
  let program: string;
  let leave: () => Promise<void>;
  beforeAll(async () => {
    program = buildRoom(temporaryFolder());
    daemon = new Daemon(pipewire);
    await daemon.listen();
    const providers = [...quietConfig.providers, 'measurement'];
    const config = { providers, drivers: ['mixer', 'virtual', 'pipewire-io'], devices: [] };
    desk = await startService({ config, env: daemon.forClients });
    await opening(desk);
    await write(desk, '/channel/input/1', { sourceId: `${box}:in-1`, muted: true });
    await write(desk, '/channel/main/1', { levelDb: 0 });
    await settled(desk);
    daemon.run('pw-metadata', '-n', 'settings', '0', 'clock.force-quantum', String(quantum));
    await desk.until('/clock', (row) => row.quantum === quantum);
  });
  afterAll(async () => {
    await stopServices();
    await daemon.remove();
  });
  beforeEach(() => {
    leave = async () => {};
  });
  afterEach(() => leave());

  const inRoom = async (...lines: string[]) => {
    leave = await openRoom(daemon, program, 2, lines);
  };
  /** Again where a busy machine lost frames, as the refusal advises. */
  const measure = async (order: object) => {
    const ends = { output: { kind: 'main', index: 1 }, microphone: { kind: 'input', index: 1 } };
    for (let left = mostRuns; ; left--) {
      const ended = await runTask(desk, '/measurement/run', { ...ends, levelDb: -20, ...order });
      if (left === 1 || !['dropouts', 'unsteady'].includes(ended.refusal?.params?.reason)) return ended;
    }
  };

  test('a delay is found within 0.01 ms at a signal-to-noise ratio of 20 dB, with its polarity', async () => {
    for (const [frames, gain] of [
      [480.25, 1],
      [1203.6, -0.5],
    ] as const) {
      await inRoom(`path 1 1 ${frames} ${gain}`, `noise 1 ${-43 + 20 * Math.log10(Math.abs(gain))}`);
      const { refusal, report } = await measure({ goal: 'delay', durationS: 4 });
      expect(refusal).toBeNull();
      const { summary } = report;
      expect(Math.abs(summary.delayMs - ((frames + quantum) * 1000) / rate)).toBeLessThan(0.01);
      expect(summary.polarity).toBe(gain > 0 ? 'same' : 'inverted');
      await leave();
    }
  });

  test('a known filter is found within 0.1 dB at a signal-to-noise ratio of 20 dB', async () => {
    await inRoom('path 1 1 480.25 1 peak 1000 6 1', 'noise 1 -43');
    const { refusal, report } = await measure({ goal: 'transfer', durationS: 4 });
    expect(refusal).toBeNull();
    expect(report.summary.snrDb).toBeLessThan(24);
    const trace = (await desk.get(`/measurement/results/${report.resultId}/traces/transfer`)).body;
    const frequencies: readonly number[] = trace.frequenciesHz;
    const errors = frequencies.flatMap((hz, n) =>
      hz < 100 || hz > 10_000
        ? []
        : [Math.abs(trace.magnitudesDb[n] - equalizerDb(rate, { atHz: 1000, q: 1, gainDb: 6 }, hz))],
    );
    expect(errors.length).toBeGreaterThan(300);
    console.info(`a bell of 6 dB is found within ${Math.max(...errors).toFixed(3)} dB`);
    expect(Math.max(...errors)).toBeLessThan(0.1);
  });

  test.each([
    ['clipped', ['path 1 1 300 20', 'clip 1 1']],
    ['no-signal', []],
    // Another sound than what the output plays.
    ['wrong-channel', ['path 1 2 300 1', 'noise 1 -30']],
    ['low-coherence', ['path 1 1 300 0.05', 'noise 1 -36']],
  ])('what can not be measured is refused: %s', async (reason, lines) => {
    await inRoom(...lines);
    const { refusal } = await measure({ goal: 'transfer', stimulus: 'pink', durationS: 2 });
    expect(refusal?.params?.reason, JSON.stringify(refusal)).toBe(reason);
  });
};

for (const pipewire of usualPipeWires) {
  const reason = whyNot(pipewire, [isBuilt, 'the native part (npm run build)'], [roomLacks === '', roomLacks]);
  describe.skipIf(reason !== '')(`a room in PipeWire ${pipewire.version}`, { timeout: 180_000 }, () => tests(pipewire));
}
