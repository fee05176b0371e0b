// Eight streams of eight channels from the network into a desk, beside GStreamer for the same packets in the same run.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { opening, write } from '../harness/desk.ts';
import { outliving, quietConfig } from '../harness/service.ts';
import { runTask } from '../harness/task.ts';
import { hasGStreamer } from '../netaudio/gstreamer.ts';
import { type End, Network, whyNoNetwork } from '../netaudio/namespaces.ts';
import { hasCompiler } from '../netaudio/programs.ts';
import { announce, openAnnouncer, openSender, payloadType, rtpPort } from '../netaudio/stream.ts';
import type { Checkout } from './checkout.ts';
import { processorMs, threadMs } from './processes.ts';
import { type Figure, measured, rounded, shown } from './report.ts';

const streams = 8;
const channels = 8;
const numbers = Array.from({ length: streams }, (_, n) => n + 1);
const groupOf = (n: number) => `239.69.1.${n}`;
const box = 'aes67';
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
    const desk = await of.start({ place: house, config });
    await write(desk, '/net', { audioInterface: ofDesk.interface });
    await opening(desk);
    const { processId } = (await desk.get('/telemetry/rt')).body;
    const sender = await openSender([from, besides], { groups: [groupOf(1), groupOf(1)], streams, channels });
    const silent = await shareOf(() => threadMs(processId, 'rowdesk-audio'));
    await subscribeAll(desk, from, network.folder);
    const gstreamer = receiveByGStreamer(ofOther);
    await later(3000);
    const [thread, beside] = await Promise.all([
      shareOf(() => threadMs(processId, 'rowdesk-audio')),
      shareOf(() => processorMs(gstreamer.pid as number)),
    ]);
    const { received } = (await desk.get(`/netaudio/${box}`)).body as { received: readonly Received[] };
    const senderWasLate = await sender.end();
    const most = (field: keyof Received) => Math.max(...received.map((each) => each[field]));
    const sum = (field: keyof Received) => received.reduce((all, each) => all + each[field], 0);
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
        `from the moment of the last sample; longest ${rounded(most('transitMaxUs'))} us; ${sum('lost')} lost, ${sum('late')} late of ${sum('packets')}`,
      ),
    ];
  } finally {
    await network.remove();
  }
}

interface Listed {
  readonly own: boolean;
  readonly txChannels: number;
}

interface Received {
  readonly packets: number;
  readonly lost: number;
  readonly late: number;
  readonly transitP999Us: number;
  readonly transitMaxUs: number;
}

const config = {
  ...outliving,
  providers: [...quietConfig.providers, 'discovery', 'net', 'netaudio'],
  drivers: ['mixer', 'aes67', 'aes67-sessions'],
  devices: [{ id: box, transport: 'netaudio', model: 'aes67-64x64' }],
};

async function subscribeAll(desk: Awaited<ReturnType<Checkout['start']>>, from: End, folder: string): Promise<void> {
  const announced = join(folder, 'announced');
  mkdirSync(announced);
  openAnnouncer(from, announced);
  const labels = Array.from({ length: channels }, (_, n) => `Line ${n + 1}`);
  for (const n of numbers) {
    const [name, groups] = [`Stage ${n}`, [groupOf(n)]];
    announce(announced, name, { id: n, name, address: from.address, groups, labels, clockOffset: 0 });
  }
  await desk.until('/netaudio', ({ devices }) =>
    devices.some(({ own, txChannels }: Listed) => !own && txChannels === streams * channels),
  );
  for (const n of numbers) {
    const order = { txDevice: from.address, stream: `Stage ${n}`, firstRx: (n - 1) * channels + 1, count: channels };
    await runTask(desk, `/netaudio/${box}/subscribe`, order);
  }
  await desk.until(`/netaudio/${box}`, ({ received }) => received.length === streams);
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
