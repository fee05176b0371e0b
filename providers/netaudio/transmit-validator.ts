// The rules of streams among each other, and of a stream and its device; each alone is checked by its contract.
import { type Audio, type CommitValidator, isSameJson, Refusal } from 'rowdesk/provider';
import { outputsOf, ownDevice } from './own-devices.ts';
import { mostPayloadBytes, type TransmitStream } from './transmit-stream.ts';
import { channelsThatFit, packetFrames, sampleBytes, streamsOf } from './transmitting.ts';

const ofDevice = /^\/netaudio\/([^/]+)$/;
type FieldError = Refusal['errors'][number];

/** A desk without a clock yet: the rate that it starts with. */
const otherwiseHz = 48_000;

export function transmitValidator(audio: Audio): CommitValidator {
  return (after, before, paths) => {
    for (const path of paths) {
      const [, id = ''] = ofDevice.exec(path) ?? [];
      if (ownDevice(audio, id) === undefined) continue;
      const streams = streamsOf(id, after);
      if (isSameJson(streams, streamsOf(id, before))) continue;
      check(streams, outputsOf(ownDevice(audio, id)), audio.clock.rate || otherwiseHz);
    }
  };
}

function check(streams: readonly TransmitStream[], outputs: number, rateHz: number): void {
  const twice = streams.flatMap((stream, place) => duplicates(stream, streams.slice(0, place), place));
  if (twice[0] !== undefined) throw new Refusal('invalid-fields', twice[0].message, {}, twice);
  for (const [place, stream] of streams.entries()) {
    const field = `transmit/${place}`;
    checkChannels(stream, outputs, rateHz, `${field}/channels`);
    checkGroup(stream, `${field}/address`);
  }
}

function duplicates(stream: TransmitStream, earlier: readonly TransmitStream[], place: number): FieldError[] {
  const { id, name, address, port } = stream;
  const isSamePlace = (other: TransmitStream) => other.address === address && other.port === port;
  const twice = (field: 'id' | 'name' | 'address', message: string): FieldError => ({
    ...{ field: `transmit/${place}/${field}`, code: 'duplicate', message, params: { same: stream[field] } },
  });
  return [
    ...(earlier.some((other) => other.id === id) ? [twice('id', `Two streams have the id ${id}.`)] : []),
    ...(earlier.some((other) => other.name === name) ? [twice('name', `Two streams have the name ${name}.`)] : []),
    ...(address !== '' && earlier.some(isSamePlace) ? [twice('address', `Two streams go to ${address}:${port}.`)] : []),
  ];
}

function checkChannels(stream: TransmitStream, outputs: number, rateHz: number, field: string): void {
  const { firstChannel, channels, encoding, packetTimeUs } = stream;
  const last = firstChannel + channels - 1;
  if (last > outputs) {
    const has = outputs === 0 ? 'no outputs' : outputs === 1 ? '1 output' : `${outputs} outputs`;
    const words = `${field}: channels ${firstChannel} to ${last} are asked for, and the device has ${has}.`;
    throw new Refusal('conflict', words, {
      reason: 'no-such-output',
      field,
      most: Math.max(0, outputs - firstChannel + 1),
    });
  }
  const most = channelsThatFit(stream, rateHz);
  if (channels <= most) return;
  const bytes = channels * packetFrames(stream, rateHz) * sampleBytes(stream);
  const words =
    `${field}: ${channels} channels of ${encoding} at ${packetTimeUs} us and ${rateHz} Hz are ${bytes} bytes in a packet; ` +
    (most > 0 ? `at most ${most} fit into ${mostPayloadBytes}.` : `not even one fits into ${mostPayloadBytes}.`);
  throw new Refusal('conflict', words, { reason: 'payload', field, most });
}

/** Groups that no router passes on, and that routers talk by (RFC 5771, 4). */
function checkGroup({ address }: TransmitStream, field: string): void {
  if (!address.startsWith('224.0.0.')) return;
  const words = `${field}: ${address} is of the groups for routing; take one of 239.0.0.0/8, or the address of a receiver.`;
  throw new Refusal('conflict', words, { reason: 'routing-group', field });
}
