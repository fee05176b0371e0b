import { type Row, setting } from 'rowdesk/provider';
import { mix as fields, mixSettings, mixSource, socket } from '../contract.ts';
import { type MixAt, mixPath } from '../paths.ts';
import { reportedAt, Settings } from '../settings.ts';
import type { TotalMix } from '../total-mix.ts';

/** A place of the device's matrix: how loud an input, or a channel that the host plays, is in an output. */
export function mixRow(totalMix: TotalMix): Row {
  const settings = new Settings(totalMix, mixSettings);
  const pathOf = (at: MixAt) => mixPath(at.out, at.in);
  return setting('/vendorA/totalmix/mix/{out}/{in}', {
    summary: 'A source in an output of the TotalMix device',
    labels: { muted: 'mute' },
    params: { out: socket, in: mixSource },
    addresses: totalMix.matrix(),
    fields,
    writable: mixSettings,
    limits: (at, _desk, observed) => settings.limits(pathOf(at), observed),
    target: (at, desk) => settings.target(pathOf(at), desk),
    computed: (at, desk, observed) => ({
      label: '',
      ...reportedAt(pathOf(at), ['label'], observed),
      ...settings.agreement(pathOf(at), desk, observed),
    }),
    area: 'directPath',
    lockable: { muted: false },
  });
}
