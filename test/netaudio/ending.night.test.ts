// What a desk announces, when it ends: taken back with the sound, and left as it is while the sound plays on.
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stopServices } from '../harness/service.ts';
import { isBuilt, startDeskIn, transmit } from './desk-in.ts';
import { type End, Network, whyNoNetwork } from './namespaces.ts';

const reason = whyNoNetwork([isBuilt, 'the native part (npm run build)']);
/** The bit of a deletion in the first byte of a packet of SAP (RFC 2974, section 6). */
const deletion = 0x04;
const patient = { timeout: 15_000, interval: 100 };

interface Device {
  readonly id: string;
  readonly name: string;
  readonly own: boolean;
}

describe.skipIf(reason !== '')('the announcements of a desk that ends', { timeout: 120_000 }, () => {
  let network: Network;
  beforeEach(() => {
    network = new Network();
  });
  afterEach(async () => {
    await stopServices();
    await network.remove();
  });

  /** The first bytes of all packets of SAP from another end. */
  async function listen({ place, address }: End): Promise<readonly number[]> {
    const program = `
      const socket = require('node:dgram').createSocket('udp4');
      socket.on('message', ([first]) => console.info(first));
      socket.bind(9875, '239.255.255.255', () => {
        socket.addMembership('239.255.255.255', '${address}');
        console.info(-1);
      });`;
    const child: ChildProcess = place.open(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    const heard: number[] = [];
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => heard.push(Number(line)));
    await expect.poll(() => heard.length, patient).toBe(1);
    return heard;
  }

  test('a control process that is killed takes nothing back, and an orderly end all, by SAP and mDNS', async () => {
    const places = [await network.place(), await network.place(), await network.place()];
    const [stage, house, other] = (await network.switch(...places)) as unknown as readonly [End, End, End];
    const heard = await listen(other);
    const receiver = await startDeskIn(house.place, { inputs: 2, outputs: 2 });
    const options = { inputs: 2, outputs: 2 };
    const sender = await startDeskIn(stage.place, options);
    await transmit(sender, [{ id: 'foh', channels: 2, address: '239.69.2.1' }]);
    const others = (row: { devices: readonly Device[] }) => row.devices.filter(({ own }) => !own);
    // By mDNS a device has the name of its host, and until then its address.
    const { devices } = await receiver.until('/netaudio', (row) =>
      others(row).some(({ name }) => name.startsWith('rowdesk-')),
    );
    const [{ id }] = others({ devices }) as [Device];
    const isWhole = ({ sessions }: { sessions: readonly { via: readonly string[] }[] }) =>
      sessions[0]?.via.join(' ') === 'sap mdns';
    await receiver.until(`/netaudio/${id}`, isWhole);
    const deletions = () => heard.filter((first) => first > 0 && (first & deletion) !== 0).length;

    await sender.kill();
    const next = await startDeskIn(stage.place, { ...options, state: sender.state });
    await next.until('/netaudio/aes67', ({ announced }) => announced.length === 1);
    expect(heard.length).toBeGreaterThan(1);
    expect(deletions()).toBe(0);
    expect(isWhole((await receiver.get(`/netaudio/${id}`)).body)).toBe(true);

    // Sooner than a session is forgotten by itself: in a minute by SAP, and in two by mDNS.
    expect(await next.stop()).toBe(0);
    await receiver.until('/netaudio', (row) => others(row).length === 0);
    await expect.poll(deletions, patient).toBe(1);
  });
});
