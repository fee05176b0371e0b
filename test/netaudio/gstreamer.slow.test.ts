// GStreamer's packets as RTP has them: what judges the desk is judged by the tests' own receiver first, and by itself.
import { mkdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasGStreamer, hear, playTones } from './gstreamer.ts';
import { type End, Network, whyNoNetwork } from './namespaces.ts';
import { channelsHeard, receive } from './receiver.ts';
import { expectTones } from './tones.ts';

const reason = whyNoNetwork([hasGStreamer, 'gstreamer1.0-tools, gstreamer1.0-plugins-good']);
const group = '239.69.1.1';

describe.skipIf(reason !== '')('GStreamer among itself', () => {
  let network: Network;
  let cable: readonly [End, End];
  beforeEach(async () => {
    network = new Network();
    cable = network.cable(await network.place(), await network.place());
    mkdirSync(network.folder, { recursive: true });
  });
  afterEach(() => network.remove());

  test.each([
    ['L24', 8, 1000],
    ['L16', 2, 125],
  ] as const)(
    '%s of %i channels in packets of %i us has each tone in its place',
    async (encoding, channels, packetTimeUs) => {
      playTones(cable[0], network.folder, { group, channels, encoding, packetTimeUs }, 20);
      const heard = await hear(cable[1], network.folder, { group, channels, encoding }, 2);
      expect(heard).toHaveLength(channels);
      expectTones(heard);
    },
  );

  test('its eight channels are on the wire in their order', async () => {
    const heard = await receive(cable[1], network.folder, { group, channels: 8, packets: 2000 });
    playTones(cable[0], network.folder, { group, channels: 8 }, 20);
    const said = await heard();
    expect(said).toMatchObject({ packets: 2000, frames: 96_000, payloadType: 97 });
    expectTones(channelsHeard(said, 8));
  });
});
