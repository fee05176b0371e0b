// Devices of the network where the desk shows devices and sources of all sorts.
import { FakeTime, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { announce, id, root, sessionOf, startDesk, turns } from './netaudio-double.ts';

let desk: TestHost;
let time: FakeTime;
beforeEach(async () => {
  time = new FakeTime();
  const providers = ['console', 'clock', 'channel', 'stagebox', 'patch', 'source', 'patchbay', 'discovery', 'netaudio'];
  desk = await startDesk({ providers, time });
  desk.audio.answers.set('mixer inputLevels', () => ({ levels: [] }));
});
afterEach(() => desk.close());

const subscribe = async (n: number, txDevice: string, txChannelLabel: string) => {
  await desk.patch(`${root}/${id}/rx/${n}`, { subscription: { txDevice, txChannelLabel } });
  await turns();
};

test('devices that are announced are discovered; adopted is what an input is subscribed to', async () => {
  const device = {
    ...{ id: 'stage-left', transport: 'netaudio', label: 'stage-left', vendor: '', model: '', address: '10.77.0.2' },
    ...{ audioHalf: '', adopted: false, stageboxModel: '' },
    ...{ firstSeenAt: '2026-01-01T00:00:00.000Z', lastSeenAt: '2026-01-01T00:00:00.000Z' },
  };
  const found = async () => (await desk.get('/discovery')).body.devices.slice(1);
  expect(await found()).toEqual([]);
  await announce(desk, sessionOf());
  expect(await found()).toEqual([device]);
  const seenAtMs = Date.UTC(2026, 0, 2);
  await announce(desk, sessionOf({ seenAtMs }));
  await subscribe(1, 'stage-left', 'Vox');
  expect(await found()).toEqual([{ ...device, lastSeenAt: '2026-01-02T00:00:00.000Z', adopted: true }]);
  await announce(desk);
  expect(await found()).toEqual([]);
});

test('a scan of the network asks its observer, and reports what came', async () => {
  const watched = await desk.watch('/discovery/scan');
  await watched.next();
  await desk.patch('/discovery/scan', { running: true, transports: ['usb'], timeoutMs: 500 });
  const scans = () => desk.audio.calls.filter(({ target, method }) => target === 'network' && method === 'scan').length;
  expect(scans()).toBe(0);
  await desk.patch('/discovery/scan', { running: false });
  await desk.patch('/discovery/scan', { running: true, transports: ['netaudio'], timeoutMs: 500 });
  expect(scans()).toBe(1);
  await announce(desk, sessionOf());
  time.advance(500);
  await turns();
  time.advance(500);
  let row = (await watched.next()).row;
  while (row.report?.outcome !== 'applied') row = (await watched.next()).row;
  expect(row.report).toEqual({ outcome: 'applied', devices: 1, came: ['stage-left'] });
  watched.close();
});

test('an input is called by its subscription, as a source and where it is patched', async () => {
  const labels = async () => {
    const asked = desk.get('/source');
    for (let turn = 0; turn < 40; turn += 1) {
      time.advance(50);
      await new Promise(setImmediate);
    }
    const { sources } = (await asked).body;
    const { sources: nodes } = (await desk.get('/patchbay/nodes')).body;
    const port = `${id}:in-2`;
    type Labelled = { id: string; label: string };
    const node = nodes.find((each: Labelled) => each.id === id)?.ports.find((each: Labelled) => each.id === port);
    return [sources.find((each: Labelled) => each.id === port)?.label, node?.label];
  };
  expect(await labels()).toEqual(['in 2', 'in 2']);
  await subscribe(2, 'stage-left', 'Vox');
  expect(await labels()).toEqual(['Vox (stage-left)', 'Vox (stage-left)']);
  await announce(desk, sessionOf());
  await subscribe(2, 'stage-left', 'Stage/Guitar');
  expect(await labels()).toEqual(['Guitar (stage-left)', 'Guitar (stage-left)']);
  await desk.patch(`/source/${id}:in-2`, { label: 'Lead' });
  expect((await labels())[0]).toBe('Lead');
});
