// Drivers in plain JavaScript, beside the mixer in its own process, that say what no driver may say: each is named and
// stands for itself, and the mixer and every other device go on.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { acmeDriver } from '../harness/acme-driver.ts';
import { settled, write } from '../harness/desk.ts';
import { installInto } from '../harness/packages.ts';
import { quietConfig, removeFolder, startService, stopServices, temporaryFolder } from '../harness/service.ts';

const state = temporaryFolder();
afterAll(async () => {
  await stopServices();
  removeFolder(state);
});

/** By the id of the device: of what the desk warns, and the function that lies. */
const lies = {
  'apply-nothing': ['refused', 'apply: () => undefined'],
  'apply-null': ['refused', 'apply: () => [null]'],
  'apply-bigint': ['refused', 'apply: () => [said(5n)]'],
  'apply-huge': ['refused', "apply: () => [said('x'.repeat(20e6))]"],
  'apply-throws': ['refused', 'apply: () => { throw undefined; }'],
  'observe-nothing': ['unreadable', 'observe: () => undefined'],
  'observe-null': ['unreadable', 'observe: () => ({ revision: 1, values: [null] })'],
  'observe-cyclic': ['unreadable', 'observe: () => ({ revision: 1, values: [said(cyclic)] })'],
  'observe-huge': ['unreadable', "observe: () => ({ revision: 1, values: [said('x'.repeat(20e6))] })"],
  'observe-throws': ['unreadable', 'observe: () => { throw null; }'],
  'observe-endless': ['unreadable', 'observe: () => ({ revision: 1, values: endless() })'],
  'target-mixer': ['device', "target: 'mixer'"],
  'description-huge': ['device', "description: { label: 'x'.repeat(20e6) }"],
  'description-words': ['device', "description: { toJSON() { throw new Error('x'.repeat(20e6)); } }"],
  'description-throws': ['device', 'description: { toJSON() { throw undefined; } }'],
  'description-channel': ['device', 'description: withChannel(2 ** 32 - 2)'],
  'apply-message': ['refused', 'apply: () => { throw Object.assign(new Error(), { message: 5n }); }'],
  'observe-revision': ['unreadable', 'observe: () => ({ revision: NaN, values: [] })'],
  'observe-number': ['refused', 'observe: () => ({ revision: applied, values: [said(NaN)] })'],
} as const;

const driver = acmeDriver({
  name: 'acme-lying',
  model: 'box',
  isAudio: true,
  device: `({ id, label, model, transport }) => {
  const path = '/stagebox/' + id;
  let applied = 0;
  const has = new Map();
  let count = 0;
  const cyclic = {};
  cyclic.itself = cyclic;
  const said = (value, field = 'label') => ({ path, field, value, state: 'applied' });
  // 50,000 addresses that were never told before, each time
  const endless = () => Array.from({ length: 50_000 }, () => said(1, 'f' + count++));
  const withChannel = (channel) => ({
    id, label, model, transport, ports: [{ id: 'in-1', label: '', direction: 'input', channel, connector: '' }],
    inputLatencyFrames: 0, outputLatencyFrames: 0, clockId: '', supportedRates: [],
  });
  const lies = {
${Object.entries(lies)
  .map(([id, [, lie]]) => `    '${id}': { ${lie} },`)
  .join('\n')}
  };
  return {
    apply(revision, values) {
      applied = revision;
      for (const { field, value } of values) has.set(field, said(value, field));
      return [];
    },
    observe: () => ({ revision: applied, values: [...has.values()] }),
    ...lies[id],
  };
}`,
});

test('drivers that lie are each named, and the mixer and every other device follow', { timeout: 90_000 }, async () => {
  installInto(state, [driver]);
  const ids = [...Object.keys(lies), 'honest'];
  const service = await startService({
    state,
    config: {
      drivers: [...quietConfig.drivers, driver.name],
      devices: [...quietConfig.devices, ...ids.map((id) => ({ id, transport: 'acme', model: 'box' }))],
    },
  });
  const opened = ids.filter((id) => id === 'honest' || lies[id as keyof typeof lies][0] !== 'device');
  for (const id of opened) await service.until(`/stagebox/${id}`, (row) => row.present);
  for (const id of opened) await write(service, `/stagebox/${id}`, { label: `the ${id}` });
  for (const [id, [warning]] of Object.entries(lies)) {
    const expected = warning === 'device' ? `device-${id}-${driver.name}` : `${warning}-stagebox-${id}`;
    await service.until('/warnings', (row) => row.warnings.some((each: { id: string }) => each.id === expected));
  }
  await write(service, '/channel/input/1', { levelDb: -6 });
  await settled(service);
  await service.until('/stagebox/honest', (row) => row.confirmed);
  const { warnings } = (await service.get('/warnings')).body;
  expect(warnings.map(({ id }: { id: string }) => id)).not.toContain('audio-process-trouble');
  // In words that a person can read.
  for (const { detail } of warnings) expect(detail.length).toBeLessThan(2000);
  // One link, from the first to the last.
  expect(readFileSync(join(state, 'audio.log'), 'utf8')).not.toContain('a connection ended');
});
