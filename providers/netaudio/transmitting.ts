// What the desk sends: the rules of a stream, the labels of its channels, and what is told to others.
import { type Audio, type DeskReader, type ObservedReader, stopAll } from 'rowdesk/provider';
import type { PatchedNames } from '../stagebox/index.ts';
import { areInterfacesKnown, audioInterfaces, interfaceIn, isLocked, type Ptp, ptpIn } from './network.ts';
import { ownDevice } from './own-devices.ts';
import { devicePath, txPath } from './paths.ts';
import { type Announcement, mostPayloadBytes, type TransmitStream, type Transmitted } from './transmit-stream.ts';

/** Of a clock, as SDP writes it (RFC 7273, 4.8). */
const identity = /^[0-9A-F]{2}(-[0-9A-F]{2}){7}$/;

/** Frames of a packet: 333 us are a third of a millisecond. */
export function packetFrames({ packetTimeUs }: Pick<TransmitStream, 'packetTimeUs'>, rateHz: number): number {
  return Math.round((rateHz * packetTimeUs) / 1e6);
}

export const sampleBytes = ({ encoding }: Pick<TransmitStream, 'encoding'>): number => (encoding === 'L16' ? 2 : 3);

/** How many channels of a stream fit into its packets. */
export function channelsThatFit(stream: Pick<TransmitStream, 'packetTimeUs' | 'encoding'>, rateHz: number): number {
  return Math.floor(mostPayloadBytes / (packetFrames(stream, rateHz) * sampleBytes(stream)));
}

export function streamsOf(id: string, desk: DeskReader): readonly TransmitStream[] {
  const path = devicePath(id);
  return desk.has(path) ? ((desk.read(path).transmit ?? []) as readonly TransmitStream[]) : [];
}

/** The stream that carries an output, and its place there; the first of several. */
export function streamWith(id: string, output: number, desk: DeskReader) {
  const stream = streamsOf(id, desk).find(
    ({ firstChannel, channels, enabled }) => enabled && output >= firstChannel && output < firstChannel + channels,
  );
  return stream && { stream, channel: output - stream.firstChannel + 1 };
}

export class Transmitting {
  readonly #audio: Audio;
  readonly #patched: PatchedNames | undefined;

  constructor(audio: Audio, patched: PatchedNames | undefined) {
    this.#audio = audio;
    this.#patched = patched;
  }

  /** As the operator called it, else by what is patched to the output. */
  labelOf(id: string, output: number, desk: DeskReader): string {
    const path = txPath(id, output);
    const own = desk.has(path) ? desk.read(path).label : '';
    if (typeof own === 'string' && own !== '') return own;
    const ports = ownDevice(this.#audio, id)?.ports ?? [];
    const port = ports.find(({ direction, channel }) => direction === 'output' && channel === output);
    return (port && this.#patched?.nameOf(port.id)) || `Out ${output}`;
  }

  /**
   * Of the streams that the device sends, over interfaces that are there. Undefined while that is not known, as after a start of
   * the control process: what was announced stays so.
   */
  announcements(id: string, desk: DeskReader, observed: ObservedReader): readonly Announcement[] | undefined {
    if (!areInterfacesKnown(observed) || observed.read(devicePath(id), 'transmitted') === undefined) return undefined;
    const rateHz = this.#audio.clock.rate;
    const isThere = audioInterfaces(desk).some((name) => interfaceIn(name, observed)?.up === true);
    if (!isThere || rateHz === 0 || ownDevice(this.#audio, id)?.present !== true) return [];
    const clock = clockOf(ptpIn(desk, observed));
    const sent = transmittedBy(id, observed);
    return streamsOf(id, desk).flatMap((stream) => {
      const { id: streamId, name, encoding, channels, payloadType, packetTimeUs, ttl, firstChannel, enabled } = stream;
      // Where it really goes is the device's to say: an address may be made by it, and a second path is.
      const going = sent.find((each) => each.id === streamId);
      if (!enabled || going === undefined || !isSent(going) || channels > channelsThatFit(stream, rateHz)) return [];
      const places = Array.from({ length: channels }, (_, place) => firstChannel + place);
      return [
        {
          ...{ id: streamId, name, encoding, rateHz, channels, payloadType, packetTimeUs, clock },
          paths: going.paths.map(({ address, port }) => ({ address, port, ttl })),
          channelLabels: places.map((output) => this.labelOf(id, output, desk)),
          packetFrames: packetFrames(stream, rateHz),
        },
      ];
    });
  }

  /** Calls `changed` when labels may be others for another reason than a row. */
  onChange(changed: () => void): () => void {
    return stopAll(this.#audio.onChange(changed), this.#patched?.onChange(changed) ?? (() => {}));
  }
}

/** The clock that receivers may follow, too; null while the desk follows none. */
function clockOf(ptp: Ptp): Announcement['clock'] {
  const { domain } = ptp;
  const grandmasterId = ptp.grandmasterId.toUpperCase();
  return isLocked(ptp) && identity.test(grandmasterId) ? { grandmasterId, domain } : null;
}

/** Of two paths one that is not sent leaves the other, and the reason is of that one. */
const isSent = ({ paths, reason }: Transmitted) => paths.length > 1 || (paths.length === 1 && reason === '');

export function transmittedBy(id: string, observed: ObservedReader): readonly Transmitted[] {
  const value = observed.read(devicePath(id), 'transmitted')?.value;
  return Array.isArray(value) ? value : [];
}
