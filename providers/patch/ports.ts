// What a port id stands for now, and why it can't be heard.
import type { Audio, DeskReader, Device, GraphServer, ObservedReader, Port } from 'rowdesk/provider';
import { whySilent } from '../stagebox/index.ts';
import type { ServerPorts } from './server-ports.ts';
import { assignmentOf, whyNotThere, whyUnassigned, whyUnlinked } from './server-reasons.ts';

/** The n of `driving:out-n`, the n-th output of the device that drives, 1 to 9999; undefined for the id of a port. */
export function drivingOutput(portId: string): number | undefined {
  const n = /^driving:out-([1-9]\d{0,3})$/.exec(portId)?.[1];
  return n === undefined ? undefined : Number(n);
}

/** The port that `driving:out-n` stands for now; any other id, and one that stands for nothing now, is itself. */
export function resolved(portId: string, audio: Audio): string {
  const n = drivingOutput(portId);
  if (n === undefined) return portId;
  return portsOf(audio.clock.driving, 'output', audio)[n - 1]?.id ?? portId;
}

/** Where the mixer can be heard, the audio servers beside it, and what devices and servers report. */
export interface PortReaders {
  readonly audio: Audio;
  readonly servers: ServerPorts;
  readonly desk: DeskReader;
  readonly observed: ObservedReader;
}

/** Why a port gives no sound, or takes none. */
export interface Silence {
  /** In words. */
  readonly reason: string;
  /** The port is there and connected; its stagebox lets nothing through. */
  readonly isOfBox: boolean;
}

/** Why nothing comes from this port, or gets there; undefined for one that works. */
export function silenceAt(portId: string, direction: Port['direction'], heard: PortReaders): Silence | undefined {
  const found = connectedPort(portId, direction, heard);
  if (typeof found === 'string') return { reason: found, isOfBox: false };
  const reason = whySilent({ ...found, portId }, heard.audio.boxes, heard.observed);
  return reason === undefined ? undefined : { reason, isOfBox: true };
}

/** The port of a device at the mixer that this id stands for; a string says why there is none, in words. */
function connectedPort(portId: string, direction: Port['direction'], readers: PortReaders): string | Connected {
  const { audio, servers } = readers;
  if (audio.state !== 'running' && audio.state !== 'degraded') return `the mixer does not run (${audio.state})`;
  const { driving } = audio.clock;
  const id = resolved(portId, audio);
  if (drivingOutput(id) !== undefined) {
    return driving === '' ? 'no device drives the mixer' : `${driving}, which drives the mixer, has no such output`;
  }
  const device = audio.devices.find((each) => id.startsWith(`${each.id}:`));
  if (device === undefined) {
    const server = servers.serverOf(id);
    if (server === undefined) return 'no device of this name is known';
    return whyNotThere(id, direction, server, servers) ?? assignedPort(id, direction, server, readers);
  }
  return portAtMixer(id, device, direction, audio);
}

type Connected = { readonly device: Device; readonly port: Port };

/** Of the device that drives the mixer, or of one that joins it. */
function portAtMixer(id: string, device: Device, direction: Port['direction'], audio: Audio): string | Connected {
  const { driving } = audio.clock;
  if (!device.present) return `${device.label} is not there`;
  const port = device.ports.find((each) => each.id === id);
  if (port === undefined) return `${device.label} has no such port`;
  if (port.direction !== direction) return `${port.label} of ${device.label} is an ${port.direction}`;
  if (device.id === driving || device.joined) return { device, port };
  const { reason = '' } = audio.joined.devices.find((joined) => joined.id === device.id) ?? {};
  return reason === '' ? `the mixer runs by ${driving || 'no device'}, not by ${device.label}` : reason;
}

/** The port of a device at the mixer that is linked to this port of a server. */
function assignedPort(
  id: string,
  direction: Port['direction'],
  server: GraphServer,
  readers: PortReaders,
): string | Connected {
  const { audio, desk } = readers;
  const assignment = assignmentOf(id, server, desk);
  const device = audio.devices.find((each) => assignment?.devicePort.startsWith(`${each.id}:`));
  if (assignment === undefined || device === undefined) return whyUnassigned(direction, server, readers);
  const connected = portAtMixer(assignment.devicePort, device, direction, audio);
  return typeof connected === 'string' ? connected : (whyUnlinked(assignment, server, device, readers) ?? connected);
}

/** The port is there: of a device that is plugged in, or of a node of a server that works. */
export function isThere(portId: string, audio: Audio, servers: ServerPorts): boolean {
  const device = audio.devices.find(({ id }) => portId.startsWith(`${id}:`));
  if (device !== undefined) return device.present && device.ports.some(({ id }) => id === portId);
  const found = servers.find(portId);
  const hasServer = servers.serverOf(portId)?.present !== false;
  return found?.node.present === true && hasServer && !found.node.reason;
}

/**
 * The port after this one among the inputs of its device, or of its node at a server, which the right leg takes; '' where
 * there is none.
 */
export function nextInput(portId: string, audio: Audio, servers: ServerPorts): string {
  const device = audio.devices.find((each) => portId.startsWith(`${each.id}:`));
  if (device === undefined) return servers.next(portId);
  const inputs = portsOf(device.id, 'input', audio);
  const place = inputs.findIndex(({ id }) => id === portId);
  return place < 0 ? '' : (inputs[place + 1]?.id ?? '');
}

function portsOf(device: string, direction: Port['direction'], audio: Audio): readonly Port[] {
  const ports = audio.devices.find(({ id }) => id === device)?.ports ?? [];
  return ports.filter((port) => port.direction === direction);
}
