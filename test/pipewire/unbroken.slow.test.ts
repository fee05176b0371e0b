// A tone through the desk and the same tone beside it, recorded in one stream: the first breaks nowhere but where the second
// does, whatever happens to control processes, nodes, links and metadata meanwhile.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Cat } from '../../hardware-drivers/pipewire/test/cat.ts';
import { Daemon, until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, usualPipeWires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { opening, settled, write } from '../harness/desk.ts';
import { outliving, type Service, type ServiceOptions, startService, stopServices } from '../harness/service.ts';
import { sine } from '../harness/sound.ts';
import { readWav, writeWav } from '../harness/wav.ts';
import { beginOf, expectWhole } from '../harness/whole-tone.ts';
import { isBuilt } from './desk-in.ts';

const box = 'pipewire-0-io';
const rate = 48000;
const frequencyHz = 997;
const toneDb = -6;
/** Pan centre, as the fader is at 0 dB. */
const centreDb = 20 * Math.log10(Math.SQRT1_2);
/** Long enough that a busy machine ends most cycles in time. */
const quantum = 1024;
const nodes = 200;

const tests = (pipewire: PipeWire) => {
  let daemon: Daemon;
  let options: ServiceOptions;
  let desk: Service;
  beforeEach(async () => {
    daemon = new Daemon(pipewire);
    await daemon.listen();
    daemon.run('pw-metadata', '-n', 'settings', '0', 'clock.force-quantum', String(quantum));
    options = {
      config: { ...outliving, drivers: ['mixer', 'virtual', 'pipewire-io', 'pipewire'], devices: [] },
      env: daemon.forClients,
    };
    desk = await startService(options);
    await opening(desk);
    await desk.until('/clock', (row) => row.quantum === quantum);
    await write(desk, '/channel/input/1', { sourceId: `${box}:in-1`, levelDb: 0 });
    await write(desk, '/channel/main/1', { levelDb: 0 });
    await settled(desk);
    await desk.until('/channel/main/1', (row) => row.mutedBy.length === 0);
  });
  afterEach(async () => {
    await stopServices();
    await daemon.remove();
  });

  /** Both channels of what was recorded during `meanwhile`, from the first frame in which both had sound. */
  async function recorded(
    meanwhile: () => Promise<void>,
  ): Promise<readonly [desk: Float64Array, beside: Float64Array]> {
    const tone = join(desk.state, 'tone.wav');
    writeWav(tone, rate, [sine(frequencyHz, toneDb, rate, rate * 90)]);
    const player = await Cat.play(daemon, { name: 'player', file: tone, channels: 1, rate });
    const file = join(desk.state, 'recorded.wav');
    const recorder = await Cat.record(daemon, { name: 'recorder', file, channels: 2, rate });
    const frames = () => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 8;
    const [left, right] = recorder.ports as readonly [string, string];
    const source = player.ports[0] as string;
    for (const [from, to] of [
      ['rowdesk:out_1', left],
      [source, right],
      [source, 'rowdesk:in_1'],
    ] as const) {
      daemon.run('pw-link', from, to);
    }
    const more = async (seconds: number) => {
      const end = frames() + seconds * rate;
      await until('the recording', () => frames() > end);
    };
    await more(1);
    await meanwhile();
    await more(1);
    await recorder.end();
    await player.end();
    const [heard, beside] = readWav(file).channels as [Float64Array, Float64Array];
    const from = Math.max(beginOf(heard), beginOf(beside)) + quantum;
    // Its last cycles are those in which it ends.
    return [heard.slice(from, -4 * quantum), beside.slice(from, -4 * quantum)];
  }

  function expectWholeTone([heard, beside]: readonly [Float64Array, Float64Array]): void {
    expectWhole({ frequencyHz, rate, quantum, levelDb: toneDb + centreDb }, heard, beside);
  }

  test('a control process that is killed and started again is not heard, nor are links and metadata of others', async () => {
    const sound = await recorded(async () => {
      await desk.kill();
      daemon.run('pw-link', 'hall:monitor_FL', 'monitor room:playback_FL');
      daemon.run('pw-metadata', '-n', 'settings', '0', 'log.level', '1');
      const again = await startService({ ...options, state: desk.state });
      await opening(again);
      expect((await again.get('/channel/main/1')).body.mutedBy).toEqual([]);
      daemon.run('pw-link', '-d', 'hall:monitor_FL', 'monitor room:playback_FL');
      await write(again, '/channel/input/2', { name: 'Vocals', sourceId: `${box}:in-2` });
      await settled(again);
    });
    expectWholeTone(sound);
  });

  test('200 nodes that come and go at once are not heard', async () => {
    const count = () => daemon.run('pw-cli', 'ls', 'Node').match(/"extra-/g)?.length ?? 0;
    const sound = await recorded(async () => {
      const client = daemon.talk('pw-cli', '');
      for (let n = 0; n < nodes; n++) {
        const properties = `factory.name = support.null-audio-sink node.name = extra-${n} audio.position = [ FL FR ]`;
        client.stdin?.write(`create-node adapter { ${properties} }\n`);
        // It reads one command at a time.
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await until('the nodes', () => count() === nodes, count);
      client.kill();
      await until('no nodes', () => count() === 0, count);
    });
    expectWholeTone(sound);
  });
};

for (const pipewire of usualPipeWires) {
  const reason = whyNot(pipewire, [isBuilt, 'the native part (npm run build)']);
  describe.skipIf(reason !== '')(`sound in PipeWire ${pipewire.version}`, { timeout: 120_000 }, () => tests(pipewire));
}
