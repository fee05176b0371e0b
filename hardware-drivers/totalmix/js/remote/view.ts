// What a remote of TotalMix FX shows at a time: its addresses are those of faders in view, not of channels.
import { float, type OscMessage } from '../../../lib/osc/js/packet.ts';
import type { Bus } from './channels.ts';

/** Page 1 is a bank of faders, page 2 one channel. */
export interface View {
  readonly page: 1 | 2;
  readonly bus: Bus;
  /** The channel of the first fader, from 0; of a pair its first one. */
  readonly start: number;
  /** The output whose mix the faders of inputs and playbacks show, from 0. */
  readonly submix: number;
}

/** Faders per bank that TotalMix FX has at least; a setting there makes them more. */
export const bankSize = 8;

const busName = { input: 'busInput', playback: 'busPlayback', output: 'busOutput' } as const;
export const busAddress = (page: 1 | 2, bus: Bus) => `/${page}/${busName[bus]}`;

export const viewKey = ({ page, bus, start, submix }: View) => `${page} ${bus} ${start} ${submix}`;

/**
 * The messages that bring a view, for one bundle. They pass through the other page: TotalMix FX sends a page completely when
 * it becomes another one, and only then. `values` are for addresses of the view's page, whose first one selects it.
 */
export function selectionOf(
  { page, bus, start, submix }: View,
  values: readonly OscMessage[] = [],
): readonly OscMessage[] {
  return [
    { address: busAddress(page === 1 ? 2 : 1, bus), args: [float(1)] },
    { address: '/setSubmix', args: [float(submix)] },
    { address: '/setBankStart', args: [float(start)] },
    { address: '/setOffsetInBank', args: [float(0)] },
    ...(values.length > 0 ? values : [{ address: `/${page}`, args: [] }]),
  ];
}
