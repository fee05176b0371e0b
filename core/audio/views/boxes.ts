// The stageboxes that devices make: a control device and the device with its sound are one. Pure.
import type { AudioHalf } from '../../driver.ts';
import type { Box, Device, GraphNode, Port } from '../../services.ts';
import { type ClosedModel, fits, namedIn, type Sounding, soundingIn } from './sounding.ts';

/** What is known beside the devices. */
export interface BoxFacts {
  readonly nodes: readonly GraphNode[];
  /** Ids of devices whose drivers give no sound. */
  readonly controls: ReadonlySet<string>;
  /** Ids of audio halves that the configuration names, by the id of the control device. */
  readonly configured: ReadonlyMap<string, string>;
  /** Models that no driver has open, each with the reason. */
  readonly closed: readonly ClosedModel[];
}

/** Without facts a device that names an audio half is a control device, and any other has sound. */
export function boxesOf(devices: readonly Device[], facts: Partial<BoxFacts> = {}): readonly Box[] {
  const { nodes = [], configured = new Map<string, string>(), closed = [] } = facts;
  const isControl = ({ id, audioHalf }: Pick<Device, 'id' | 'audioHalf'>) =>
    facts.controls?.has(id) ?? audioHalf !== undefined;
  const sounding = soundingIn(
    devices.filter((device) => !isControl(device)),
    nodes,
    closed.filter((model) => !isControl(model)),
  );
  /** The boxes of ids that are halves of one. */
  const boxOf = new Map<string, string>();
  const joined = new Map<string, Box>();
  for (const device of devices.filter(isControl)) {
    const named = configured.get(device.id);
    const half = named === undefined ? device.audioHalf : { id: named };
    if (half === undefined || namedIn(half).length === 0) continue;
    const fitting = sounding.filter((each) => fits(half, each));
    const best = fitting.filter(({ rank }) => rank === Math.max(...fitting.map((each) => each.rank)));
    const owner = boxOf.get(best[0]?.half.id ?? '');
    const audio = best.length === 1 && owner === undefined ? best[0] : undefined;
    const problem = () => {
      if (owner !== undefined) return `${best[0]?.half.id} belongs to ${owner}, which names it too`;
      return best.length > 1 ? ambiguity(device.id, best) : absence(half);
    };
    joined.set(device.id, joinedBox(device, audio, closed, audio === undefined ? problem() : ''));
    // one card may be known as a device that is absent now, and as nodes of a server
    if (audio) for (const { ids } of fitting) for (const id of ids) boxOf.set(id, device.id);
  }
  return devices.flatMap((device): readonly Box[] => {
    const box = joined.get(device.id);
    if (box) return [box];
    return boxOf.has(device.id) ? [] : [ownBox(device, isControl(device))];
  });
}

function ownBox({ id, label, model, transport, driver, present, ports }: Device, isControl: boolean): Box {
  const half = { id, driver, present };
  return {
    ...{ id, label, model, transport, present, ports },
    audio: isControl ? undefined : half,
    control: isControl ? half : undefined,
    missing: '',
    reason: '',
  };
}

function joinedBox(device: Device, audio: Sounding | undefined, closed: readonly ClosedModel[], problem: string): Box {
  const { id, label, model, transport, driver, present } = device;
  const isHeard = audio?.half.present === true;
  const whyClosed = (of: string) => closed.find((each) => each.id === of)?.reason;
  const missing = isHeard === present ? '' : present ? 'audio' : 'control';
  const reasons = {
    '': '',
    audio: problem || audio?.reason || whyClosed(audio?.half.id ?? '') || `${audio?.half.id} is not there`,
    control: device.away || whyClosed(id) || 'its driver does not run, or does not find it',
  };
  return {
    ...{ id, label, model, transport, present: present || isHeard },
    ports: audio ? socketsOf(device.ports, audio) : device.ports.map((port) => ({ ...port, id: '' })),
    audio: audio?.half,
    control: { id, driver, present },
    missing,
    reason: reasons[missing],
  };
}

/**
 * The sockets of the control device, then the channels with sound that it does not name: under their own number where no
 * socket has that, else after the last one.
 */
function socketsOf(ports: readonly Port[], { ports: sounds }: Sounding): readonly Port[] {
  const sockets = ports.map((port): Port => {
    const channel = port.audioChannel ?? port.channel;
    const sound = sounds.find((each) => each.direction === port.direction && each.channel === channel);
    return { ...port, id: sound?.id ?? '' };
  });
  const taken = { input: new Set<number>(), output: new Set<number>() };
  for (const { direction, channel } of sockets) taken[direction].add(channel);
  for (const { id, label, direction, channel, connector } of sounds) {
    if (sockets.some((socket) => socket.id === id)) continue;
    const own = taken[direction];
    const number = own.has(channel) ? Math.max(...own) + 1 : channel;
    own.add(number);
    sockets.push({ id, label, direction, channel: number, connector, audioChannel: channel });
  }
  return sockets;
}

function ambiguity(id: string, several: readonly Sounding[]): string {
  const names = several.map(({ half }) => half.id).join(' and ');
  return `${names} fit equally well, so none is taken; name one of them as "audioHalf" of ${id} in "devices" of the configuration`;
}

/** Why nothing fits. */
function absence(half: AudioHalf): string {
  const words = { id: 'id', usbPort: 'USB port', serial: 'serial number', stream: 'stream' };
  const named = namedIn(half).map(([member, value]) => `${words[member]} ${value}`);
  return `no device and no node with sound has the ${named.join(', ')}`;
}
