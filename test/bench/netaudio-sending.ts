// How late packets leave: eight streams of a desk and the same streams of GStreamer, at one time, by one receiver.
import type { Service } from '../harness/service.ts';
import { transmit } from '../netaudio/desk-in.ts';
import { type End, isProgram } from '../netaudio/namespaces.ts';
import { ended } from '../netaudio/place.ts';
import { payloadType, rtpPort } from '../netaudio/stream.ts';
import { type Transit, transitsOf } from '../netaudio/transit.ts';
import { type Figure, measured, rounded } from './report.ts';

const streams = 8;
const channels = 8;
const seconds = 20;
const numbers = Array.from({ length: streams }, (_, n) => n + 1);
const groupOf = (n: number) => `239.69.2.${n}`;
/** That of the desk's audio thread: GStreamer leaves its threads to whoever starts it. */
const realTime = ['chrt', '-f', '80'];
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface SendingEnds {
  /** Where the receiver hears the desk, and GStreamer. */
  readonly ofDesk: End;
  readonly ofOther: End;
  /** Where GStreamer sends. */
  readonly sends: End;
}

export async function sendingBeside(desk: Service, { ofDesk, ofOther, sends }: SendingEnds): Promise<Figure[]> {
  const sent = numbers.map((n) => ({ id: `house-${n}`, firstChannel: (n - 1) * channels + 1, address: groupOf(n) }));
  await transmit(
    desk,
    sent.map((each) => ({ ...each, channels })),
  );
  const mayBeRealTime = isProgram('chrt') && canRun(sends, [...realTime, 'true']);
  const gstreamer = sendByGStreamer(sends, mayBeRealTime ? realTime : []);
  await later(3000);
  const coming = [ofDesk, ofOther].flatMap((end) => numbers.map((n) => ({ end, group: groupOf(n) })));
  const transits = await transitsOf(coming, seconds);
  await ended(gstreamer, 'SIGTERM');
  const [own, beside] = [transits.slice(0, streams), transits.slice(streams)];
  const [late, lateBeside] = [worst(own, 'p999Us'), worst(beside, 'p999Us')];
  const policy = mayBeRealTime ? 'both with SCHED_FIFO 80' : 'the desk alone in real time, for want of the right to it';
  const how = `${streams} streams of ${channels} channels of L24 at 1 ms each, ${seconds} s at one time; arrival of the kernel less RTP time, beyond the earliest`;
  return [
    measured(
      'Lateness of sent packets, p99.9 of the worst stream',
      late,
      ' us',
      `${how}; median ${rounded(worst(own, 'p50Us'))}, longest ${rounded(worst(own, 'maxUs'))} us`,
    ),
    measured(
      "Lateness of sent packets beside GStreamer's",
      late / lateBeside,
      ' x',
      `audiotestsrc of silence, rtpL24pay and udpsink by its clock, ${policy}: ${rounded(lateBeside)} us; median ${rounded(worst(beside, 'p50Us'))}, longest ${rounded(worst(beside, 'maxUs'))} us`,
    ),
  ];
}

/** Throws Error where a stream did not come whole: its figures are none then. */
function worst(transits: readonly Transit[], field: keyof Transit): number {
  const least = 0.99 * seconds * 1000;
  if (transits.some(({ packets }) => packets < least))
    throw new Error(`streams are missing: ${JSON.stringify(transits)}`);
  return Math.max(...transits.map((each) => each[field]));
}

function sendByGStreamer({ place, interface: name }: End, before: readonly string[]) {
  const caps = `audio/x-raw,format=S24BE,rate=48000,channels=${channels},channel-mask=(bitmask)0`;
  const pipelines = numbers.flatMap((n) => [
    ...['audiotestsrc', 'is-live=true', 'wave=silence', 'samplesperbuffer=48', '!', caps, '!'],
    ...['rtpL24pay', 'min-ptime=1000000', 'max-ptime=1000000', 'mtu=1500', `pt=${payloadType}`, '!'],
    ...['udpsink', 'sync=true', `host=${groupOf(n)}`, `port=${rtpPort}`, `multicast-iface=${name}`, 'ttl-mc=32'],
  ]);
  const [program = '', ...args] = [...before, 'gst-launch-1.0', '-q', ...pipelines];
  return place.open(program, args);
}

function canRun({ place }: End, [program = '', ...args]: readonly string[]): boolean {
  try {
    place.run(program, ...args);
    return true;
  } catch {
    return false;
  }
}
