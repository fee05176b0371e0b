// What paces the desk: its rate, the rate that is asked for, and the references that could give it.
import {
  Audio,
  Desk,
  defineProvider,
  Graph,
  StandingWarnings,
  setting,
  stopAll,
  Time,
  Validators,
  view,
  type Warning,
  Warnings,
} from 'rowdesk/provider';
import type { ClockView } from './clock-view.ts';
import { clockWarnings, rateNotApplied } from './clock-warnings.ts';
import * as contract from './contract.ts';
import { joinedRow } from './joined-row.ts';
import { type Ownership, paceOf } from './pace.ts';
import { RateLocks } from './rate-locks.ts';
import { listReferences } from './references.ts';

export { RateLocks } from './rate-locks.ts';

const ownershipPath = '/clock/ownership';
const forcePath = '/clock/force';

/** By its row, or by its code where it is about no row. */
const isAboutClock = ({ path, titleCode }: Warning) =>
  path === '/clock' || path.startsWith('/clock/') || titleCode.code.startsWith('clock-');

const viewOf = ({ clock, devices }: Audio, graph: Graph): ClockView => ({ clock, devices, graph });

export default defineProvider({
  name: 'clock',
  needs: { audio: Audio, graph: Graph, desk: Desk, time: Time, validators: Validators, warnings: Warnings },
  offers: { rateLocks: RateLocks.token },
  services: () => ({ rateLocks: new RateLocks() }),
  rows: ({ audio, graph, time, warnings }) => {
    const followAudio = (_at: object, changed: () => void) => audio.onChange(changed);
    const followClocks = (_at: object, changed: () => void) =>
      stopAll(audio.onChange(changed), graph.onChange(changed));
    return [
      view('/clock', {
        summary: 'What drives the desk now',
        fields: contract.clock,
        continuous: true,
        get: () => ({
          quantum: audio.clock.quantum,
          rate: audio.clock.rate,
          supportedRates: audio.clock.supportedRates,
        }),
        watch: followAudio,
      }),
      setting(forcePath, {
        summary: 'The rate that is asked for',
        fields: contract.force,
        writable: ['rate'],
        life: 'site',
        target: 'clock',
        continuous: true,
        computed: (_at, desk) => ({
          rateNotApplied: rateNotApplied(desk.read(forcePath).rate as number | null, audio.clock.rate),
        }),
        watch: followAudio,
      }),
      setting(ownershipPath, {
        summary: 'Whose clock the desk should run on',
        fields: contract.ownership,
        writable: ['role', 'designatedReference', 'freeRunOverride'],
        life: 'site',
        target: { role: 'clock' },
        continuous: true,
      }),
      view('/clock/ownership/reference', {
        summary: 'Whether the desk is paced as it should be',
        fields: contract.referenceState,
        continuous: true,
        get: (_at, desk) => paceOf(desk.read(ownershipPath) as Ownership, viewOf(audio, graph)),
        watch: followClocks,
      }),
      view('/clock/references', {
        summary: 'What could pace the desk: what drives first, then by grade, then the preferred',
        fields: contract.references,
        continuous: true,
        get: () => ({ references: listReferences(viewOf(audio, graph)) }),
        watch: followClocks,
      }),
      joinedRow(audio, time),
      view('/clock/warnings', {
        summary: 'Warnings about the clock',
        fields: contract.warnings,
        continuous: true,
        get: () => ({
          warnings: warnings
            .list()
            .filter(isAboutClock)
            .map(({ id, title, titleCode, detail }) => ({ id, title, titleCode, detail })),
        }),
        watch: (_at, changed) => warnings.watch(changed),
      }),
    ];
  },
  start: ({ audio, graph, desk, validators, warnings, offered: { rateLocks } }) => {
    const standing = new StandingWarnings(warnings);
    const check = () =>
      standing.become(clockWarnings(desk.read(ownershipPath) as Ownership, audio.state, viewOf(audio, graph)));
    check();
    return stopAll(
      validators.use(rateLocks.check(forcePath, () => audio.clock.rate)),
      audio.onChange(check),
      graph.onChange(check),
      desk.onCommit((_revision, paths) => {
        if (paths.includes(ownershipPath)) check();
      }),
    );
  },
});
