import { afterEach, expect, test } from 'vitest';
import { patchThrough, recorded, recordMain, running, settled, write } from '../harness/desk.ts';
import { installInto, type Package } from '../harness/packages.ts';
import { quietConfig, startService, stopServices, temporaryFolder } from '../harness/service.ts';
import { fitSine } from '../harness/sound.ts';

afterEach(stopServices);

/** A provider that keeps the control process from everything else for as much processor time as it is told, however busy the machine is. */
const blocker: Package = {
  name: 'acme-blocker',
  rowdesk: { provider: { api: 1, module: './index.js' } },
  files: {
    'index.js': `import { defineProvider, Type, view } from 'rowdesk/provider';
export default defineProvider({
  name: 'acme-blocker',
  roots: ['blocker'],
  rows: () => [
    view('/blocker', {
      fields: { blockMs: Type.Number() },
      writable: ['blockMs'],
      get: () => ({ blockMs: 0 }),
      write: (_at, { blockMs }) => {
        const spent = () => Object.values(process.cpuUsage()).reduce((sum, us) => sum + us / 1000, 0);
        for (const end = spent() + blockMs; spent() < end; );
      },
    }),
  ],
});
`,
  },
};

interface Told {
  readonly id: string;
  readonly titleCode: { readonly params: { readonly blockedMs: number } };
}

test('a blocked event loop is a warning with the figure, and is not heard', async () => {
  const state = temporaryFolder();
  installInto(state, [blocker]);
  const service = await startService({ state, config: { providers: [...quietConfig.providers, blocker.name] } });
  await running(service);
  await patchThrough(service, 1, { signal: 'sine', frequencyHz: 1000, levelDbfs: -20 });
  await write(service, '/channel/input/1', { pan: -100 });
  await settled(service);
  const sound = await recordMain(service, 0.2, async () => {
    await recorded(service, 0.2);
    await write(service, '/blocker', { blockMs: 2500 });
    await recorded(service, 0.2);
  });
  const { warnings } = await service.until('/warnings', (row) =>
    row.warnings.some((each: Told) => each.id === 'event-loop'),
  );
  const { blockedMs } = (warnings as Told[]).find(({ id }) => id === 'event-loop')?.titleCode.params ?? {
    blockedMs: 0,
  };
  // Too small by at most the time between two looks, and by what other threads of the process computed meanwhile.
  expect(blockedMs).toBeGreaterThan(1500);
  const left = sound.channels[0] as Float64Array;
  expect(left.length).toBeGreaterThan(2.5 * 48_000);
  const fit = fitSine(left, 1000, 48_000);
  expect(fit.levelDb).toBeCloseTo(-20, 1);
  expect(fit.residualDb).toBeLessThan(-90);
});
