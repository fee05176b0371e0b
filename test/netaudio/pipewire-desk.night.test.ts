// PipeWire's own modules send to a desk and receive from it, each found by the other one's announcement: packets, descriptions
// and clock are none of this project's.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Daemon, until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, usualPipeWires, whyNot } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { stopServices } from '../harness/service.ts';
import { sine } from '../harness/sound.ts';
import { readWav, writeWav } from '../harness/wav.ts';
import { boxPath, isBuilt, patchThrough, startDeskIn, subscribe, transmit, unclocked } from './desk-in.ts';
import { type End, Network, whyNoNetwork } from './namespaces.ts';
import { play, rate, record, rtpDaemon } from './rtp-pipewire.ts';
import { startTake, stopTake, taken, tracksOf } from './take.ts';
import { expectResampledTones, expectTones, toneDb, toneHz } from './tones.ts';

const channels = 8;

const tests = (pipewire: PipeWire) => {
  let network: Network;
  let cable: readonly [End, End];
  let daemon: Daemon | undefined;
  beforeEach(async () => {
    network = new Network();
    cable = network.cable(await network.place(), await network.place());
  });
  afterEach(async () => {
    await stopServices();
    await daemon?.remove();
    await network.remove();
  });

  test('its eight tones are in their inputs at their levels, and come back to it', async () => {
    const [from, to] = cable;
    const desk = await startDeskIn(to.place, { inputs: channels, outputs: channels, linkOffsetMs: 100 });
    const [name, group] = ['Stage', '239.69.1.1'];
    daemon = rtpDaemon(from, pipewire, { sent: { name, group }, heard: 'house', channels });
    await daemon.listen();
    const file = join(network.folder, 'tones.wav');
    const sound = Array.from({ length: channels }, (_, n) => sine(toneHz(n), toneDb(n), rate, rate * 60));
    writeWav(file, rate, sound);
    await play(daemon, file, channels);
    await subscribe(desk, { txDevice: from.address, stream: name, count: channels }, unclocked);
    await patchThrough(desk, channels);
    await startTake(desk, channels);
    await taken(desk, 4);
    expectTones(tracksOf(await stopTake(desk)));
    expect((await desk.get(boxPath)).body.received[0]).toMatchObject({ lost: 0, foreign: 0 });

    await transmit(desk, [{ id: 'house', channels, address: '239.69.2.1' }]);
    const heard = await record(daemon, channels);
    const bytes = 6 * rate * channels * 4;
    await until('the recording', () => (statSync(heard.file, { throwIfNoEntry: false })?.size ?? 0) > bytes);
    await heard.end();
    expectResampledTones(readWav(heard.file).channels);
  });
};

for (const pipewire of usualPipeWires) {
  const reason = whyNoNetwork([isBuilt, 'the native part (npm run build)']) || whyNot(pipewire);
  describe.skipIf(reason !== '')(`PipeWire ${pipewire.version} and a desk`, { timeout: 120_000 }, () =>
    tests(pipewire),
  );
}
