// `node receiver.mjs INTERFACE GROUP PORT CHANNELS PACKETS FILE`: takes so many packets of RTP with L24 from a group, and writes
// their sound to the file as 24-bit integers in 32 bits, little endian, in the order of their time stamps; a packet that is missing
// is zeros. Writes a line once it listens, and at the end `{ first, frames, packets, payloadType, ttl }` as JSON: the first time
// stamp, and the frames of the file.
import { createSocket } from 'node:dgram';
import { writeFileSync } from 'node:fs';

const header = 12;
const [, , address, group, port, channelsText, packetsText, file] = process.argv;
const channels = Number(channelsText);
const packets = new Map();
const socket = createSocket({ type: 'udp4', reuseAddr: true, recvBufferSize: 4 << 20 });
let first;
let payloadType = 0;

socket.on('message', (packet) => {
  const stamp = packet.readUInt32BE(4);
  first ??= stamp;
  payloadType = packet[1] & 0x7f;
  packets.set((stamp - first) | 0, Buffer.from(packet.subarray(header)));
  if (packets.size === Number(packetsText)) {
    socket.close();
    write();
  }
});
socket.bind(Number(port), group, () => {
  socket.addMembership(group, address);
  console.info('listening');
});

function write() {
  const begin = Math.min(...packets.keys());
  const frameBytes = channels * 3;
  const end = Math.max(...[...packets].map(([at, bytes]) => at + bytes.length / frameBytes));
  const sound = new Int32Array((end - begin) * channels);
  for (const [at, bytes] of packets) {
    for (let n = 0; n < bytes.length / 3; n++) sound[(at - begin) * channels + n] = bytes.readIntBE(n * 3, 3);
  }
  writeFileSync(file, new Uint8Array(sound.buffer));
  const said = { first: (first + begin) >>> 0, frames: end - begin, packets: packets.size, payloadType };
  console.info(JSON.stringify(said));
}
