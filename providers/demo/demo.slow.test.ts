import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Device } from 'rowdesk/provider';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, expect, test } from 'vitest';
import { demoChanges } from './index.ts';

const providers = ['console', 'channel', 'stagebox', 'demo'];
let desk: TestHost;
afterEach(() => desk?.close());

test('a new desk sounds by one commit of the actor demo', async () => {
  const actors: string[] = [];
  desk = await startTestHost({ providers });
  desk.host.desk.onCommit((_revision, _paths, actor) => actors.push(actor));
  expect(desk.host.desk.revision).toBe(1);
  expect((await desk.get('/stagebox/virtual-32x16/inputs/1')).body).toMatchObject({ signal: 'pink', levelDbfs: -20 });
  expect((await desk.get('/channel/input/1')).body).toMatchObject({
    ...{ name: 'Demo', sourceId: 'virtual-32x16:in-1', levelDb: -10 },
  });
  expect((await desk.get('/channel/main/1')).body.levelDb).toBe(0);
  desk.audio.become({ state: 'degraded' });
  desk.audio.become({ state: 'running' });
  expect({ revision: desk.host.desk.revision, actors }).toEqual({ revision: 1, actors: [] });
});

test('a desk that was used before gets no demo', async () => {
  const stateFolder = mkdtempSync(join(tmpdir(), 'rowdesk-demo-'));
  const first = await startTestHost({ providers: ['console'], stateFolder });
  await first.close();
  desk = await startTestHost({ providers, stateFolder });
  rmSync(stateFolder, { recursive: true });
  expect(desk.host.desk.revision).toBe(0);
});

test('where a stagebox is present that is not virtual, a new desk stays silent', async () => {
  desk = await startTestHost({ providers, config: { devices: [{ id: 'usb-1', transport: 'usb', model: 'box-8x8' }] } });
  expect(desk.host.desk.revision).toBe(0);
  const device = (id: string, transport: string, present: boolean) => ({
    ...({ id, transport, present } as Device),
    ports: [{ id: `${id}:in-1`, label: '', direction: 'input', channel: 1, connector: 'xlr' } as const],
  });
  expect(demoChanges([device('virtual-8x8', 'virtual', true), device('usb-1', 'usb', true)])).toEqual([]);
  expect(demoChanges([device('usb-1', 'usb', false), device('virtual-8x8', 'virtual', true)])[0]?.path).toBe(
    '/stagebox/virtual-8x8/inputs/1',
  );
  expect(demoChanges([])).toEqual([]);
});
