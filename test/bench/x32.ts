// What four apps that follow all changes and all meters of an X32 each 50 ms cost: processor time of the surface beside that of a
// script which sends the same packets and does nothing else, in turns, and of the desk beside what it takes without them.
import { createSocket, type Socket } from 'node:dgram';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { encodeMessage, integer, text } from '../../hardware-drivers/lib/osc/js/packet.ts';
import { quietConfig } from '../harness/service.ts';
import type { Checkout } from './checkout.ts';
import { processorShare, startBare, surfaceOf } from './processes.ts';
import { type Figure, held, measured, median, rounded } from './report.ts';

const apps = 4;
const meters = 17;
const seconds = 5;
const rounds = 5;
/** What begins is not what it costs: code is compiled, streams are opened. Apps stay for hours. */
const settlingMs = 4000;
const sender = join(dirname(fileURLToPath(import.meta.url)), 'bare/datagrams.js');

export async function x32(of: Checkout): Promise<Figure[]> {
  const providers = [...quietConfig.providers, 'surface'];
  const service = await of.start({ config: { providers, surfaces: [{ name: 'x32', config: { port: 0 } }] } });
  await service.patch('/surface/x32', { enabled: true, role: 'run' });
  const { port } = await service.until('/surface/x32', (row) => row.state === 'running' && row.port !== null);
  const desk = service.child.pid as number;
  const surface = surfaceOf(desk);

  let packets = 0;
  /** By address, of the blobs. */
  const sizes = new Map<string, number>();
  const sockets = await Promise.all(Array.from({ length: apps }, open));
  for (const socket of sockets) {
    socket.on('message', (packet) => {
      packets += 1;
      const address = packet.toString('latin1', 0, packet.indexOf(0));
      if (address.startsWith('/meters/')) sizes.set(address, packet.length);
    });
  }
  const sending = async () => {
    const ports = sockets.map((socket) => socket.address().port);
    const { child } = await startBare(sender, { ports, sizes: [...sizes.values()] });
    await pause(settlingMs);
    const share = await processorShare(child.pid as number, seconds);
    child.kill();
    return share;
  };
  const ask = (socket: Socket) => {
    socket.send(encodeMessage({ address: '/xremote', args: [] }), port, '127.0.0.1');
    for (let n = 0; n < meters; n += 1) {
      const args = [text(`/meters/${n}`), integer(0), integer(0), integer(1)];
      socket.send(encodeMessage({ address: '/meters', args }), port, '127.0.0.1');
    }
  };
  const leave = (socket: Socket) =>
    socket.send(encodeMessage({ address: '/unsubscribe', args: [] }), port, '127.0.0.1');
  await pause(settlingMs);
  const idle = await processorShare(desk, seconds);
  const [own, ofDesk, bare, perSecond]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < rounds; round += 1) {
    for (const socket of sockets) ask(socket);
    await pause(settlingMs);
    // As apps do, within the ten seconds that they follow.
    for (const socket of sockets) ask(socket);
    const before = packets;
    const shares = await Promise.all([processorShare(surface, seconds), processorShare(desk, seconds)]);
    if (round === 0) continue; // rows are read for the first time
    own.push(shares[0]);
    ofDesk.push(shares[1]);
    perSecond.push((packets - before) / seconds);
    for (const socket of sockets) leave(socket);
    bare.push(await sending());
  }
  for (const socket of sockets) socket.close();
  await service.stop();
  return [
    held(
      'Processor time of the surface for four apps with all meters of an X32 each 50 ms, of one core',
      median(own) * 100,
      { most: 3 },
      ' %',
      `${Math.round(median(perSecond))} packets a second`,
    ),
    measured(
      'The same, of what a script takes that only sends these packets',
      median(own.map((share, n) => share / (bare[n] as number))),
      ' times',
      `the script: ${rounded(median(bare) * 100)} %; least of the surface: ${rounded(Math.min(...own) * 100)} %`,
    ),
    measured(
      'Processor time of the desk meanwhile, more than without',
      (median(ofDesk) - idle) * 100,
      ' %',
      'of one core',
    ),
  ];
}

function open(): Promise<Socket> {
  const socket = createSocket('udp4');
  return new Promise((resolve) => socket.bind(0, '127.0.0.1', () => resolve(socket)));
}
