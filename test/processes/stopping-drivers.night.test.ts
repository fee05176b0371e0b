// Drivers beside the mixer that end the process or hold its JavaScript: each is named and set aside, the desk gets its
// sound, and sound that plays goes on.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { isAlive } from '../../core/audio/link/process-lock.ts';
import { acmeDriver } from '../harness/acme-driver.ts';
import { installInto, type Package } from '../harness/packages.ts';
import {
  quietConfig,
  removeFolder,
  type Service,
  startService,
  stopServices,
  temporaryFolder,
} from '../harness/service.ts';

const states: string[] = [];
afterAll(async () => {
  await stopServices();
  states.forEach(removeFolder);
});

/** As one that spins, but others keep their processor. */
const hang = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)';

function box(name: string, device: string, top = ''): Package {
  const made = acmeDriver({ name, model: name, isAudio: true, device });
  return { ...made, files: { 'index.js': `${top}\n${made.files['index.js']}` } };
}

async function startWith(driver: Package): Promise<Service> {
  const state = temporaryFolder();
  states.push(state);
  installInto(state, [driver]);
  return startService({
    state,
    config: {
      drivers: [...quietConfig.drivers, driver.name],
      devices: [...quietConfig.devices, { id: 'acme-1', transport: 'acme', model: driver.name }],
    },
  });
}

type Warning = { id: string; detail: string };
const warned = (service: Service, id: string, detail: RegExp) =>
  service.until('/warnings', (row) => row.warnings.some((each: Warning) => each.id === id && detail.test(each.detail)));
const processOf = ({ state }: Service) => JSON.parse(readFileSync(join(state, 'audio.lock'), 'utf8')).processId;

/** A device of acme has no sound, and a virtual one that drives beside it counts as a stand-in: the engine is degraded. */
const sounds = (service: Service) => service.until('/channel/main/1', ({ mutedBy }) => mutedBy.length === 0);

const plain = 'apply: () => [], observe: () => ({ revision: 1, values: [] })';
const patient = { timeout: 90_000 };

test.concurrent('a driver that calls process.exit fails, and nothing ends', patient, async ({ expect }) => {
  const service = await startWith(
    box('acme-exits', `() => ({ ${plain}, observe: () => process.exit(0) })`, 'setTimeout(() => process.exit(0), 10);'),
  );
  await warned(service, 'unreadable-stagebox-acme-1', /process\.exit\(\) was called/);
  await sounds(service);
  expect(readFileSync(join(service.state, 'audio.log'), 'utf8')).toMatch(
    /error acme-exits: a driver failed: .*process\.exit/,
  );
  expect(await service.stop()).toBe(0);
});

test.concurrent(
  'a driver that hangs as it is imported is named and set aside at once, and sound comes',
  patient,
  async ({ expect }) => {
    const service = await startWith(box('acme-import', `() => ({ ${plain} })`, `${hang};`));
    await warned(service, 'driver-acme-import', /crashed as it was loaded, last by SIGKILL, as it did not answer/);
    await sounds(service);
    expect(await service.stop()).toBe(0);
  },
);

test.concurrent(
  'a driver that hangs as it opens is set aside after three times, and sound comes',
  patient,
  async ({ expect }) => {
    const service = await startWith(box('acme-open', `() => { ${hang}; }`));
    await warned(service, 'audio-process', /It was in acme-open \(thread javascript\)/);
    await warned(
      service,
      'driver-acme-open',
      /crashed 3 times within 5 minutes, last by SIGKILL, as it did not answer/,
    );
    await sounds(service);
    expect(await service.stop()).toBe(0);
  },
);

test.concurrent(
  'a driver whose timer hangs while sound plays is named, the sound goes on, and the desk ends in order',
  patient,
  async ({ expect }) => {
    const service = await startWith(
      box(
        'acme-later',
        `() => ({ ${plain}, apply: (revision, values) => { if (values.some(({ value }) => value === 'hang')) setTimeout(() => ${hang}, 1); return []; } })`,
      ),
    );
    await sounds(service);
    const processId = processOf(service);
    await service.patch('/stagebox/acme-1', { label: 'hang' });
    await warned(service, 'audio-process-trouble', /^acme-later holds its JavaScript: .* The sound goes on\.$/);
    expect(isAlive(processId)).toBe(true);
    expect(await service.stop()).toBe(0);
    await expect.poll(() => isAlive(processId)).toBe(false);
  },
);
