// For tests: the ports of a node that is an adapter. A server without a session manager gives it none, so it gets them here.
import { type Daemon, type DumpedObject, until } from './daemon.ts';

export interface PortsOptions {
  /** `node.name`: unique at the server. */
  readonly name: string;
  /** Of the ports. */
  readonly direction: 'input' | 'output';
  readonly channels: number;
  /** Hz */
  readonly rate: number;
}

/** The positions of so many channels, in order: more than two have none in a room. */
export function positionsOf(channels: number): readonly string[] {
  if (channels === 1) return ['MONO'];
  return channels === 2 ? ['FL', 'FR'] : Array.from({ length: channels }, (_, n) => `AUX${n}`);
}

/** Waits for the node; resolves to its ports once they are there, in order of the channels. Names of ports may be equal. */
export async function openPorts(daemon: Daemon, options: PortsOptions): Promise<readonly DumpedObject[]> {
  const { name, direction, channels, rate } = options;
  let id: number | undefined;
  await until(`the node ${name}`, () => {
    id = daemon.nodeNamed(name)?.id;
    return id !== undefined;
  });
  const position = positionsOf(channels);
  const format = { mediaType: 'audio', mediaSubtype: 'raw', format: 'F32P', rate, channels, position };
  const config = { direction: direction === 'input' ? 'Input' : 'Output', mode: 'dsp', format };
  daemon.run('pw-cli', 'set-param', String(id), 'PortConfig', JSON.stringify(config));
  let ports: readonly DumpedObject[] = [];
  await until('its ports', () => {
    const objects = daemon.objects();
    ports = position.flatMap((channel) => objects.find((each) => isPort(each, id, direction, channel)) ?? []);
    return ports.length === channels;
  });
  return ports;
}

function isPort({ type, info }: DumpedObject, node: number | undefined, direction: string, channel: string): boolean {
  if (!type.endsWith(':Port') || info?.direction !== direction || info.props?.['node.id'] !== node) return false;
  return info.props?.['audio.channel'] === channel;
}
