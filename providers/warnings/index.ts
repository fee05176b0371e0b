// The states worth a person's eye.
import { defineProvider, Faults, Refusal, view, Warnings } from 'rowdesk/provider';
import { DevicePaths } from '../stagebox/index.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { warning, warningId, warnings as warningsFields } from './contract.ts';

export default defineProvider({
  name: 'warnings',
  needs: { faults: Faults, warnings: Warnings },
  optionalNeeds: { devices: DevicePaths },
  rows: ({ devices, faults, warnings }) => {
    const acknowledgements = new Acknowledgements(warnings, faults, devices);
    return [
      view('/warnings', {
        summary: 'What an operator should know now',
        fields: warningsFields,
        get: () => ({ warnings: acknowledgements.list() }),
        watch: (_at, changed) => acknowledgements.watch(changed),
      }),
      view('/warnings/{id}', {
        summary: 'A warning',
        params: { id: warningId },
        addresses: {
          has: ({ id }) => warnings.list().some((each) => each.id === id),
          list: () => warnings.list().map(({ id }) => ({ id })),
          watch: (changed) => warnings.watch(changed),
        },
        fields: warning,
        writable: ['acknowledged'],
        get: ({ id }) => acknowledgements.get(id) ?? gone(id),
        write: ({ id }, { acknowledged }) => {
          if (acknowledged !== undefined) acknowledgements.set(id, acknowledged);
        },
        watch: (_at, changed) => acknowledgements.watch(changed),
      }),
    ];
  },
});

function gone(id: string): never {
  throw new Refusal('unknown-row', `The warning ${id} has gone.`, { id });
}
