// What four apps that follow all changes and all meters of an X32 each 50 ms cost: processor time of the surface, and of the desk
// beside what it takes without them.
import { createSocket, type Socket } from 'node:dgram';
import { encodeMessage, integer, text } from '../../hardware-drivers/lib/osc/js/packet.ts';
import { quietConfig } from '../harness/service.ts';
import type { Checkout } from './checkout.ts';
import { processorShare, surfaceOf } from './processes.ts';
import { type Figure, held, measured, median } from './report.ts';

const apps = 4;
const meters = 17;
const seconds = 5;
const rounds = 5;

export async function x32(of: Checkout): Promise<Figure[]> {
  const providers = [...quietConfig.providers, 'surface'];
  const service = await of.start({ config: { providers, surfaces: [{ name: 'x32', config: { port: 0 } }] } });
  await service.patch('/surface/x32', { enabled: true, role: 'run' });
  const { port } = await service.until('/surface/x32', (row) => row.state === 'running' && row.port !== null);
  const desk = service.child.pid as number;
  const surface = surfaceOf(desk);

  let packets = 0;
  const sockets = await Promise.all(Array.from({ length: apps }, open));
  for (const socket of sockets) {
    socket.on('message', () => {
      packets += 1;
    });
  }
  const ask = (socket: Socket) => {
    socket.send(encodeMessage({ address: '/xremote', args: [] }), port, '127.0.0.1');
    for (let n = 0; n < meters; n += 1) {
      const args = [text(`/meters/${n}`), integer(0), integer(0), integer(1)];
      socket.send(encodeMessage({ address: '/meters', args }), port, '127.0.0.1');
    }
  };
  const idle = await processorShare(desk, seconds);
  const [own, ofDesk, perSecond]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    for (const socket of sockets) ask(socket);
    const before = packets;
    const shares = await Promise.all([processorShare(surface, seconds), processorShare(desk, seconds)]);
    if (round === 0) continue; // rows are read for the first time
    own.push(shares[0]);
    ofDesk.push(shares[1]);
    perSecond.push((packets - before) / seconds);
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
