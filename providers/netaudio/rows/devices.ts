import { type Audio, follow, type Row, view } from 'rowdesk/provider';
import { devices as fields } from '../contract.ts';
import { factsOfOwn, factsOfSender } from '../device-facts.ts';
import { ownDevices } from '../own-devices.ts';
import { rootPath } from '../paths.ts';
import type { Senders } from '../senders.ts';

const mostDevices = 256;

/** All devices of network audio: the desk's own, and those of others that send. */
export function devicesRow(audio: Audio, senders: Senders): Row {
  return view(rootPath, {
    summary: 'The devices of network audio: those of the desk, and those that are announced',
    fields,
    atMostEveryMs: 500,
    get: (_at, desk, observed) => {
      const own = ownDevices(audio).map((each) => ({ ...factsOfOwn(each, audio, desk, observed), own: true }));
      const others = senders.list().map((each) => ({ ...factsOfSender(each, desk, observed), own: false }));
      const all = [...own, ...others];
      return { devices: all.slice(0, mostDevices), deviceCount: all.length, counters: numbersIn(observed) };
    },
    watch: follow(audio, senders),
  });
}

function numbersIn(observed: { read(path: string, field: string): { readonly value: unknown } | undefined }) {
  const said = observed.read(rootPath, 'counters')?.value;
  if (typeof said !== 'object' || said === null) return {};
  return Object.fromEntries(
    Object.entries(said).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
  );
}
