// What has sound and may be half of a box: devices with audio, and the hardware of audio servers. Pure.
import type { AudioHalf, DeviceIdentity } from '../../driver.ts';
import type { BoxHalf, Device, GraphNode } from '../../services.ts';

/** A device with audio, or the nodes of one card at an audio server: one with its inputs, one with its outputs. */
export interface Sounding {
  readonly half: BoxHalf;
  /** The id of the device, or those of the nodes. */
  readonly ids: readonly string[];
  readonly identity: DeviceIdentity | undefined;
  readonly ports: readonly SoundPort[];
  /** Why no sound comes from it although it is known; '' if unknown, and while it is present. */
  readonly reason: string;
  /** Of several that fit the highest is meant: a present one rather than an absent one, a device rather than a node. */
  readonly rank: number;
}

export interface SoundPort {
  readonly id: string;
  readonly label: string;
  readonly direction: 'input' | 'output';
  /** From 1, in this direction. */
  readonly channel: number;
  /** '' if unknown. */
  readonly connector: string;
}

const ranks = { device: 5, node: 4, faultyNode: 3, absentDevice: 2, absentNode: 1, closed: 0 };

/** A model that no driver has open. */
export interface ClosedModel {
  readonly id: string;
  readonly identity?: DeviceIdentity;
  /** '' if unknown. */
  readonly reason: string;
}

/** `nodes`: of all graphs; a node of the mixer's own graph is one of the devices, and is left out. */
export function soundingIn(
  devices: readonly Device[],
  nodes: readonly GraphNode[],
  closed: readonly ClosedModel[],
): readonly Sounding[] {
  const ofServers = nodes.filter(({ id, kind, device }) => kind === 'device' && device !== '' && device !== id);
  return [...devices.map(ofDevice), ...cardsIn(ofServers).map(ofNodes), ...closed.map(ofClosed)];
}

/** The members that are given, in words of `AudioHalf`. None: the half names nothing. */
export function namedIn(half: AudioHalf): readonly (readonly [keyof AudioHalf, string])[] {
  const members = ['id', 'usbPort', 'serial', 'stream'] as const;
  return members.map((member) => [member, half[member] ?? ''] as const).filter(([, value]) => value !== '');
}

/** True where every member that is given equals that of the device. */
export function fits(half: AudioHalf, { ids, identity }: Pick<Sounding, 'ids' | 'identity'>): boolean {
  const named = namedIn(half);
  const isOwn = ([member, value]: (typeof named)[number]) =>
    member === 'id' ? ids.includes(value) : identity?.[member] === value;
  return named.length > 0 && named.every(isOwn);
}

function ofDevice({ id, driver, present, ports, identity, away }: Device): Sounding {
  const rank = present ? ranks.device : ranks.absentDevice;
  return { half: { id, driver, present }, ids: [id], identity, ports, reason: away ?? '', rank };
}

function ofClosed({ id, identity, reason }: ClosedModel): Sounding {
  const why = `${id} is not open: ${reason || 'no driver has opened it'}`;
  return { half: { id, driver: '', present: false }, ids: [id], identity, ports: [], reason: why, rank: ranks.closed };
}

/**
 * The nodes of one card: a card has one node per direction, as a rule. Where it has several of one direction, each makes a
 * candidate, with the only one of the other direction.
 */
function cardsIn(nodes: readonly GraphNode[]): readonly (readonly GraphNode[])[] {
  const cards = new Map<string, GraphNode[]>();
  for (const node of nodes) {
    const { usbPort = '', serial = '', stream = '' } = node.identity ?? {};
    const isKnown = usbPort !== '' || serial !== '' || stream !== '';
    const card = isKnown ? JSON.stringify([node.device, usbPort, serial, stream]) : node.id;
    cards.set(card, [...(cards.get(card) ?? []), node]);
  }
  return [...cards.values()].flatMap((all) => {
    // a node that went may have become another one, by another profile of its card
    const present = all.filter((node) => node.present);
    const known = present.length > 0 ? present : all;
    const sinks = known.filter(isSink);
    const sources = known.filter((node) => !isSink(node));
    if (sources.length <= 1 && sinks.length <= 1) return [known];
    if (sources.length <= 1) return sinks.map((sink) => [...sources, sink]);
    if (sinks.length <= 1) return sources.map((source) => [source, ...sinks]);
    return known.map((node) => [node]);
  });
}

/** The sources of a node with sinks are its monitors: what is played, not what comes in. */
function isSink({ ports }: GraphNode): boolean {
  return ports.some(({ direction }) => direction === 'sink');
}

function ofNodes(nodes: readonly GraphNode[]): Sounding {
  const inOrder = [...nodes].sort((a, b) => Number(isSink(a)) - Number(isSink(b)));
  const [first] = inOrder as [GraphNode];
  const present = nodes.some((node) => node.present);
  const reason = nodes.find((node) => (node.reason ?? '') !== '')?.reason ?? '';
  const ports = inOrder.flatMap((node) => {
    const [direction, own] = isSink(node) ? (['output', 'sink'] as const) : (['input', 'source'] as const);
    return node.ports
      .filter((port) => port.direction === own)
      .map(({ id, label, channel }): SoundPort => ({ id, label, direction, channel, connector: '' }));
  });
  return {
    half: { id: first.id, driver: first.driver, present: present && reason === '' },
    ids: inOrder.map(({ id }) => id),
    identity: first.identity,
    ports,
    reason,
    rank: !present ? ranks.absentNode : reason === '' ? ranks.node : ranks.faultyNode,
  };
}
