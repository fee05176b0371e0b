// Which version runs, which is on the disk, and what an update does: a question before a show.
import { About, defineProvider, Installed, Time, view } from 'rowdesk/provider';
import { update } from './contract.ts';

const intervalMs = 10_000;

const steps = [
  {
    step: 'install',
    effect: 'New files may be installed while the show runs: a running desk loads nothing of them.',
  },
  {
    step: 'desk',
    effect:
      'The desk takes the update when it is started again. The sound plays on meanwhile; settings, scenes and history are kept.',
  },
  {
    step: 'sound',
    effect:
      'The mixer and the drivers of sound take it when the sound is started again, which fades all outputs: between two shows.',
  },
] as const;

export default defineProvider({
  name: 'update',
  needs: { about: About, installed: Installed, time: Time },
  rows: ({ about: { version, startedAt }, installed, time }) => [
    view('/update', {
      summary: 'The version that runs, what is installed, and what an update does',
      fields: update,
      get: () => {
        const parts = installed.read().map((part) => ({
          ...part,
          pending: part.running !== '' && part.installed !== '' && part.running !== part.installed,
        }));
        const [desk] = parts;
        return {
          ...{ version, startedAt, installedVersion: desk?.installed ?? '' },
          ...{ pending: parts.some(({ pending }) => pending), parts, steps: steps.map((each) => ({ ...each })) },
        };
      },
      watch: (_at, changed) => time.every(intervalMs, changed),
    }),
  ],
});
