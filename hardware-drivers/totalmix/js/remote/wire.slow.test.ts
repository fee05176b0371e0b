import { createSocket, type Socket } from 'node:dgram';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../../../test/totalmix/totalmix-fx.ts';
import { encodeMessage, float, type OscMessage } from '../../../lib/osc/js/packet.ts';
import { UdpWire } from './wire.ts';

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

/** Another program, at an address of its own. */
function speaker(address: string): Promise<Socket> {
  const socket = createSocket('udp4');
  endings.push(() => socket.close());
  return new Promise((resolve) => {
    socket.bind(0, address, () => resolve(socket));
  });
}

const said = (socket: Socket, packet: Uint8Array, port: number) =>
  new Promise<void>((resolve) => {
    // A send that is done at once comes back before anything is received.
    socket.send(packet, port, '127.0.0.1', () => setImmediate(resolve));
  });

test('packets of other hosts and packets that are no OSC are dropped and counted', async () => {
  const listenPort = await freePort();
  const totalMix = await speaker('127.0.0.1');
  const stranger = await speaker('127.0.0.2');
  const heard: OscMessage[] = [];
  let failure = '';
  const settings = { host: '127.0.0.1', port: totalMix.address().port, listenPort };
  const wire = new UdpWire(settings, {
    heard: (messages) => heard.push(...messages),
    failed: (reason) => {
      failure = reason;
    },
  });
  endings.push(() => wire.close());
  const message = { address: '/1/volume1', args: [float(0.5)] };
  // Until it listens, nothing arrives: then each packet of a round does, in its order.
  while (heard.length === 0) await said(totalMix, encodeMessage(message), listenPort);
  const before = wire.dropped;
  await said(stranger, encodeMessage({ address: '/1/volume1', args: [float(1)] }), listenPort);
  await said(totalMix, Uint8Array.from([1, 2, 3]), listenPort);
  const last = { address: '/last', args: [] };
  await said(totalMix, encodeMessage(last), listenPort);
  while (heard.at(-1)?.address !== '/last') await new Promise((resolve) => setImmediate(resolve));
  expect(before).toEqual({ foreign: 0, malformed: 0, flooding: 0 });
  expect(wire.dropped).toEqual({ foreign: 1, malformed: 1, flooding: 0 });
  expect(heard.every(({ address, args }) => address === '/last' || args[0]?.value === 0.5)).toBe(true);
  expect(failure).toBe('');
});

test('a host without an address is said', async () => {
  const settings = { host: 'no-such-host.invalid', port: 7001, listenPort: 9001 };
  const reason = await new Promise<string>((resolve) => {
    const wire = new UdpWire(settings, { heard: () => {}, failed: resolve });
    endings.push(() => wire.close());
  });
  expect(reason).toMatch(/the host no-such-host\.invalid is not known \(E\w+\)/);
});
