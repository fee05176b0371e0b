// A sender that is renamed, moves, is deleted and comes back while a desk is subscribed to its channels by label: what the desk
// plays is that channel or silence, and never another one. A sample of the tests' own sender says which channel it is.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Service, stopServices } from '../harness/service.ts';
import { clockOf } from '../recording/judged-take.ts';
import { boxPath, isBuilt, patchThrough, startDeskIn, transmit, unclocked } from './desk-in.ts';
import { type End, Network, whyNoNetwork } from './namespaces.ts';
import { hasCompiler } from './programs.ts';
import { type Heard, receive } from './receiver.ts';
import { announce, type Description, openAnnouncer, openSender } from './stream.ts';
import { startTake, stopTake, taken, trackOf } from './take.ts';

const reason = whyNoNetwork([hasCompiler, 'g++'], [isBuilt, 'the native part (npm run build)']);
const linkOffsetMs = 100;
/** A sender that names no clock is aligned by its earliest packet; on a busy machine that one is late, too. */
const toleranceFrames = 4800;
/** Of the sender: two streams of four. */
const channels = Array.from({ length: 8 }, (_, channel) => channel);
const labels = ['Kick', 'Vox', 'Bass', 'Keys'];
const [vox, bass] = [`${boxPath}/rx/1`, `${boxPath}/rx/2`];
const played = '239.69.2.1';
/** Of 200 ms each: an alignment that is learned takes half of one, and the link offset another half. */
const mostTries = 10;
/** Fades of a stream and of a strip. */
const mostFadingFrames = 480;
/** A faded sample is that of another channel by chance; so many in a row are not. */
const agreeing = 4;

describe.skipIf(reason !== '')('a sender that changes', () => {
  let network: Network;
  let from: End;
  let to: End;
  let folder: string;
  beforeEach(async () => {
    network = new Network();
    [from, to] = network.cable(await network.place(), await network.place());
    folder = openAnnouncer(from, network.folder);
  });
  afterEach(async () => {
    await stopServices();
    await network.remove();
  });

  const describing = (file: string, description: Partial<Description>) => {
    const stage = { id: 1, name: 'Stage', address: from.address, groups: ['239.69.1.1'], labels };
    announce(folder, file, { ...stage, ...description });
  };
  const forget = (file: string) => rmSync(join(folder, `${file}.sdp`));

  /** What the desk sends are these channels of the sender, in the frame that they belong to; silence and fades may be before. */
  const expectHeard = async (expected: readonly number[]) => {
    let fault = '';
    for (let tries = 0; tries < mostTries; tries++) {
      const heard = await receive(from, network.folder, { group: played, channels: 2, packets: 200 });
      fault = faultIn(await heard(), expected);
      if (fault === '') return;
    }
    expect.fail(fault);
  };

  test('it is renamed, moved, deleted and back: its channel is heard by its label, no other one ever, and the row says why', async () => {
    const desk = await startDeskIn(to.place, { inputs: 2, outputs: 2, linkOffsetMs });
    let sender = await openSender([from], { streams: 2, channels: 4 });
    describing('Side', { id: 2, name: 'Side', groups: ['239.69.1.2'], labels: labels.map((label) => `${label} 2`) });
    describing('Stage', {});
    const txDevice = from.address;
    await subscribed(desk, vox, { txDevice, txChannelLabel: 'Vox' });
    await subscribed(desk, bass, { txDevice, txChannelLabel: 'Stage/Bass' });
    await patchThrough(desk, 2);
    await transmit(desk, [{ id: 'house', channels: 2, address: played }]);
    await expectHeard([1, 2]);
    await startTake(desk, 2);
    await taken(desk, 1);

    // Another name of the session, and the same origin.
    describing('Stage', { name: 'Front', version: 2 });
    await desk.until(bass, (row) => row.stream === 'Front' && unclocked(row));
    const renamed = (await desk.get(bass)).body;
    expect(renamed).toMatchObject({ label: 'Bass', announced: true, source: { channel: 3 } });
    expect(renamed.reason).toContain(`It is Bass of ${txDevice} now, and Stage/Bass of ${txDevice} no more`);
    expect((await desk.get(vox)).body).toMatchObject({ stream: 'Front', label: 'Vox', source: { channel: 2 } });
    await expectHeard([1, 2]);

    // It ends, and starts anew elsewhere with its channels in another order.
    await sender.end();
    const gone = await desk.until(vox, ({ status }) => status === 'no-signal');
    expect(gone).toMatchObject({ reason: expect.stringContaining('its packets have stopped'), announced: true });
    const moved = { name: 'Front', groups: ['239.69.5.1'], port: 5006, labels: labels.toReversed() };
    sender = await openSender([from], { streams: 2, channels: 4, ...{ groups: moved.groups, port: moved.port } });
    describing('Stage', { ...moved, version: 3 });
    const isMoved = ({ source }: Row) => source?.paths[0]?.port === 5006;
    const found = await desk.until(vox, (row) => isMoved(row) && unclocked(row));
    expect(found).toMatchObject({ announced: true, source: { channel: 3, paths: [{ address: '239.69.5.1' }] } });
    await desk.until(bass, (row) => isMoved(row) && unclocked(row));
    await expectHeard([2, 1]);

    // It is deleted and sounds on.
    forget('Stage');
    const unannounced = await desk.until(vox, (row) => !row.announced && unclocked(row));
    expect(unannounced).toMatchObject({ label: 'Vox', source: { channel: 3 } });
    expect(unannounced.reason).toContain(
      `${txDevice} does not announce Front now; it is received as it was announced last.`,
    );
    await expectHeard([2, 1]);

    // Somebody else announces its place.
    const { groups, port } = moved;
    describing('Thief', { id: 9, name: 'Thief', address: '10.77.0.9', groups, port });
    const robbed = await desk.until(vox, ({ status }) => status === 'unresolved');
    expect(robbed.reason).toContain('10.77.0.9 sends Thief to its address');
    forget('Thief');
    await desk.until(vox, unclocked);

    describing('Stage', { ...moved, version: 4 });
    const back = await desk.until(vox, (row) => row.announced && unclocked(row));
    expect(back.reason).not.toContain('does not announce');
    await desk.until(bass, (row) => row.announced && unclocked(row));
    await expectHeard([2, 1]);

    const take = await stopTake(desk);
    await sender.end();
    // Each input has its channel from the beginning to the end; only the move gave that another place in the stream.
    expect(channelsIn(trackOf(take, 0), 1)).toEqual([1, 2]);
    expect(channelsIn(trackOf(take, 1), 2)).toEqual([2, 1]);
  });
});

