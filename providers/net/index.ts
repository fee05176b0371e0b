// The network: which interface is for the sound and which for control, and the clock that all senders of sound share.
import {
  Audio,
  Desk,
  Drivers,
  defineProvider,
  follow,
  type Limits,
  type ObservedReader,
  StandingWarnings,
  setting,
  stopAll,
  Time,
  Warnings,
} from 'rowdesk/provider';
import { net, netPath, networkTarget, writable } from './contract.ts';
import { LongLocking } from './long-locking.ts';
import { interfacesIn, type NetworkInterface, netState, whyAbsent } from './net-state.ts';
import { netWarnings } from './net-warnings.ts';
import { RecentRises } from './recent-rises.ts';

export { RecentRises } from './recent-rises.ts';

const targets = Object.fromEntries(writable.map((field) => [field, networkTarget]));
const names = writable.filter((field) => field !== 'ptpDomain');

/** Offers the interfaces that are there. Counters change each second, and the offer is the same object until names do. */
function offering(): (observed: ObservedReader) => Limits {
  let key = '[]';
  let limits: Limits = {};
  return (observed) => {
    const examples = interfacesIn(observed).map(({ name }) => name);
    if (JSON.stringify(examples) !== key) {
      key = JSON.stringify(examples);
      limits = Object.fromEntries(names.map((field) => [field, { examples }]));
    }
    return limits;
  };
}

/** What is dropped on reception is no fault: the kernel drops packets of protocols that it doesn't know as well. */
const faultsOf = ({ rxErrors, txErrors, txDropped }: NetworkInterface) => rxErrors + txErrors + txDropped;

export default defineProvider({
  name: 'net',
  needs: { audio: Audio, desk: Desk, drivers: Drivers, time: Time, warnings: Warnings },
  rows: ({ drivers }) => {
    const limitsOf = offering();
    return [
      setting(netPath, {
        summary: 'Network interfaces with their roles and counters, and the clock of the network',
        fields: net,
        writable: [...writable],
        life: 'site',
        target: targets,
        limits: (_at, _desk, observed) => limitsOf(observed),
        computed: (_at, desk, observed) => netState(desk.read(netPath), observed, () => whyAbsent(drivers)),
        watch: follow(drivers),
      }),
    ];
  },
  start: ({ audio, desk, drivers, time, warnings }) => {
    const rises = new RecentRises();
    const standing = new StandingWarnings(warnings);
    const locking = new LongLocking(time, () => look());
    const look = () => {
      const settings = desk.read(netPath);
      const state = netState(settings, desk.observed, () => whyAbsent(drivers));
      rises.take(new Map(state.interfaces.map((each) => [each.name, faultsOf(each)])), time.monotonicMs());
      const { devices, clock } = audio;
      standing.become(
        netWarnings({ settings, state, devices, rateHz: clock.rate, rises, locksLong: locking.take(state.ptp) }),
      );
    };
    look();
    return stopAll(
      audio.onChange(look),
      drivers.onChange(look),
      desk.onCommit((_revision, paths) => {
        if (paths.includes(netPath)) look();
      }),
      desk.observed.onChange((changes) => {
        if (changes.some(({ path }) => path === netPath)) look();
      }),
      () => locking.end(),
      () => standing.end(),
    );
  },
});
