import { FakeTime, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addNetworkDevice, grandmasterId, interfaceOf, joinNetwork, locked } from './net-double.ts';

let desk: TestHost;
let time: FakeTime;
beforeEach(async () => {
  time = new FakeTime();
  desk = await startTestHost({ providers: ['net', 'warnings'], time });
});
afterEach(() => desk.close());

const turn = () => new Promise(setImmediate);
const codes = async () => {
  await turn();
  const { warnings } = (await desk.get('/warnings')).body;
  return warnings.map(({ id }: { readonly id: string }) => id);
};
const detailOf = async (id: string) => {
  const { warnings } = (await desk.get('/warnings')).body;
  return warnings.find((each: { readonly id: string }) => each.id === id)?.detail;
};

test('without a driver that looks at the network the row says so, and its settings are kept for it', async () => {
  const { body } = await desk.get('/net');
  expect(body).toMatchObject({ interfaces: [], audioInterface: '', ptpDomain: 0 });
  expect(body.ptp).toMatchObject({ state: 'unobserved', grandmasterId: '', offsetNs: null, utcOffsetS: 37 });
  expect(body.ptp.reason).toContain('aes67-sessions is not switched on');
  expect((await desk.patch('/net', { audioInterface: 'eth1', ptpDomain: 3 })).body).toMatchObject({
    ...{ audioInterface: 'eth1', ptpDomain: 3 },
    ptp: { domain: 3 },
  });
  expect(await codes()).toEqual([]);
});

test('interfaces have their roles and counters, and the clock is what the driver reports', async () => {
  joinNetwork(desk);
  await desk.patch('/net', { audioInterface: 'eth0', secondAudioInterface: 'eth1', controlInterface: 'eth1' });
  const { body } = await desk.get('/net');
  expect(body.interfaces).toEqual([
    { ...interfaceOf('eth0'), roles: ['audio'] },
    { ...interfaceOf('eth1'), roles: ['audio-second', 'control'] },
  ]);
  expect(body.ptp).toEqual(locked);
  expect(desk.audio.target('network').value('/net', 'audioInterface')).toBe('eth0');
});

test('OPTIONS offers the interfaces that are there, and one that is not is taken as well', async () => {
  joinNetwork(desk);
  await turn();
  const { fields } = await desk.options('/net');
  expect(fields.audioInterface).toMatchObject({ examples: ['eth0', 'eth1'], maxLength: 15 });
  expect((await desk.patch('/net', { audioInterface: 'enp3s0' })).status).toBe(200);
});

test.each(['an-interface-of-16', 'a/b', 'a b', 'a:1', '..', 'ethü'])(
  'no interface is called %j: it is refused by name of the field, and nothing changes',
  async (name) => {
    const { status, body } = await desk.patch('/net', { audioInterface: name, ptpDomain: 9 });
    expect([status, body.errors[0].field]).toEqual([422, 'audioInterface']);
    expect((await desk.get('/net')).body).toMatchObject({ audioInterface: '', ptpDomain: 0 });
  },
);

test.each([-1, 128, 1.5, '0', null])('%j is no PTP domain', async (ptpDomain) => {
  expect((await desk.patch('/net', { ptpDomain })).body.errors[0].field).toBe('ptpDomain');
});

test('while sound goes over the network a lost clock is an alarm, and an unobserved one a warning', async () => {
  const lost = { ...locked, state: 'lost' as const, stale: true, reason: `${grandmasterId} is gone.` };
  joinNetwork(desk, undefined, lost);
  await desk.patch('/net', { audioInterface: 'eth0' });
  expect(await codes()).toEqual([]);
  addNetworkDevice(desk);
  expect(await codes()).toEqual(['net-ptp-lost']);
  expect(await detailOf('net-ptp-lost')).toBe(`${grandmasterId} is gone.`);
  joinNetwork(desk, undefined, { ...locked, state: 'unobserved', reason: 'ptp4l does not answer' });
  expect(await codes()).toEqual(['net-ptp-unobserved']);
  joinNetwork(desk);
  expect(await codes()).toEqual([]);
});