/** Why the sound is not that of these channels, one in each of the desk's; '' where it is. */
function faultIn({ sound, first, frames }: Heard, expected: readonly number[]): string {
  for (const [strip, channel] of expected.entries()) {
    for (let frame = 0; frame < frames; frame++) {
      const clock = clockOf((sound[frame * expected.length + strip] as number) / 0x800000, channel);
      const lateBy = distance(first + frame - linkOffsetMs * 48, clock);
      if (Math.abs(lateBy) > toleranceFrames) return `strip ${strip + 1} at ${frame}: not channel ${channel}`;
    }
  }
  return '';
}

interface Row {
  readonly source: { readonly paths: readonly { readonly port: number }[] } | null;
}

/** Waits until the input hears the channel. */
async function subscribed(desk: Service, path: string, subscription: object): Promise<void> {
  const { status, body } = await desk.patch(path, { subscription });
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  await desk.until(path, unclocked);
}

/** From one count of frames to another one, both modulo 2^24. */
const distance = (a: number, b: number): number => ((((a - b) % 2 ** 24) + 1.5 * 2 ** 24) % 2 ** 24) - 2 ** 23;

/**
 * The channels of the sender that a track has, each as often as another one was heard before it; the first sample is of
 * channel `first`. Between them is silence, and fades.
 */
function channelsIn(samples: Float32Array, first: number): readonly number[] {
  const heard: number[] = [];
  const start = clockOf(samples[0] as number, first);
  const isOf = (channel: number, n: number) =>
    Math.abs(distance(clockOf(samples[n] as number, channel), start + n)) <= toleranceFrames;
  const isHeardAt = (channel: number, n: number) =>
    Array.from({ length: agreeing }, (_, more) => n + more).every((at) => at < samples.length && isOf(channel, at));
  let fading = 0;
  for (let n = 0; n < samples.length; n++) {
    if (samples[n] === 0) {
      fading = 0;
      continue;
    }
    const now = heard.at(-1) ?? first;
    if (isOf(now, n)) {
      if (heard.length === 0) heard.push(now);
      fading = 0;
      continue;
    }
    const other = channels.find((channel) => channel !== now && isHeardAt(channel, n));
    if (other !== undefined) heard.push(other);
    fading = other === undefined ? fading + 1 : 0;
    if (fading > mostFadingFrames) throw new Error(`what is heard at ${n} is no channel of the sender`);
  }
  return heard;
}
