// GStreamer plays into a desk and hears what the desk sends: its packets have nothing of this project's.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stopServices } from '../harness/service.ts';
import { boxPath, isBuilt, patchThrough, startDeskIn, subscribe, transmit, unclocked } from './desk-in.ts';
import { hasGStreamer, hear, playTones } from './gstreamer.ts';
import { type End, Network, whyNoNetwork } from './namespaces.ts';
import { announce, openAnnouncer } from './stream.ts';
import { expectTones } from './tones.ts';

const reason = whyNoNetwork(
  [hasGStreamer, 'gstreamer1.0-tools, gstreamer1.0-plugins-good'],
  [isBuilt, 'the native part (npm run build)'],
);

describe.skipIf(reason !== '')('GStreamer and a desk', () => {
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

  test.each([
    ['L24', 8, 1000],
    ['L16', 2, 125],
  ] as const)(
    '%s of %i channels in packets of %i us: each tone goes in and out at its level',
    async (encoding, channels, packetTimeUs) => {
      const [from, to] = cable;
      const desk = await startDeskIn(to.place, { inputs: channels, outputs: channels, linkOffsetMs: 100 });
      const folder = openAnnouncer(from, network.folder);
      const labels = Array.from({ length: channels }, (_, n) => `Tone ${n + 1}`);
      const [name, groups, packetTimeMs] = ['GStreamer', ['239.69.1.1'], packetTimeUs / 1000];
      announce(folder, name, { id: 1, name, address: from.address, groups, labels, encoding, packetTimeMs });
      playTones(from, network.folder, { group: '239.69.1.1', channels, encoding, packetTimeUs });
      await subscribe(desk, { txDevice: from.address, stream: name, count: channels }, unclocked);
      await patchThrough(desk, channels);
      await transmit(desk, [{ id: 'house', channels, encoding, packetTimeUs, address: '239.69.2.1' }]);
      const heard = await hear(from, network.folder, { group: '239.69.2.1', channels, encoding }, 5);
      expectTones(heard);
      const [row] = (await desk.get(boxPath)).body.received;
      expect(row).toMatchObject({ lost: 0, foreign: 0 });
    },
  );
});
