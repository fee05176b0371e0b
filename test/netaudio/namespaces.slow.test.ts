// The harness of the other tests here: what is inside a network is heard inside only, and all of it goes.
import { existsSync, readlinkSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { startService, stopServices } from '../harness/service.ts';
import { Network, setCable, whyNoNetwork } from './namespaces.ts';

const reason = whyNoNetwork();
const hear = `
  const socket = require('node:dgram').createSocket('udp4');
  socket.bind(5004, () => socket.addMembership('239.69.1.1', process.argv[1]));
  socket.on('message', (text, { address }) => { process.stdout.write(text + ' of ' + address); socket.close(); });`;
const speak = `
  const socket = require('node:dgram').createSocket('udp4');
  setInterval(() => socket.send('hello', 5004, '239.69.1.1'), 20);`;

describe.skipIf(reason !== '')('a network of namespaces', () => {
  let network: Network | undefined;
  afterEach(async () => {
    await stopServices();
    await network?.remove();
    network = undefined;
  });

  const places = async () => {
    network = new Network();
    const [stage, house] = [await network.place(), await network.place()];
    return { network, stage, house, cable: network.cable(stage, house) };
  };

  test('two places hear each other over their cable until it is pulled', async () => {
    const { stage, house, cable } = await places();
    expect(cable.map(({ address }) => address)).toEqual(['10.77.0.1', '10.77.0.2']);
    const heard = house.finish(process.execPath, ['-e', hear, cable[1].address]);
    const speaker = stage.open(process.execPath, ['-e', speak]);
    expect(await heard).toBe(`hello of ${cable[0].address}`);
    speaker.kill();
    setCable(cable[0], false);
    expect(house.run('ip', 'link', 'show', 'e0')).toContain('NO-CARRIER');
  });

  test('places at a switch hear each other', async () => {
    network = new Network();
    const places = [await network.place(), await network.place(), await network.place()];
    const [first, second, third] = await network.switch(...places);
    if (!first || !second || !third) throw new Error('three places have three ends');
    const heard = [second, third].map(({ place, address }) => place.finish(process.execPath, ['-e', hear, address]));
    first.place.open(process.execPath, ['-e', speak]);
    expect(await Promise.all(heard)).toEqual(Array(2).fill('hello of 10.77.0.1'));
  });

  test('processes of a removed network have ended, and the namespaces are gone', async () => {
    const { stage, house, network: ours } = await places();
    const child = house.open('sleep', ['600']);
    expect(readlinkSync(`/proc/${stage.pid}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'));
    await ours.remove();
    network = undefined;
    expect(child.signalCode).toBe('SIGKILL');
    for (const pid of [stage.pid, house.pid]) expect(existsSync(`/proc/${pid}`)).toBe(false);
  });

  test('a desk inside is reached from outside', async () => {
    const { stage } = await places();
    const desk = await startService({ place: stage });
    expect((await desk.get('/console')).status).toBe(200);
    expect(readlinkSync(`/proc/${desk.child.pid}/ns/net`)).toBe(readlinkSync(`/proc/${stage.pid}/ns/net`));
  });
});
