// Which port of the desk's own device stands for which port of an audio server. Pure.
import type { Port } from 'rowdesk/provider';

/** A port of a server, and the port of the desk's device at that server which is linked to it. */
export interface Assignment {
  readonly portId: string;
  readonly devicePort: string;
  /** The server's port that a right leg takes after this one, '' for none. */
  readonly nextPortId: string;
  /** The link is there: the mixer plays the port. */
  readonly active: boolean;
}

/** A port of a server that the patch has. */
export interface UsedPort {
  readonly portId: string;
  readonly direction: Port['direction'];
  readonly nextPortId: string;
}

export interface AssignmentNeeds {
  readonly used: readonly UsedPort[];
  readonly before: readonly Assignment[];
  /** Ports of the desk's device at the server; undefined while they are not known. */
  readonly ports: readonly Port[] | undefined;
  /** Device ports that the patch has by themselves. */
  readonly reserved: ReadonlySet<string>;
  /** Device ports with links of other clients: the last that are taken. */
  readonly shared: ReadonlySet<string>;
  /** True for a port that is used no more, and keeps its link for a moment: its sound fades out. */
  readonly isLeaving: (portId: string) => boolean;
  readonly isActive: (assignment: Assignment, direction: Port['direction']) => boolean;
}

/**
 * What is assigned stays while it is used; a new port takes the lowest free port of the device. One without a free port is
 * not in the result.
 */
export function assigned(needs: AssignmentNeeds): readonly Assignment[] {
  const { used, before, ports, reserved } = needs;
  const wanted = new Map(used.map((port) => [port.portId, port]));
  const stands = ({ portId, devicePort }: Assignment) => {
    const use = wanted.get(portId);
    if (use === undefined) return needs.isLeaving(portId);
    if (reserved.has(devicePort)) return false;
    return ports === undefined || ports.some(({ id, direction }) => id === devicePort && direction === use.direction);
  };
  const kept = before.filter(stands);
  const taken = new Set([...reserved, ...kept.map(({ devicePort }) => devicePort)]);
  const known = new Set(kept.map(({ portId }) => portId));
  const added = [...wanted.values()].flatMap(({ portId, direction }): Assignment[] => {
    const devicePort = known.has(portId) ? undefined : firstFree(direction, taken, needs);
    if (devicePort === undefined) return [];
    taken.add(devicePort);
    return [{ portId, devicePort, nextPortId: '', active: false }];
  });
  return [...kept, ...added].map((assignment) => {
    const use = wanted.get(assignment.portId);
    if (use === undefined) return assignment;
    const { nextPortId, direction } = use;
    return { ...assignment, nextPortId, active: needs.isActive(assignment, direction) };
  });
}

function firstFree(
  direction: Port['direction'],
  taken: ReadonlySet<string>,
  { ports = [], shared }: Pick<AssignmentNeeds, 'ports' | 'shared'>,
): string | undefined {
  const free = ports.filter((port) => port.direction === direction && !taken.has(port.id));
  const inOrder = [...free].sort((a, b) => a.channel - b.channel);
  return (inOrder.find(({ id }) => !shared.has(id)) ?? inOrder[0])?.id;
}
