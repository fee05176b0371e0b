// A TotalMix device by what only such a device has: its matrix, its outputs, and who wins over a change at the device.

import {
  Audio,
  Convergence,
  Desk,
  defineProvider,
  Faults,
  Listeners,
  Log,
  stopAll,
  Time,
  type Token,
  token,
} from 'rowdesk/provider';
import { DirectPaths } from '../directPath/index.ts';
import { Adoption } from './adoption.ts';
import { MatrixRoutes } from './direct-routes.ts';
import { inputRow } from './rows/input.ts';
import { mixRow } from './rows/mix.ts';
import { outputRow } from './rows/output.ts';
import { reassertRow } from './rows/reassert.ts';
import { rootRow } from './rows/root.ts';
import { totalMixRow } from './rows/total-mix.ts';
import { TotalMix } from './total-mix.ts';

const Found: Token<TotalMix> = token<TotalMix>('vendor-a.total-mix');

export default defineProvider({
  name: 'vendorA',
  needs: { audio: Audio, convergence: Convergence, desk: Desk, faults: Faults, log: Log, time: Time },
  optionalNeeds: { directPaths: DirectPaths.token },
  offers: { totalMix: Found },
  services: ({ audio, convergence: { own }, desk, faults }) => ({
    totalMix: new TotalMix(audio, own, desk.observed, new Listeners(faults, 'a listener of the places of a matrix')),
  }),
  rows: ({ audio, desk, time, offered: { totalMix } }) => [
    rootRow(totalMix),
    totalMixRow(totalMix),
    reassertRow({ audio, desk, time, totalMix }),
    inputRow(totalMix),
    outputRow(totalMix),
    mixRow(totalMix),
  ],
  start: ({ desk, directPaths, log, offered: { totalMix } }) =>
    stopAll(
      totalMix.start(),
      new Adoption(totalMix, { desk, log }).start(),
      directPaths?.use(new MatrixRoutes(totalMix)) ?? (() => {}),
    ),
});
