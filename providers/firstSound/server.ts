// The audio server whose node the desk is.
import type { Graph, GraphServer } from 'rowdesk/provider';

/** The present server that has a node of this device, and lets links be made; undefined without one. */
export function serverOfDesk({ servers, nodes }: Graph, device: string): GraphServer | undefined {
  if (device === '') return undefined;
  const own = nodes.filter(({ ports }) => ports.some(({ devicePort = '' }) => devicePort.startsWith(`${device}:`)));
  return servers.find(
    ({ id, present, readOnly }) => present && readOnly === '' && own.some((node) => node.id.startsWith(`${id}:`)),
  );
}
