import { type Row, setting } from 'rowdesk/provider';
import { input as fields, inputSettings, socket } from '../contract.ts';
import { inputPath } from '../paths.ts';
import { reportedAt, Settings } from '../settings.ts';
import type { TotalMix } from '../total-mix.ts';

const options = { referenceLevel: 'referenceLevels' };

/** What an input of the device has beside its preamp. */
export function inputRow(totalMix: TotalMix): Row {
  const settings = new Settings(totalMix, inputSettings);
  return setting('/vendorA/totalmix/inputs/{n}', {
    summary: 'An input of the TotalMix device, beside its preamp',
    params: { n: socket },
    addresses: totalMix.sockets('input'),
    fields,
    writable: inputSettings,
    limits: ({ n }, _desk, observed) => settings.limits(inputPath(n), observed, options),
    target: ({ n }, desk) => settings.target(inputPath(n), desk),
    computed: ({ n }, desk, observed) => ({
      label: '',
      ...reportedAt(inputPath(n), ['label', 'referenceLevels'], observed),
      ...settings.agreement(inputPath(n), desk, observed),
    }),
    area: 'hardware',
  });
}
