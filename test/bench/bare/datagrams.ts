// Sends packets of these sizes to each of some ports of UDP, each 50 ms, and does nothing else, until it is ended. Reads its job
// as JSON from its argument, prints its port.
import { createSocket } from 'node:dgram';

const tickMs = 50;
const job = JSON.parse(process.argv[2] as string) as { readonly ports: number[]; readonly sizes: number[] };

const packets = job.sizes.map((size) => new Uint8Array(size));
// An address is a number: nothing is looked up.
const socket = createSocket({ type: 'udp4', lookup: (address, _options, found) => found(null, address, 4) });
socket.bind(0, '127.0.0.1', () => {
  console.log(socket.address().port);
  setInterval(() => {
    for (const port of job.ports) for (const packet of packets) socket.send(packet, port, '127.0.0.1');
  }, tickMs);
});
