// A driver in a process of its own whose call never returns: it is started again and named, after three times set aside;
// everything else goes on, and the desk ends in order.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { isAlive } from '../../core/audio/link/process-lock.ts';
import { acmeDriver } from '../harness/acme-driver.ts';
import { box, opening, settled, write } from '../harness/desk.ts';
import { writePackage } from '../harness/packages.ts';
import { quietConfig, removeFolder, startService, stopServices, temporaryFolder } from '../harness/service.ts';

const states: string[] = [];
afterAll(async () => {
  await stopServices();
  states.forEach(removeFolder);
});

/** A control-only driver that does what it is told, until a label tells it to hang in that function. */
const hanging = acmeDriver({
  name: 'acme-hanging',
  model: 'box',
  device: `() => {
  const has = new Map();
  let applied = 0;
  let hangsIn = '';
  // as one that spins, but the other desks keep their processor
  const never = new Int32Array(new SharedArrayBuffer(4));
  const may = (name) => { if (hangsIn === name) Atomics.wait(never, 0, 0); };
  return {
    apply(revision, values) {
      applied = revision;
      for (const { path, field, value } of values) {
        if (field === 'label') hangsIn = value;
        has.set(path + ' ' + field, { path, field, value, state: 'applied' });
      }
      may('apply');
      return [];
    },
    observe() {
      may('observe');
      return { revision: applied, values: [...has.values()] };
    },
    close() { may('close'); },
  };
}`,
});

// Side by side: what hangs is given 10 s to end.
test.concurrent.for(['apply', 'observe', 'close'])(
  'a driver that hangs in its %s costs nobody else anything',
  { timeout: 90_000 },
  async (where, { expect }) => {
    const state = temporaryFolder();
    states.push(state);
    mkdirSync(join(state, 'node_modules'));
    writePackage(join(state, 'node_modules'), hanging);
    const service = await startService({
      state,
      config: {
        drivers: [...quietConfig.drivers, hanging.name],
        devices: [...quietConfig.devices, { id: 'acme-1', transport: 'acme', model: 'box' }],
      },
    });
    await opening(service);
    const acme = await service.until('/hardware', (row) =>
      row.drivers.some(({ name, chosen }: { name: string; chosen: boolean }) => name === hanging.name && chosen),
    );
    expect(acme).toBeDefined();
    await settled(service);

    await write(service, '/stagebox/acme-1', { label: where });
    if (where !== 'close') {
      const last = /crashed 3 times within 5 minutes, last by SIGKILL, as it did not answer/;
      await service.until('/warnings', (row) =>
        row.warnings.some(({ detail }: { detail: string }) => last.test(detail)),
      );
    }
    // The mixer and the other stagebox follow, and what hangs holds the barrier no more.
    await write(service, '/channel/input/1', { levelDb: -6 });
    await write(service, `/stagebox/${box}/inputs/1`, { gainDb: 12 });
    await settled(service);
    expect((await service.get('/channel/input/1')).body.levelDb).toBe(-6);
    // What is wanted of it stays wanted, and its row answers.
    expect((await service.get('/stagebox/acme-1')).body.label).toBe(where);

    const lock = readdirSync(state).find((file) => /^driver-.*acme.*\.lock$/.test(file)) as string;
    const { processId } = JSON.parse(readFileSync(join(state, lock), 'utf8'));
    expect(isAlive(processId)).toBe(where === 'close');
    expect(await service.stop()).toBe(0);
    await expect.poll(() => isAlive(processId)).toBe(false);
  },
);