test('a clock that stays locking for half a minute is a warning with its reason, until it has locked', async () => {
  const locking = { ...locked, state: 'locking' as const, reason: 'ptp4l steers nothing.' };
  addNetworkDevice(desk);
  await desk.patch('/net', { audioInterface: 'eth0' });
  joinNetwork(desk, undefined, locking);
  await time.advance(29_000);
  joinNetwork(desk, undefined, { ...locking, offsetNs: 1_000_000_000 });
  expect(await codes()).toEqual([]);
  await time.advance(1_500);
  expect(await codes()).toEqual(['net-ptp-locking']);
  expect(await detailOf('net-ptp-locking')).toBe('ptp4l steers nothing.');
  joinNetwork(desk);
  expect(await codes()).toEqual([]);
  joinNetwork(desk, undefined, locking);
  await time.advance(29_000);
  expect(await codes()).toEqual([]);
});

test('an interface that is absent, down, without an address or too slow is a warning that names the field', async () => {
  addNetworkDevice(desk);
  joinNetwork(desk, [interfaceOf('eth0')]);
  await desk.patch('/net', { audioInterface: 'eth7' });
  expect(await codes()).toEqual(['net-interface-absent-audioInterface']);
  expect(await detailOf('net-interface-absent-audioInterface')).toContain('this computer has eth0');
  joinNetwork(desk, [interfaceOf('eth7', { up: false })]);
  expect(await codes()).toEqual(['net-interface-down-audioInterface']);
  joinNetwork(desk, [interfaceOf('eth7', { addresses: ['fe80::1'] })]);
  expect(await codes()).toEqual(['net-interface-no-address-audioInterface']);
  joinNetwork(desk, [interfaceOf('eth7', { speedMbps: 100 })]);
  expect(await codes()).toEqual(['net-interface-slow-audioInterface']);
  // 64 channels of 3 bytes at 48 kHz, and 78 bytes beside each 1,152.
  expect(await detailOf('net-interface-slow-audioInterface')).toContain('take 79 in one direction');
  addNetworkDevice(desk, 8);
  expect(await codes()).toEqual([]);
  joinNetwork(desk, [interfaceOf('eth7')]);
  await desk.patch('/net', { secondAudioInterface: 'eth7' });
  expect(await codes()).toEqual(['net-same-interface']);
});

test('the network of those who operate the desk may be watched without any audio network', async () => {
  joinNetwork(desk, [interfaceOf('eth0'), interfaceOf('eth1', { up: false, speedMbps: 10 })]);
  await desk.patch('/net', { controlInterface: 'eth1' });
  expect(await codes()).toEqual(['net-interface-down-controlInterface']);
  await desk.patch('/net', { controlInterface: 'eth0' });
  expect(await codes()).toEqual([]);
});

test('faults that rise are a warning for a minute; what was there before, and what is merely dropped, is none', async () => {
  addNetworkDevice(desk);
  await desk.patch('/net', { audioInterface: 'eth0' });
  joinNetwork(desk, [interfaceOf('eth0', { rxErrors: 1000 })]);
  expect(await codes()).toEqual([]);
  joinNetwork(desk, [interfaceOf('eth0', { rxErrors: 1000, rxDropped: 50 })]);
  expect(await codes()).toEqual([]);
  joinNetwork(desk, [interfaceOf('eth0', { rxErrors: 1003, txErrors: 1, rxDropped: 50 })]);
  expect(await codes()).toEqual(['net-interface-errors-audioInterface']);
  expect(await detailOf('net-interface-errors-audioInterface')).toContain('4 packets');
  await time.advance(61_000);
  joinNetwork(desk, [interfaceOf('eth0', { rxErrors: 1003, txErrors: 1, rxDropped: 51 })]);
  expect(await codes()).toEqual([]);
});
