// Eight streams of eight channels from the network into a desk, and as many out of it, beside GStreamer for the same streams in
// the same run.

import type { Service } from '../harness/service.ts';
import { boxPath, startDeskIn, subscribe, unclocked } from '../netaudio/desk-in.ts';
import { hasGStreamer } from '../netaudio/gstreamer.ts';
import { type End, Network, whyNoNetwork } from '../netaudio/namespaces.ts';
import { ended } from '../netaudio/place.ts';
import { hasCompiler } from '../netaudio/programs.ts';
import { announce, openAnnouncer, openSender, payloadType, rtpPort } from '../netaudio/stream.ts';
import type { Checkout } from './checkout.ts';
import { sendingBeside } from './netaudio-sending.ts';
import { processorMs, threadMs } from './processes.ts';
import { type Figure, measured, rounded, shown } from './report.ts';

const streams = 8;
const channels = 8;
const numbers = Array.from({ length: streams }, (_, n) => n + 1);
const groupOf = (n: number) => `239.69.1.${n}`;
const linkOffsetMs = 2;
/** The time of a thread comes in ticks of 10 ms. */
const seconds = 20;
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function netaudio(of: Checkout): Promise<Figure[]> {
  const lacks = whyNoNetwork([hasCompiler, 'g++'], [hasGStreamer, 'gst-launch-1.0 (gstreamer1.0-tools)']);
  if (lacks !== '') return [shown('Streams of the network', 'skipped', lacks)];
  const network = new Network();
  try {
    const [stage, house, other] = [await network.place(), await network.place(), await network.place()];
    const [from, ofDesk] = network.cable(stage, house);
    const [besides, ofOther] = network.cable(stage, other);
    const counts = { inputs: streams * channels, outputs: streams * channels };
    const interfaces = [ofDesk.interface];
    const desk = await startDeskIn(house, { ...counts, interfaces, linkOffsetMs, start: of.start });
    const { processId } = (await desk.get('/telemetry/rt')).body;
    const sender = await openSender([from, besides], { groups: [groupOf(1), groupOf(1)], streams, channels });
    const silent = await shareOf(() => threadMs(processId, 'rowdesk-audio'));
    await subscribeAll(desk, from, network.folder);
    const gstreamer = receiveByGStreamer(ofOther);
    await later(3000);
    const before = await receivedBy(desk);
    const [thread, beside] = await Promise.all([
      shareOf(() => threadMs(processId, 'rowdesk-audio')),
      shareOf(() => processorMs(gstreamer.pid as number)),
    ]);
    const received = await receivedBy(desk);
    const senderWasLate = await sender.end();
    await ended(gstreamer, 'SIGTERM');
    const most = (field: keyof Received) => Math.max(...received.map((each) => each[field]));
    const sum = (field: keyof Received) =>
      received.reduce((all, each, n) => all + each[field] - (before[n]?.[field] ?? 0), 0);
    const how = `${streams} streams of ${channels} channels of L24 at 1 ms, ${seconds} s; the sender was late with ${senderWasLate} packets`;
    return [
      measured(
        'Receiving 64 channels of the network, of a processor',
        100 * (thread - silent),
        ' %',
        `${how}; the audio thread with the streams less without`,
      ),
      measured(
        'The same beside GStreamer',
        (thread - silent) / beside,
        ' x',
        `GStreamer, udpsrc, rtpjitterbuffer, rtpL24depay and fakesink for each: ${rounded(100 * beside)} %`,
      ),
      measured(
        'Lateness of its packets, p99.9 of the worst stream',
        most('transitP999Us'),
        ' us',
        `from the moment of the last sample; longest ${rounded(most('transitMaxUs'))} us`,
      ),
      measured(
        `Packets that are late or lost at a link offset of ${linkOffsetMs} ms, of a million`,
        (1e6 * (sum('late') + sum('lost'))) / sum('packets'),
        '',
        `${sum('lost')} lost, ${sum('late')} late of ${sum('packets')}; ${sum('concealedFrames')} frames of all streams were not played as sent`,
      ),
      ...(await sendingBeside(desk, { ofDesk: from, ofOther: besides, sends: ofOther })),
    ];
  } finally {
    await network.remove();
  }
}

interface Received {
  readonly packets: number;
  readonly lost: number;
  readonly late: number;
  readonly concealedFrames: number;
  readonly transitP999Us: number;
  readonly transitMaxUs: number;
}

const receivedBy = async (desk: Service): Promise<readonly Received[]> => (await desk.get(boxPath)).body.received;

async function subscribeAll(desk: Service, from: End, folder: string): Promise<void> {
  const announced = openAnnouncer(from, folder);
  const labels = Array.from({ length: channels }, (_, n) => `Line ${n + 1}`);
  for (const n of numbers) {
    const [name, groups] = [`Stage ${n}`, [groupOf(n)]];
    announce(announced, name, { id: n, name, address: from.address, groups, labels, clockOffset: 0 });
  }
  for (const n of numbers) {
    const order = { txDevice: from.address, stream: `Stage ${n}`, firstRx: (n - 1) * channels + 1, count: channels };
    await subscribe(desk, order, unclocked);
  }
}

function receiveByGStreamer({ place, interface: name }: End) {
  const media = `application/x-rtp,media=audio,clock-rate=48000,encoding-name=L24,channels=${channels},payload=${payloadType}`;
  const pipelines = numbers.flatMap((n) => [
    ...['udpsrc', `address=${groupOf(n)}`, `port=${rtpPort}`, `multicast-iface=${name}`, `caps=${media}`, '!'],
    ...['rtpjitterbuffer', 'latency=2', '!', 'rtpL24depay', '!', 'fakesink', 'sync=false'],
  ]);
  return place.open('gst-launch-1.0', ['-q', ...pipelines]);
}

/** Of a processor, over so many seconds. */
async function shareOf(usedMs: () => number): Promise<number> {
  const [before, begun] = [usedMs(), performance.now()];
  await later(seconds * 1000);
  return (usedMs() - before) / (performance.now() - begun);
}
