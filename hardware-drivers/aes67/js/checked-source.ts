// What the desk says of the network and of received streams, checked before any of it reaches the native part.
import { integerOf, listOf, type Members, membersOf, numberOf, oneOf, Refused, textOf } from './checked.ts';
import type { NetworkFacts, ReceiveSource, SourcePath } from './values.ts';

/** IFNAMSIZ of linux/if.h, less the zero. */
const longestInterface = 15;

/** Throws Refused. */
export function checkedNetwork(value: unknown): NetworkFacts {
  const of = membersOf(value, '');
  const interfaces = listOf(of, 'interfaces', '', 0, 2).map((name) => {
    if (typeof name === 'string' && name.length <= longestInterface && !/[\s/]/.test(name)) return name;
    throw new Refused(`interfaces must have names of at most ${longestInterface} characters`);
  });
  const ptp = membersOf(of.ptp, 'ptp ');
  return {
    interfaces,
    utcOffsetS: of.utcOffsetS === null ? null : integerOf(of, 'utcOffsetS', '', -1000, 1000),
    ptp: {
      state: oneOf(ptp, 'state', 'ptp ', ['locked', 'locking', 'master', 'listening', 'lost', 'unobserved']),
      grandmasterId: textOf(ptp, 'grandmasterId', 'ptp ', 64),
      domain: integerOf(ptp, 'domain', 'ptp ', 0, 255),
      reason: textOf(ptp, 'reason', 'ptp ', 1000),
    },
  };
}

/** A stream that the desk can't take, by its format or its addresses, is taken: its status says why. Throws Refused. */
export function checkedSource(value: unknown): ReceiveSource | null {
  if (value === null) return null;
  const of = membersOf(value, '');
  const channels = integerOf(of, 'channels', '', 1, 1024);
  const clock = membersOf(of.clock, 'clock ');
  const domain = clock.domain === null ? null : integerOf(clock, 'domain', 'clock ', 0, 255);
  return {
    streamId: textOf(of, 'streamId', '', 256),
    channels,
    channel: integerOf(of, 'channel', '', 1, channels),
    paths: listOf(of, 'paths', '', 1, 2).map((path, index) => pathOf(membersOf(path, `path ${index + 1}: `), index)),
    encoding: textOf(of, 'encoding', '', 32),
    rateHz: numberOf(of, 'rateHz', '', 1, 1e6),
    payloadType: integerOf(of, 'payloadType', '', 0, 127),
    packetTimeUs: numberOf(of, 'packetTimeUs', '', 0, 1e6),
    clock: {
      kind: oneOf(clock, 'kind', 'clock ', ['ptp', 'local', 'unknown']),
      grandmasterId: textOf(clock, 'grandmasterId', 'clock ', 64),
      domain,
    },
    mediaClockOffset: of.mediaClockOffset === null ? null : integerOf(of, 'mediaClockOffset', '', 0, 2 ** 32 - 1),
  };
}

function pathOf(path: Members, index: number): SourcePath {
  const place = `path ${index + 1}: `;
  return {
    address: textOf(path, 'address', place, 64),
    port: integerOf(path, 'port', place, 0, 65_535),
    source: textOf(path, 'source', place, 64),
  };
}
