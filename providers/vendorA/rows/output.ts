import { type Row, setting } from 'rowdesk/provider';
import { output as fields, outputSettings, socket } from '../contract.ts';
import { outputPath } from '../paths.ts';
import { reportedAt, Settings } from '../settings.ts';
import type { TotalMix } from '../total-mix.ts';

const options = { referenceLevel: 'referenceLevels' };

/** An output of the device, after its matrix. */
export function outputRow(totalMix: TotalMix): Row {
  const settings = new Settings(totalMix, outputSettings);
  return setting('/vendorA/totalmix/outputs/{n}', {
    summary: 'An output of the TotalMix device',
    labels: { muted: 'mute' },
    params: { n: socket },
    addresses: totalMix.sockets('output'),
    fields,
    writable: outputSettings,
    limits: ({ n }, _desk, observed) => settings.limits(outputPath(n), observed, options),
    target: ({ n }, desk) => settings.target(outputPath(n), desk),
    computed: ({ n }, desk, observed) => ({
      label: '',
      ...reportedAt(outputPath(n), ['label', 'referenceLevels'], observed),
      ...settings.agreement(outputPath(n), desk, observed),
    }),
    area: 'hardware',
    confirmOnUndo: { levelDb: 'rise' },
    // A lock never keeps anyone from muting.
    lockable: { muted: false },
  });
}
