// `node announcer.mjs INTERFACE FOLDER`: announces each session description of the folder (NAME.sdp) by SAP (RFC 2974), again each
// second, and deletes what has left the folder. An end by SIGTERM leaves the announcements as they are, as a crash does.
import { createSocket } from 'node:dgram';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const group = '239.255.255.255';
const port = 9875;
const again = 1000;
const look = 100;
const [, , address, folder] = process.argv;
const announced = new Map();
const socket = createSocket('udp4');

function packetOf(text, isDeletion) {
  let hash = 1;
  for (const character of text) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) & 0xffff;
  const head = Buffer.from([isDeletion ? 0x24 : 0x20, 0, hash >> 8, hash & 0xff, ...address.split('.').map(Number)]);
  return Buffer.concat([head, Buffer.from(`application/sdp\0${text}`)]);
}
const send = (text, isDeletion) => socket.send(packetOf(text, isDeletion), port, group);

socket.bind(0, address, () => {
  socket.setMulticastInterface(address);
  socket.setMulticastTTL(32);
  setInterval(() => {
    const now = Date.now();
    const there = new Map(
      readdirSync(folder)
        .filter((name) => name.endsWith('.sdp'))
        .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    );
    for (const [name, { text }] of announced) {
      if (there.has(name)) continue;
      send(text, true);
      announced.delete(name);
    }
    for (const [name, text] of there) {
      const before = announced.get(name);
      if (before?.text === text && now - before.at < again) continue;
      send(text, false);
      announced.set(name, { text, at: now });
    }
  }, look);
});
