import { type Row, setting, Type } from 'rowdesk/provider';
import { server } from '../contract.ts';
import type { ServerPorts } from '../server-ports.ts';

/** `/patch/servers/{id}`: the ports of an audio server that the patch has, each at a port of the desk's device. */
export function serverRow(servers: ServerPorts): Row {
  return setting('/patch/servers/{id}', {
    summary: "What of an audio server is patched, and the ports of the desk's device that it is linked to",
    params: { id: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~:-]{0,126}$' }) },
    addresses: {
      // What was assigned before a restart stands before the server is found.
      has: () => true,
      list: () => servers.servers.map(({ id }) => ({ id })),
      watch: (changed) => servers.onServers(changed),
    },
    fields: server,
    writable: ['ports', 'links'],
    target: ({ id }) => ({ ports: 'mixer', links: `graph:${id}` }),
    life: 'site',
    // The desk keeps it by itself.
    lockable: false,
  });
}
