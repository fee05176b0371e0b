// Sends packets of garbage to a port of UDP, so many a second, until it is ended. Without a port, to one of its own that
// nothing reads. Reads its job as JSON from its argument, prints the port.
import { createSocket } from 'node:dgram';

const turnMs = 10;
const job = JSON.parse(process.argv[2] as string) as { readonly port?: number; readonly perSecond: number };

const bound = (port: number) => {
  const socket = createSocket('udp4');
  return new Promise<typeof socket>((resolve) => socket.bind(port, '127.0.0.1', () => resolve(socket)));
};

/** What there is of garbage: noise, half messages, types without values, bundles that lie about their lengths. */
const packets = Array.from({ length: 64 }, (_, n) => {
  const noise = Buffer.from(Array.from({ length: 8 + n * 3 }, (_, at) => (n * 131 + at * 29) % 256));
  if (n % 4 === 1)
    return Buffer.concat([Buffer.from('/channel/input/1/levelDb\0\0\0\0,fff\0\0\0\0'), noise.subarray(0, 3)]);
  if (n % 4 === 2) return Buffer.concat([Buffer.from('#bundle\0'), noise]);
  return n % 4 === 3 ? Buffer.from(`/${'x'.repeat(n)}`) : noise;
});

const unread = job.port === undefined ? await bound(0) : undefined;
// Bound, and paused for ever: the kernel drops what its buffer has no room for.
if (unread !== undefined) unread.setRecvBufferSize(4096);
const port = job.port ?? (unread?.address().port as number);
const sender = await bound(0);
console.log(port);
let sent = 0;
const begun = performance.now();
setInterval(() => {
  const due = ((performance.now() - begun) / 1000) * job.perSecond;
  for (; sent < due; sent += 1) sender.send(packets[sent % packets.length] as Buffer, port, '127.0.0.1', () => {});
}, turnMs);
