// Which socket of a box a port with sound is. The number of a socket is the channel of its port.
import type { Box, Port } from 'rowdesk/provider';
import { boxPath } from './device-paths.ts';

type Boxes = readonly Pick<Box, 'id' | 'ports'>[];

export interface Socket {
  /** The address of its row. */
  readonly path: string;
  /** The id of its box. */
  readonly device: string;
  /** Its number, from 1. */
  readonly n: number;
  /** As strips name their source; '' where no port has the sound of the socket. */
  readonly portId: string;
}

export const inputPath = (id: string, n: number): string => `${boxPath(id)}/inputs/${n}`;
export const outputPath = (id: string, n: number): string => `${boxPath(id)}/outputs/${n}`;

/** Undefined where no box has an input with the sound of this port. */
export function inputOfPort(portId: unknown, boxes: Boxes): Socket | undefined {
  return socketOfPort(portId, 'input', boxes);
}

/** Undefined where no box has an input with this address. */
export function inputAt(path: string, boxes: Boxes): Socket | undefined {
  return find(boxes, 'input', (box, { channel }) => inputPath(box, channel) === path);
}

/** The same for the ports of one direction. */
export function socketOfPort(portId: unknown, direction: Port['direction'], boxes: Boxes): Socket | undefined {
  return portId === '' ? undefined : find(boxes, direction, (_box, port) => port.id === portId);
}

function find(
  boxes: Boxes,
  direction: Port['direction'],
  isMeant: (box: string, port: Port) => boolean,
): Socket | undefined {
  const pathOf = direction === 'input' ? inputPath : outputPath;
  for (const { id, ports } of boxes) {
    const port = ports.find((each) => each.direction === direction && isMeant(id, each));
    if (port !== undefined) return { path: pathOf(id, port.channel), device: id, n: port.channel, portId: port.id };
  }
  return undefined;
}
