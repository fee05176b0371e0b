// The drivers of devices, one adapter each: what they are, how they do, and switching them off and on.
import {
  Audio,
  Convergence,
  Desk,
  Drivers,
  defineProvider,
  Refusal,
  setting,
  stopAll,
  Time,
  Type,
  task,
  view,
  Warnings,
} from 'rowdesk/provider';
import { AdapterBook, Adapters } from './adapters.ts';
import { ConfigContracts, followConfigs } from './configs.ts';
import { adapter, adapterId, adapters as listed, types } from './contract.ts';
import { restart } from './restart.ts';
import { followSwitches, isEnabled, labelOf } from './switches.ts';

export default defineProvider({
  name: 'adapter',
  roots: ['adapter', 'adapterType'],
  needs: {
    audio: Audio,
    convergence: Convergence,
    desk: Desk,
    drivers: Drivers,
    time: Time,
    warnings: Warnings,
  },
  offers: { adapters: AdapterBook },
  services: ({ audio, convergence, drivers, time }) => ({ adapters: new Adapters(drivers, audio, convergence, time) }),
  rows: ({ desk: all, drivers, time, offered: { adapters } }) => {
    const addresses = {
      has: ({ id }: { id: string }) => adapters.get(id) !== undefined,
      list: () => adapters.list().map(({ id }) => ({ id })),
      watch: () => () => {}, // packages are found once, at the start
    };
    const contracts = new ConfigContracts(drivers);
    return [
      view('/adapterType', {
        summary: 'The kinds of adapters there are',
        fields: types,
        get: () => ({
          types: drivers.types
            .filter(({ kind }) => kind !== 'mixer')
            .map(({ name, transports, configSchema }) => ({
              ...{ token: name, label: name, transports: [...transports] },
              configSchema: { ...configSchema },
            })),
        }),
      }),
      view('/adapter', {
        summary: 'The drivers of devices, and how they do',
        fields: listed,
        get: (_at, desk) => ({
          adapters: adapters.list().map((each) => ({ ...each, type: each.id, label: labelOf(each.id, desk) })),
        }),
        watch: (_at, changed) => adapters.watch(changed),
      }),
      setting('/adapter/{id}', {
        summary: 'The driver of some devices',
        fields: adapter,
        params: { id: adapterId },
        addresses,
        writable: ['enabled', 'label', 'config'],
        defaults: ({ id }) => contracts.of(id).defaults,
        limits: ({ id }) => contracts.of(id).limits,
        computed: ({ id }) => {
          const { state, reason, since, corrections, restarts } = adapters.of(id);
          return { type: id, state, reason, since, corrections, restarts };
        },
        watch: (_at, changed) => adapters.watch(changed),
        life: 'site',
      }),
      task('/adapter/{id}/restart', {
        summary: 'Has a driver let go of its devices and open them again',
        continuous: false,
        params: { id: adapterId },
        addresses,
        extra: {
          confirm: Type.Boolean({
            default: false,
            title: 'Also while it drives the clock, and all sound stops with it',
          }),
        },
        run: ({ id }, { confirm }, run) => {
          if (!isEnabled(id, all)) {
            throw new Refusal('conflict', `${id} is switched off; switch it on instead.`, { adapter: id });
          }
          if (adapters.drives(id) && confirm !== true) {
            return { preview: true, reason: `${id} drives the clock: all sound would stop; confirm it` };
          }
          return restart(id, run, { adapters, desk: all, drivers, time });
        },
      }),
    ];
  },
  start: ({ desk, drivers, warnings, offered: { adapters } }) => {
    return stopAll(
      adapters.start(),
      followSwitches(adapters, desk, drivers),
      followConfigs(adapters, desk, drivers, warnings),
    );
  },
});
