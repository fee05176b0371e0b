// ffmpeg reads what a desk announces and sends, and announces and sends to a desk: its SAP, SDP and RTP are its own.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stopServices } from '../harness/service.ts';
import { boxPath, isBuilt, patchThrough, startDeskIn, subscribe, transmit, unclocked } from './desk-in.ts';
import { hasGStreamer, playTones } from './gstreamer.ts';
import { type End, isProgram, Network, whyNoNetwork } from './namespaces.ts';
import { ended } from './place.ts';
import { announce, openAnnouncer } from './stream.ts';
import { startTake, stopTake, taken, tracksOf } from './take.ts';
import { channelsOf, expectTones, tones } from './tones.ts';

const reason = whyNoNetwork(
  [hasGStreamer, 'gstreamer1.0-tools, gstreamer1.0-plugins-good'],
  [isProgram('ffmpeg'), 'ffmpeg'],
  [isBuilt, 'the native part (npm run build)'],
);

describe.skipIf(reason !== '')('ffmpeg and a desk', () => {
  let network: Network;
  let cable: readonly [End, End];
  beforeEach(async () => {
    network = new Network();
    cable = network.cable(await network.place(), await network.place());
  });
  afterEach(async () => {
    await stopServices();
    await network.remove();
  });

  test('it finds the stream of a desk by SAP, and hears each tone at its level', async () => {
    const [from, to] = cable;
    const desk = await startDeskIn(to.place, { inputs: 2, outputs: 2, linkOffsetMs: 100 });
    const folder = openAnnouncer(from, network.folder);
    announce(folder, 'GStreamer', {
      ...{ id: 1, name: 'GStreamer', address: from.address, groups: ['239.69.1.1'], labels: ['Left', 'Right'] },
    });
    playTones(from, network.folder, { group: '239.69.1.1', channels: 2 });
    await subscribe(desk, { txDevice: from.address, stream: 'GStreamer', count: 2 }, unclocked);
    await patchThrough(desk, 2);
    // The announcer is silent now: what ffmpeg finds is the desk's.
    from.place.run('rm', join(folder, 'GStreamer.sdp'));
    await transmit(desk, [{ id: 'house', channels: 2, address: '239.69.2.1' }]);
    const file = join(network.folder, 'heard.raw');
    const words = ['-nostdin', '-v', 'error', '-i', 'sap://239.255.255.255:9875', '-t', '4', '-f', 's24be', file];
    await from.place.finish('ffmpeg', words);
    expect(existsSync(file)).toBe(true);
    expectTones(channelsOf(readFileSync(file), 2));
  });

  // Its packets are of unequal size, and come in bursts of 21 ms.
  test.each([2, 8])('a desk finds its %i channels by SAP, and hears each tone at its level', async (channels) => {
    const [from, to] = cable;
    const desk = await startDeskIn(to.place, { inputs: channels, outputs: channels, linkOffsetMs: 100 });
    const file = join(network.folder, 'tones');
    writeFileSync(file, tones(channels, 60));
    const ffmpeg = from.place.open('ffmpeg', [
      ...['-nostdin', '-v', 'error', '-re', '-f', 's24be', '-ar', '48000', '-ac', String(channels), '-i', file],
      ...['-metadata', 'title=Stage', '-c:a', 'pcm_s24be'],
      ...['-f', 'sap', 'sap://239.69.3.1:5004?announce_addr=239.255.255.255&ttl=32'],
    ]);
    await subscribe(desk, { txDevice: from.address, stream: 'Stage', count: channels }, unclocked);
    await patchThrough(desk, channels);
    await startTake(desk, channels);
    await taken(desk, 4);
    expectTones(tracksOf(await stopTake(desk)));
    expect((await desk.get(boxPath)).body.received[0]).toMatchObject({ lost: 0, foreign: 0, malformed: 0 });
    // It deletes what it has announced.
    await ended(ffmpeg, 'SIGINT');
    await desk.until(`${boxPath}/rx/1`, ({ announced, status }) => !announced && status === 'no-signal');
  });
});
