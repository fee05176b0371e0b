// Why a port of an audio server can't be heard, in words: what is missing between it and a port of the desk's device.
import type { DeskReader, Device, GraphServer, Port } from 'rowdesk/provider';
import type { Assignment } from './assignments.ts';
import type { PortReaders } from './ports.ts';
import type { ServerPorts } from './server-ports.ts';

export const serverPath = (id: string): string => `/patch/servers/${id}`;

/** Undefined for a port that the desk has not assigned. */
export function assignmentOf(portId: string, { id }: GraphServer, desk: DeskReader): Assignment | undefined {
  return assignmentsAt(serverPath(id), desk).find((assignment) => assignment.portId === portId);
}

/** At the address of a server's row. */
export function assignmentsAt(path: string, desk: DeskReader): readonly Assignment[] {
  return desk.has(path) ? (desk.read(path).ports as readonly Assignment[]) : [];
}

/** Why the server has no such port that gives or takes sound; undefined where it has one. */
export function whyNotThere(
  portId: string,
  direction: Port['direction'],
  { label, present, reason }: GraphServer,
  servers: ServerPorts,
): string | undefined {
  if (!present) return `${label} is not there: ${reason}`;
  const found = servers.find(portId);
  const node = found?.node ?? servers.nodeOf(portId);
  if (node?.present !== true) return `${node?.label ?? nameOf(portId)} is not there; ${label} has no such node now`;
  if (found === undefined) return `${node.label} of ${label} has no such port`;
  if (node.kind === 'mixer') return `it is a port of the desk itself, ${found.port.devicePort ?? portId}`;
  const isSource = found.port.direction === 'source';
  if (isSource !== (direction === 'input')) {
    return `${found.port.label} of ${node.label} ${isSource ? 'gives sound and takes none' : 'takes sound and gives none'}`;
  }
  return node.reason ? `${node.label} has no sound: ${node.reason}` : undefined;
}

/** Why a port of the server has no port of the desk's device. */
export function whyUnassigned(
  direction: Port['direction'],
  server: GraphServer,
  { servers, audio }: Pick<PortReaders, 'servers' | 'audio'>,
): string {
  const own = servers.ownAt(server).find(({ node }) => node.present)?.port.devicePort;
  const device = own === undefined ? undefined : audio.devices.find(({ id }) => own.startsWith(`${id}:`));
  if (device === undefined) {
    return `the desk has no ports at ${server.label}: the driver of its inputs and outputs there does not run (pipewire-io)`;
  }
  return `all ${device.ports.filter((port) => port.direction === direction).length} ${direction}s of ${device.label} are in use; \
${direction}s in the config of /adapter/${device.driver} says how many there are`;
}

/** Why nothing links a port of the server to the port of the desk's device; undefined while a link is there. */
export function whyUnlinked(
  { portId, devicePort }: Assignment,
  { id, label, readOnly }: GraphServer,
  device: Pick<Device, 'label'>,
  { servers, observed }: Pick<PortReaders, 'servers' | 'observed'>,
): string | undefined {
  const own = servers.own(devicePort);
  if (own?.node.present !== true) return `${device.label} has no port ${devicePort} at ${label} now`;
  const [from, to] = own.port.direction === 'sink' ? [portId, own.port.id] : [own.port.id, portId];
  if (servers.isLinked(from, to)) return undefined;
  const refusal = readOnly || observed.read(serverPath(id), 'links')?.reason;
  return refusal ? `${label} does not link it: ${refusal}` : `${label} has not made the link yet`;
}

const nameOf = (portId: string) => portId.slice(0, portId.lastIndexOf(':'));
