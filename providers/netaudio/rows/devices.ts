import { type Audio, type Row, stopAll, view } from 'rowdesk/provider';
import type { AbsentSenders } from '../absent-senders.ts';
import { devices as fields } from '../contract.ts';
import { crowdIn, refusedIn } from '../crowd.ts';
import { factsOfAbsent, factsOfOwn, factsOfSender } from '../device-facts.ts';
import { ownDevices } from '../own-devices.ts';
import { rootPath } from '../paths.ts';
import type { Senders } from '../senders.ts';

const mostDevices = 256;

/** All devices of network audio: the desk's own, those of others that send, and those that inputs are subscribed to. */
export function devicesRow(audio: Audio, senders: Senders, absent: AbsentSenders): Row {
  return view(rootPath, {
    summary: 'The devices of network audio: those of the desk, and those that are announced or subscribed to',
    fields,
    atMostEveryMs: 500,
    get: (_at, desk, observed) => {
      const own = ownDevices(audio).map((each) => ({ ...factsOfOwn(each, audio, desk, observed), own: true }));
      const others = senders.list().map((each) => ({ ...factsOfSender(each, desk, observed), own: false }));
      const away = absent.list(desk).map((each) => ({ ...factsOfAbsent(each), own: false }));
      const all = [...own, ...others, ...away];
      const counts = { deviceCount: all.length, counters: numbersIn(observed) };
      return { devices: all.slice(0, mostDevices), ...counts, refused: refusedIn(observed), crowd: crowdIn(observed) };
    },
    watch: (_at, changed) => stopAll(audio.onChange(changed), absent.onChange(changed)),
  });
}

function numbersIn(observed: { read(path: string, field: string): { readonly value: unknown } | undefined }) {
  const said = observed.read(rootPath, 'counters')?.value;
  if (typeof said !== 'object' || said === null) return {};
  return Object.fromEntries(
    Object.entries(said).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
  );
}
