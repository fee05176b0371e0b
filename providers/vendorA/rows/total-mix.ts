import { follow, type Row, setting } from 'rowdesk/provider';
import { totalMix as fields, mostListed } from '../contract.ts';
import { compare, driftIn } from '../drift.ts';
import { rootPath } from '../paths.ts';
import { reportedAt, Settings } from '../settings.ts';
import type { TotalMix } from '../total-mix.ts';

const options = { clockSource: 'clockSources' };
const unknown = { model: '', serial: '', firmware: '', sampleRateHz: 0 };

/** The device as a whole. */
export function totalMixRow(totalMix: TotalMix): Row {
  const settings = new Settings(totalMix, ['clockSource']);
  const policy = new Settings(totalMix, ['policy', 'clockSource']);
  return setting(rootPath, {
    summary: 'The TotalMix device: what it is, who wins over a change at the device, and what is not as wanted',
    // A row of a whole matrix.
    atMostEveryMs: 500,
    fields,
    writable: ['policy', 'clockSource'],
    limits: (_at, _desk, observed) => settings.limits(rootPath, observed, options),
    target: (_at, desk) => policy.target(rootPath, desk),
    // Nothing: the row has another target when another device is the first.
    sends: { values: () => ({}), watch: (changed) => totalMix.onDevice(changed) },
    computed: (_at, desk, observed) => {
      const { device, reason, state } = totalMix;
      const drift = driftIn(compare(totalMix, desk, observed));
      return {
        ...unknown,
        ...reportedAt(rootPath, [...Object.keys(unknown), 'state'], observed),
        ...{ state, reason, present: reason === '' },
        device: device?.id ?? '',
        drift: drift.slice(0, mostListed).map(({ path, field, wanted, observed, readable }) => {
          return { path, field, wanted, observed, readable };
        }),
        driftCount: drift.length,
      };
    },
    watch: follow(totalMix),
    life: 'site',
  });
}
