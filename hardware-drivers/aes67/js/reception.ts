// How a stream is received, and what to do where it is not heard: in words.

import { addressFault, leastPort, senderFault } from './addresses.ts';
import { mostChannels } from './models.ts';
import type { ReceiveFigures } from './native.ts';
import { payloadFault } from './packet-size.ts';
import type { ReceiveSource, Reception, SourcePath } from './values.ts';

export interface Situation {
  readonly source: ReceiveSource;
  /** Hz; 0 while the device does not run. */
  readonly rateHz: number;
  /** Why no interface is open; '' while one is. */
  readonly away: string;
  /** Why the native part could not open it, or a path of it; '' where it is open. */
  readonly unopened: string;
  /** One path of two is open. */
  readonly isPartial: boolean;
  readonly figures: ReceiveFigures | undefined;
  /** Why the sender has another clock; '' where it has not. */
  readonly clockFault: string;
}

/** Why the desk can't take a stream of this description at this rate, in words; '' where it can. */
export function formatFault(source: ReceiveSource, rateHz: number): string {
  const { encoding, channels, rateHz: own, packetTimeUs } = source;
  if (encoding !== 'L16' && encoding !== 'L24') return `the stream is ${encoding}, and the desk takes L16 and L24`;
  if (channels > mostChannels) return `the stream has ${channels} channels, and the desk takes 1 to ${mostChannels}`;
  if (own !== rateHz) {
    return `the stream runs at ${own} Hz and the desk at ${rateHz}: set the sender to ${rateHz}, or /clock/force to ${own}`;
  }
  return payloadFault({ encoding, channels, packetTimeUs }, rateHz) || source.paths.map(pathFault).find(Boolean) || '';
}

/** Why the desk can't listen there, in words; '' where it can. */
function pathFault({ address, port, source }: SourcePath): string {
  const fault = addressFault(address);
  if (fault !== '') return `its address ${fault}`;
  if (port < leastPort) return `its port must be ${leastPort} to 65535, and is ${port}`;
  const sender = source === '' ? '' : senderFault(source);
  return sender && `its source ${sender}`;
}

export function receptionOf(situation: Situation): Reception {
  const { source, rateHz, away, unopened, isPartial, figures, clockFault } = situation;
  if (rateHz === 0) return { status: 'no-signal', reason: 'the device does not run' };
  const fault = formatFault(source, rateHz);
  if (fault !== '') return { status: 'format-mismatch', reason: fault };
  if (away !== '') return { status: 'no-signal', reason: away };
  if (unopened !== '' && !isPartial) return { status: 'no-signal', reason: unopened };
  if (figures === undefined || !figures.hasSignal) return silent(source, figures);
  const isOffClock = figures.isLearned && source.mediaClockOffset !== null;
  const mismatch = clockFault || (isOffClock ? 'its packets are not at the time of the clock that it names' : '');
  if (mismatch !== '') {
    const reason = `${mismatch}: the stream is aligned by its arrival, and slips where the clocks drift apart`;
    return { status: 'clock-mismatch', reason };
  }
  return { status: 'connected', reason: unopened };
}

function silent({ encoding, channels, payloadType }: ReceiveSource, figures: ReceiveFigures | undefined): Reception {
  const { packets, malformed, foreign } = { packets: 0, malformed: 0, foreign: 0, ...figures };
  if (packets === 0 && malformed > 0) {
    const reason = `packets come that are no ${encoding} of ${channels} channels: the description is not that of the stream`;
    return { status: 'format-mismatch', reason };
  }
  if (packets === 0 && foreign > 0) {
    const reason = `packets come, and none of this sender has the payload type ${payloadType}: another stream uses its address`;
    return { status: 'no-signal', reason };
  }
  const reason =
    packets === 0
      ? 'no packet has come: see that the sender runs, and that the switch passes its address to the audio interface'
      : 'its packets have stopped';
  return { status: 'no-signal', reason };
}
