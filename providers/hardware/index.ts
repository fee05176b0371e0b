// The computer, its sound cards and disks, the drivers that were chosen, and the providers.
import { statfs } from 'node:fs/promises';
import { About, Drivers, defineProvider, follow, Providers, Time, view } from 'rowdesk/provider';
import { readCards } from './cards.ts';
import { hardware } from './contract.ts';
import { kernelFiles } from './files.ts';
import { readHost } from './host.ts';

const intervalMs = 10_000;
const mb = (bytes: number) => Math.floor(bytes / 1024 / 1024);

export default defineProvider({
  name: 'hardware',
  needs: { about: About, drivers: Drivers, providers: Providers, time: Time },
  rows: ({ about, drivers, providers, time }) => [
    view('/hardware', {
      summary: 'The computer, its sound cards and disks, the drivers and the providers',
      fields: hardware,
      get: async () => ({
        cards: readCards(kernelFiles),
        host: readHost(kernelFiles),
        disks: [await stateDisk(about.stateFolder)],
        drivers: drivers.choices.map(({ name, version, kind, chosen, score, reason, state, restarts }) => ({
          name,
          version,
          kind,
          chosen,
          score,
          reason,
          state,
          restarts,
        })),
        providers: providers.list.map((each) => ({ ...each, roots: [...each.roots] })),
        devices: drivers.found.map(({ id, label, transport, modelId, present, driver, audioHalf, score, reason }) => ({
          id,
          label,
          transport,
          modelId,
          present,
          driver,
          audioHalf,
          score,
          reason,
        })),
      }),
      watch: follow(drivers, (changed) => time.every(intervalMs, changed)),
    }),
  ],
});

/** Where everything is stored and recorded. `freeMb` is what an ordinary user may still write. */
async function stateDisk(path: string) {
  const { blocks, bavail, bsize } = await statfs(path);
  return { use: 'state', path, sizeMb: mb(blocks * bsize), freeMb: mb(bavail * bsize) };
}
