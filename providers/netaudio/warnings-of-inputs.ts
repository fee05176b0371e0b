// What the operator should know of inputs from the network: those that are subscribed and do not sound, or sound by
// another clock, and packets that are missing now. One warning for each sender or device, however many inputs it has.
import type { Device, Fields, Warning } from 'rowdesk/provider';
import type { MissingPackets } from './missing-packets.ts';
import { devicePath, rxPath } from './paths.ts';
import type { Rx, Subscription } from './subscription.ts';

/** Senders that are named; beyond that the rows say it. */
const mostWarnings = 16;
const mostStreamsNamed = 4;

/** An input that has a subscription. */
export interface SubscribedInput {
  readonly device: Device;
  readonly n: number;
  readonly subscription: Subscription;
  readonly state: Pick<Rx, 'status' | 'reason'>;
}

export interface DeviceWithMissing {
  readonly device: Device;
  readonly missing: readonly MissingPackets[];
}

type Raised = Omit<Warning, 'since'>;

export function inputWarnings(
  inputs: readonly SubscribedInput[],
  devices: readonly DeviceWithMissing[],
): readonly Raised[] {
  // A device that is not there, or has no network, says so itself.
  const working = inputs.filter(({ device }) => device.present && !device.away);
  const silent = working.filter(({ state: { status } }) => !['connected', 'clock-mismatch'].includes(status));
  const other = working.filter(({ state: { status } }) => status === 'clock-mismatch');
  return [
    ...bySender(silent)
      .slice(0, mostWarnings)
      .map((group) => notConnected(group)),
    ...bySender(other)
      .slice(0, mostWarnings)
      .map((group) => otherClock(group)),
    ...devices.filter(({ missing }) => missing.length > 0).map(missingOf),
  ];
}

/** Of one own device and one sender, in the order of the inputs; never empty. */
type Group = readonly [SubscribedInput, ...SubscribedInput[]];

function bySender(inputs: readonly SubscribedInput[]): readonly Group[] {
  const groups = new Map<string, [SubscribedInput, ...SubscribedInput[]]>();
  for (const input of inputs) {
    const key = JSON.stringify([input.device.id, input.subscription.txDevice]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [input]);
    else group.push(input);
  }
  return [...groups.values()];
}

function notConnected(group: Group): Raised {
  const [{ subscription, state }] = group;
  const from = subscription.txDevice || 'no device';
  return raised('netaudio-not-connected', group, {
    title: `Inputs do not hear ${from}`,
    detail: `${inputsIn(group)} subscribed to ${from}, and nothing is heard. ${firstReason(group)}`,
    params: { txDevice: subscription.txDevice, status: state.status, inputs: group.length },
  });
}

function otherClock(group: Group): Raised {
  const [{ subscription }] = group;
  return raised('netaudio-clock-mismatch', group, {
    title: `${subscription.txDevice} runs by another clock`,
    detail: `${inputsIn(group)} heard, by another clock than that of the desk. ${firstReason(group)}`,
    params: { txDevice: subscription.txDevice, inputs: group.length },
  });
}

function raised(
  code: string,
  group: Group,
  { title, detail, params }: { readonly title: string; readonly detail: string; readonly params: Fields },
): Raised {
  const [{ device, n, subscription }] = group;
  const sender = subscription.txDevice.replace(/[^A-Za-z0-9.-]+/g, '-').slice(0, 64);
  const id = `${code}:${device.id}:${sender}`.slice(0, 192);
  const path = rxPath(device.id, n);
  return {
    id,
    title,
    detail,
    severity: 'warning',
    titleCode: { code, params: { device: device.id, ...params } },
    path,
  };
}

/** Of the first input that has one; the words of others are in their rows. */
function firstReason(group: Group): string {
  const { n, state } = group.find(({ state: { reason } }) => reason !== '') ?? group[0];
  return `Input ${n} says ${state.status}${state.reason === '' ? '' : `: ${state.reason}`}`;
}

/** `Inputs 1 to 4 and 7 of AES67 are`. */
function inputsIn(group: Group): string {
  const ranges: [first: number, last: number][] = [];
  for (const { n } of group) {
    const range = ranges.at(-1);
    if (range !== undefined && range[1] === n - 1) range[1] = n;
    else ranges.push([n, n]);
  }
  const words = ranges.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`));
  const listed = words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words[0];
  const { label } = group[0].device;
  return group.length === 1 ? `Input ${listed} of ${label} is` : `Inputs ${listed} of ${label} are`;
}

function missingOf({ device, missing }: DeviceWithMissing): Raised {
  const streams = missing.slice(0, mostStreamsNamed).map(({ address, streamId, lost, late }) => {
    const counts = [...(lost > 0 ? [`${lost} lost`] : []), ...(late > 0 ? [`${late} late`] : [])];
    return `${address || streamId}: ${counts.join(', ')}`;
  });
  const more = missing.length > mostStreamsNamed ? `; and ${missing.length - mostStreamsNamed} streams more` : '';
  const isLate = missing.some(({ late }) => late > 0);
  const remedy = isLate
    ? 'For late ones, raise linkOffsetMs or set it to null; for lost ones, look at switches and cables.'
    : 'Look at switches and cables: /net counts what its interfaces drop.';
  return {
    id: `netaudio-packets-missing:${device.id}`.slice(0, 192),
    title: `Packets are missing at ${device.label}`,
    titleCode: { code: 'netaudio-packets-missing', params: { device: device.id, streams: missing.length } },
    detail: `In the last minute ${streams.join('; ')}${more}. ${remedy}`,
    severity: 'warning',
    path: devicePath(device.id),
  };
}
