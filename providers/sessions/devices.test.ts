import { expect, test } from 'vitest';
import type { ContentRow } from '../scenes/index.ts';
import { missingPorts, remapped } from './devices.ts';

const content: ContentRow[] = [
  { path: '/channel/input/1', area: 'patch', fields: { sourceId: 'old-box:in-3', spareSourceId: '' } },
  { path: '/channel/input/1', area: 'name', fields: { name: 'old-box:in-3' } },
  {
    path: '/patch/outputs',
    area: 'patch',
    fields: { outputs: [{ portId: 'old-box:out-1' }, { portId: 'driving:out-2' }, { portId: 'old-box-2:out-1' }] },
  },
  { path: '/stagebox/old-box/inputs/3', area: 'preamp', fields: { gainDb: 20 } },
  { path: '/stagebox/old-box-2/inputs/3', area: 'preamp', fields: { gainDb: 30 } },
];

test('a device takes the place of another in ports of the patch and in addresses, and nowhere else', () => {
  const { content: rows, used } = remapped(content, [
    { from: 'old-box', to: 'new-box' },
    { from: 'never-seen', to: 'new-box' },
  ]);
  expect(used).toEqual([{ from: 'old-box', to: 'new-box' }]);
  expect(rows.map(({ path }) => path)).toEqual([
    ...['/channel/input/1', '/channel/input/1', '/patch/outputs'],
    ...['/stagebox/new-box/inputs/3', '/stagebox/old-box-2/inputs/3'],
  ]);
  expect(rows[0]?.fields).toEqual({ sourceId: 'new-box:in-3', spareSourceId: '' });
  expect(rows[1]?.fields).toEqual({ name: 'old-box:in-3' });
  const outputs = [{ portId: 'new-box:out-1' }, { portId: 'driving:out-2' }, { portId: 'old-box-2:out-1' }];
  expect(rows[2]?.fields).toEqual({ outputs });
});

test('a port of an audio server is missing while its server or its node is', () => {
  const port = (sourceId: string) => ({ path: '/channel/input/1', area: 'patch', fields: { sourceId } }) as never;
  const rows = [port('pw:card:AUX0'), port('pw:gone:AUX0'), port('pw:never:AUX0')];
  const nodes = [
    { id: 'pw:card', present: true },
    { id: 'pw:gone', present: false },
  ] as never;
  const reasons = (present: boolean) =>
    missingPorts(rows, { devices: [] }, { nodes, servers: [{ id: 'pw', present }] as never }).map(
      ({ reason }) => reason,
    );
  expect(reasons(true)).toEqual(['pw:gone is absent', 'there is no device pw:never']);
  expect(reasons(false)).toEqual(['pw is absent', 'pw is absent', 'pw is absent']);
});

test('ports are missing whose device is not there or absent; whatever drives is there', () => {
  const device = { label: '', transport: 'virtual', model: '', driver: '', ports: [] };
  const audio = { devices: [{ ...device, id: 'old-box', present: false }] } as never;
  expect(missingPorts(content, audio, { nodes: [], servers: [] })).toEqual([
    { path: '/channel/input/1', field: 'sourceId', portId: 'old-box:in-3', reason: 'old-box is absent' },
    { path: '/patch/outputs', field: 'outputs', portId: 'old-box:out-1', reason: 'old-box is absent' },
    { path: '/patch/outputs', field: 'outputs', portId: 'old-box-2:out-1', reason: 'there is no device old-box-2' },
  ]);
});
