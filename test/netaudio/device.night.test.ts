// The network as the device of a desk: alone it drives the mixer, and beside another device it joins. What the other desk sends back
// is the judge of both ways.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fakedCardLacks, makeFakedCard } from '../../core/testing.ts';
import { opening, settled, write } from '../harness/desk.ts';
import { quietConfig, root, type Service, startService, stopServices } from '../harness/service.ts';
import { sine } from '../harness/sound.ts';
import { steadyLevelDb } from '../pipewire/steady-level.ts';
import { type End, Network, whyNoNetwork } from './namespaces.ts';

const addon = join(root, 'hardware-drivers/aes67/build/Release/aes67.node');
const lacks = fakedCardLacks();
const reason = whyNoNetwork([existsSync(addon), 'the native part of aes67 (npm run build)'], [lacks === '', lacks]);
const [frequencyHz, toneDb, rate] = [1000, -12, 48_000];
/** A virtual stagebox never drives before a device of another kind. */
const card = 'alsa-near';
const device = { id: 'aes67', transport: 'netaudio', model: 'aes67-8x8' };

describe.skipIf(reason !== '')('the network as a device', () => {
  let network: Network;
  let ends: readonly [End, End];
  beforeEach(async () => {
    network = new Network();
    ends = network.cable(await network.place(), await network.place());
  });
  afterEach(async () => {
    await stopServices();
    await network.remove();
  });

  async function start({ place }: End, devices: readonly object[], env = {}): Promise<Service> {
    const providers = [...quietConfig.providers, 'net', 'netaudio'];
    const drivers = ['mixer', 'virtual', 'alsa', 'aes67', 'aes67-sessions'];
    const desk = await startService({ place, env, config: { providers, drivers, devices, blockFrames: 256 } });
    await opening(desk);
    return desk;
  }

  /** One channel goes to this group, and input 1 hears the channel of the other desk. */
  async function exchange(desk: Service, group: string): Promise<void> {
    const format = { firstChannel: 1, channels: 1, encoding: 'L24', packetTimeUs: 1000 };
    const place = { address: group, port: 5004, payloadType: 97, ttl: 32 };
    const id = `s-${group.replaceAll('.', '-')}`;
    await write(desk, '/net', { audioInterface: 'e0' });
    await write(desk, '/netaudio/aes67/tx/1', { label: `from ${group}` });
    await write(desk, '/netaudio/aes67', { transmit: [{ id, name: id, ...format, ...place, enabled: true }] });
  }

  async function subscribe(desk: Service, group: string): Promise<void> {
    const senders = await desk.until('/netaudio', ({ devices }) => devices.some((each: { own: boolean }) => !each.own));
    const { id } = senders.devices.find((each: { own: boolean }) => !each.own);
    await write(desk, '/netaudio/aes67/rx/1', { subscription: { txDevice: id, txChannelLabel: `from ${group}` } });
  }

  test('alone it drives at the blocks of its clock, says that no interface is chosen, and follows a forced rate', async () => {
    const desk = await start(ends[0], [device]);
    const [first] = (await desk.get('/clock/references')).body.references;
    expect(first).toMatchObject({ id: 'ptp', driving: true, grade: 'internal', reason: 'It drives the desk.' });
    expect((await desk.get('/clock')).body).toMatchObject({ rate: 48_000, quantum: 48 });
    expect((await desk.get('/stagebox/aes67')).status).toBe(200);
    const words = 'No audio interface is chosen: give /net one as audioInterface. There are: e0';
    await desk.until('/warnings', ({ warnings }) => JSON.stringify(warnings).includes(words));
    await write(desk, '/clock/force', { rate: 96_000 });
    await desk.until('/clock', ({ rate, quantum }) => rate === 96_000 && quantum === 96);
    await write(desk, '/net', { audioInterface: 'e0' });
    await desk.until('/warnings', ({ warnings }) => !JSON.stringify(warnings).includes(words));
    expect((await desk.get('/clock/references')).body.references[0]).toMatchObject({ id: 'ptp', driving: true });
  });

  test('joined behind a card, it sounds both ways; the other desk has nothing but the network', async () => {
    const near = makeFakedCard({ folder: network.folder, name: 'near', inputs: 2, outputs: 2, ppm: 80 });
    near.feed([Float32Array.from(sine(frequencyHz, toneDb, rate, rate)), new Float32Array(rate)]);
    const driving = { id: card, transport: 'alsa', model: 'near' };
    const stage = await start(ends[0], [driving, { ...device, resample: true }], near.environment);
    const house = await start(ends[1], [device]);
    await exchange(stage, '239.77.1.1');
    await exchange(house, '239.77.1.2');
    await subscribe(stage, '239.77.1.2');
    await subscribe(house, '239.77.1.1');
    // the tone goes out on the left, and what comes back is on the right
    const to = (leg: string, portId: string) => ({ strip: { kind: 'main', index: 1 }, leg, portId });
    await write(stage, '/channel/input/1', { sourceId: `${card}:in-1`, levelDb: 0, pan: -100 });
    await write(stage, '/channel/input/2', { sourceId: 'aes67:in-1', levelDb: 0, pan: 100 });
    await write(stage, '/patch', { outputs: [to('left', 'aes67:out-1'), to('right', `${card}:out-2`)] });
    await write(house, '/channel/input/1', { sourceId: 'aes67:in-1', levelDb: 0, pan: -100 });
    await write(house, '/patch', { outputs: [to('left', 'aes67:out-1')] });
    for (const desk of [stage, house]) {
      await write(desk, '/channel/main/1', { levelDb: 0 });
      await settled(desk);
      // neither names a grandmaster: each is aligned by its packets
      await desk.until('/netaudio/aes67/rx/1', ({ status }) => status === 'clock-mismatch');
    }
    const joined = await stage.until('/clock/joined', ({ devices: [first] }) => first?.state === 'running');
    expect(joined.devices[0]).toMatchObject({ id: 'aes67', resamples: true, clockId: 'ptp' });
    const end = near.figures().playback.frames + 4 * rate;
    while (near.figures().playback.frames < end) await new Promise((resolve) => setTimeout(resolve, 20));
    const heard = (near.played().outputs[1] as Float64Array).slice(-rate);
    expect(steadyLevelDb(heard, frequencyHz, rate)).toBeCloseTo(toneDb, 1);
  }, 120_000);
});
