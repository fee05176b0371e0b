// The streams that the desk is to send, checked: bounds of each, and of the list.
import { addressFault, leastPort } from './addresses.ts';
import { booleanOf, integerOf, membersOf, oneOf, Refused, textOf } from './checked.ts';
import { mostChannels } from './models.ts';
import { payloadFault } from './packet-size.ts';
import { packetTimesUs, type TransmitStream } from './values.ts';

export const mostStreams = 64;

/** outputs: of the device. Throws Refused. */
export function checkedTransmit(value: unknown, outputs: number, rateHz: number): readonly TransmitStream[] {
  if (!Array.isArray(value) || value.length > mostStreams) {
    throw new Refused(`must be a list of at most ${mostStreams} streams`);
  }
  const streams = value.map((each, index) => streamOf(each, index, outputs, rateHz));
  const ids = streams.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) throw new Refused(`two streams have the id ${twice}`);
  return streams;
}

function streamOf(value: unknown, index: number, outputs: number, rateHz: number): TransmitStream {
  const of = membersOf(value, `stream ${index + 1} `);
  const id = textOf(of, 'id', `stream ${index + 1}: `, 32);
  if (!/^[a-z0-9-]{1,32}$/.test(id)) {
    throw new Refused(`stream ${index + 1}: id must be 1 to 32 of a to z, 0 to 9 and -`);
  }
  const place = `stream ${id}: `;
  const stream: TransmitStream = {
    id,
    name: textOf(of, 'name', place, 64),
    firstChannel: integerOf(of, 'firstChannel', place, 1, mostChannels),
    channels: integerOf(of, 'channels', place, 1, mostChannels),
    encoding: oneOf(of, 'encoding', place, ['L16', 'L24']),
    packetTimeUs: oneOf(of, 'packetTimeUs', place, packetTimesUs),
    address: textOf(of, 'address', place, 64),
    port: integerOf(of, 'port', place, leastPort, 65_535),
    // Numbers below are those of other formats (RFC 3551, table 4 and 5).
    payloadType: integerOf(of, 'payloadType', place, 96, 127),
    ttl: integerOf(of, 'ttl', place, 1, 255),
    enabled: booleanOf(of, 'enabled', place),
  };
  const last = stream.firstChannel + stream.channels - 1;
  const fault =
    last > outputs
      ? `its channels ${stream.firstChannel} to ${last} are beyond the ${outputs} outputs of the device`
      : '';
  const address = stream.address === '' ? '' : addressFault(stream.address);
  const why = fault || (address && `address ${address}`) || payloadFault(stream, rateHz);
  if (why !== '') throw new Refused(`${place}${why}`);
  return stream;
}
