// Surfaces: what controls the desk beside its page, each in a process of its own.
import {
  Desk,
  defineProvider,
  Faults,
  Rows,
  type RowWrite,
  Surfaces,
  setting,
  stopAll,
  Time,
  type Token,
  task,
  token,
  view,
  Warnings,
} from 'rowdesk/provider';
import { Addresses } from './addresses.ts';
import * as contract from './contract.ts';
import { shownOf, valuesOf } from './shown.ts';
import { followSettings, followStates } from './switches.ts';

const AddressesToken: Token<Addresses> = token<Addresses>('surface.addresses');

export default defineProvider({
  name: 'surface',
  needs: { desk: Desk, faults: Faults, rows: Rows, surfaces: Surfaces, time: Time, warnings: Warnings },
  offers: { addresses: AddressesToken },
  services: ({ desk, faults, rows, time }) => ({ addresses: new Addresses({ desk, faults, rows, time }) }),
  rows: ({ rows, surfaces, offered: { addresses } }) => [
    view('/surface', {
      summary: 'The surfaces of the desk, and how they do',
      fields: contract.surfaces,
      get: (_at, desk) => ({
        surfaces: surfaces.list.map(({ id }) => ({ id, ...valuesOf(id, desk), ...shownOf(id, surfaces) })),
      }),
      watch: (_at, changed) => surfaces.onChange(changed),
      atMostEveryMs: 500,
    }),
    setting('/surface/{id}', {
      summary: 'A surface: off, or in a process of its own',
      fields: contract.surface,
      params: { id: contract.surfaceId },
      addresses: {
        has: ({ id }) => surfaces.list.some((each) => each.id === id),
        list: () => surfaces.list.map(({ id }) => ({ id })),
        watch: () => () => {}, // the configuration is read once, at the start
      },
      writable: ['enabled', 'label', 'mapping', 'role', 'addresses'],
      computed: ({ id }) => shownOf(id, surfaces),
      watch: ({ id }, changed) => surfaces.onChange((of) => of === id && changed()),
      life: 'site',
      atMostEveryMs: 500,
    }),
    view('/surface/commit', {
      summary: 'Writes to several rows as one commit, as a bundle of a surface does',
      fields: contract.joint,
      writable: ['changes'],
      get: () => ({ changes: [] }),
      write: async (_at, { changes = [] }, actor, address, permit) => {
        await rows.commit(changes as readonly RowWrite[], { actor, address, permit });
      },
      writers: 'parts',
    }),
    view('/surface/addresses', {
      summary: 'What rows the desk has, for surfaces that show them all',
      fields: contract.addresses,
      get: () => addresses.shown(),
      watch: (_at, changed) => addresses.watch(undefined, changed),
      atMostEveryMs: 200,
    }),
    view('/surface/addresses/{n}', {
      summary: 'The addresses of one template that exist now',
      fields: contract.addressesOf,
      params: { n: contract.templateNumber },
      addresses: {
        has: ({ n }) => addresses.has(n),
        list: () => addresses.numbers().map((n) => ({ n })),
        watch: () => () => {}, // templates are there from the start
      },
      onDemand: true,
      get: ({ n }) => addresses.of(n),
      watch: ({ n }, changed) => addresses.watch(n, changed),
      atMostEveryMs: 1000,
    }),
    task('/surface/autodetect', {
      summary: 'Looks for surfaces on the network and says how sure it is; changes nothing',
      extra: contract.autodetect,
      cancellable: true,
      run: async (_at, { timeoutMs = 3000 }, { signal }) => {
        const strangers = surfaces.list.flatMap(({ id, kind }) =>
          surfaces.status(id).strangers.map(({ address, lastSeenAt }) => ({
            ...{ kind, label: address, address, port: null, confidencePercent: 60 },
            why: `it spoke to ${id} at ${lastSeenAt}, and is not among its addresses`,
          })),
        );
        const found = await surfaces.look(timeoutMs, signal);
        return { found: [...found, ...strangers].sort((a, b) => b.confidencePercent - a.confidencePercent) };
      },
    }),
  ],
  start: ({ desk, surfaces, warnings, offered: { addresses } }) =>
    stopAll(followSettings(desk, surfaces), followStates(surfaces, warnings), addresses.start()),
});
