// Subscriptions by label between two desks: announced, described, resolved and received, with every part in its place.
import { afterEach, describe, expect, test } from 'vitest';
import { quietConfig, type Service, startService, stopServices, temporaryFolder } from '../harness/service.ts';
import { type End, Network, whyNoNetwork } from './namespaces.ts';

const reason = whyNoNetwork();
const config = {
  devices: [{ id: 'aes67', transport: 'netaudio', model: 'aes67-8x8' }],
  drivers: ['mixer', 'virtual', 'aes67', 'aes67-sessions'],
  providers: [...quietConfig.providers, 'net', 'netaudio', 'discovery'],
};
const stream = {
  ...{ id: 'stage', name: 'Stage', firstChannel: 1, channels: 4, encoding: 'L24', packetTimeUs: 1000 },
  ...{ address: '', port: 5004, payloadType: 97, ttl: 32, enabled: true },
};
const own = '/netaudio/aes67';
const rx = (n: number) => `${own}/rx/${n}`;

describe.skipIf(reason !== '')('subscriptions between two desks', { timeout: 120_000 }, () => {
  let network: Network | undefined;
  afterEach(async () => {
    await stopServices();
    await network?.remove();
    network = undefined;
  });

  async function desk({ place, interface: name }: End, state = temporaryFolder()): Promise<Service> {
    const service = await startService({ config, place, state });
    await service.until('/console', ({ engine }) => engine === 'running');
    expect((await service.patch('/net', { audioInterface: name })).status).toBe(200);
    return service;
  }

  test('a channel is found by its label, and found again where its sender is then', async () => {
    network = new Network();
    const [stage, house] = network.cable(await network.place(), await network.place());
    const sender = await desk(stage);
    const state = temporaryFolder();
    let receiver = await desk(house, state);
    await sender.patch(`${own}/tx/2`, { label: 'Vox' });
    expect((await sender.patch(own, { transmit: [stream] })).status).toBe(200);
    const { devices } = await receiver.until('/netaudio', ({ devices }) => devices.length > 1);
    const [, found] = devices;
    expect(found).toMatchObject({ address: stage.address, txChannels: 4, online: true });
    const subscription = { txDevice: found.id, txChannelLabel: 'Vox' };
    expect((await receiver.patch(rx(1), { subscription })).status).toBe(200);
    const isHeard = ({ status }: { status: string }) => status === 'connected' || status === 'clock-mismatch';
    const heard = await receiver.until(rx(1), isHeard);
    expect(heard).toMatchObject({
      stream: 'Stage',
      label: 'Vox',
      announced: true,
      source: { channel: 2, channels: 4 },
    });
    type Found = { id: string; adopted: boolean };
    await receiver.until('/discovery', (row) =>
      row.devices.some(({ id, adopted }: Found) => id !== 'aes67' && adopted),
    );

    // Another place of the channel, another name and another address of the stream: the label is what counts.
    await sender.patch(`${own}/tx/2`, { label: 'Bass' });
    await sender.patch(`${own}/tx/3`, { label: 'Vox' });
    await sender.patch(own, { transmit: [{ ...stream, name: 'Front', address: '239.1.2.3', port: 5006 }] });
    const moved = await receiver.until(
      rx(1),
      (row) => row.source?.channel === 3 && row.source.paths[0].port === 5006 && isHeard(row),
    );
    expect(moved).toMatchObject({ stream: 'Front', label: 'Vox', announced: true });

    // The stream ends: it is known, and does not come.
    await sender.patch(own, { transmit: [{ ...stream, enabled: false }] });
    expect(await receiver.until(rx(1), ({ announced, status }) => !announced && status === 'no-signal')).toMatchObject({
      source: { channel: 3 },
    });

    // The receiver starts anew before anything is announced, and hears what comes.
    await receiver.stop();
    await sender.patch(own, { transmit: [{ ...stream, name: 'Front', address: '239.1.2.3', port: 5006 }] });
    receiver = await desk(house, state);
    await receiver.until(rx(1), isHeard);
  });
});
